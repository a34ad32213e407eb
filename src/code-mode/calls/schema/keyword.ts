import { OPEN, type Rule, type SchemaNode, YES } from './evaluation.ts';
import type { Pattern } from './pattern.ts';

/** The schema that a keyword stands in, for what it needs to know of it. */
export interface KeywordContext {
  /** The keyword's neighbours, as they are. */
  readonly schema: ReadonlyMap<string, unknown>;
  /** What a schema within it becomes; one that is none leaves everything open. */
  sub(source: unknown): SchemaNode;
  /** What a regular expression becomes; undefined for one that cannot be read. */
  pattern(source: string): Pattern | undefined;
}

/** What a keyword becomes with a value of its; undefined if the value is none, which leaves open what it meant. */
export type Keyword = (operand: unknown, context: KeywordContext) => Rule | undefined;

/** Of a keyword that is not understood, or only in part. */
export const leaveOpen: Rule = () => OPEN;

/** Of a keyword that says nothing by itself. */
export const allow: Rule = () => YES;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function count(operand: unknown): number | undefined {
  return typeof operand === 'number' && operand >= 0 ? operand : undefined;
}
