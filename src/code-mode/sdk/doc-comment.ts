import { headOf } from '../result/cut-text.ts';
import { field, isObject, textField } from './schema-fields.ts';
import { HIDDEN, withoutHidden } from './spelling.ts';

/** Characters of a description: of a tool, and of a property or type. */
export const MAX_TOOL_DOC = 2_000;
const MAX_MEMBER_DOC = 500;

/** Characters of a value in a tag. */
const MAX_TAG_VALUE = 100;

/** All that ends a line somewhere. */
export const LINE_END = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g;

/** What a type does not tell of a schema. */
const TAGS = [
  'default',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
];

/** The comment above a member or a type, ending in a line break; '' for a schema that says nothing. */
export function schemaComment(schema: unknown, indent: string): string {
  if (!isObject(schema)) return '';
  const description = textField(schema, 'description') || textField(schema, 'title');
  const tags = TAGS.flatMap((tag) => {
    const value = tagValue(field(schema, tag));
    return value === undefined ? [] : [`@${tag} ${value}`];
  });
  if (field(schema, 'deprecated') === true) tags.push('@deprecated');
  return docComment(description, MAX_MEMBER_DOC, tags, indent);
}

/** A comment that holds a text of anybody's, cut to `max` characters, and nothing that ends it early. */
export function docComment(text: string, max: number, tags: readonly string[], indent: string): string {
  const lines = [...linesOf(text, max), ...tags.map(oneLine)];
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function linesOf(text: string, max: number): string[] {
  const cut = text.length > max ? `${headOf(text, max)}… (${text.length - max} more characters)` : text;
  const lines = cut
    .trim()
    .replace(LINE_END, '\n')
    .replace(/\n{3,}/g, '\n\n');
  return lines === '' ? [] : lines.split('\n').map(oneLine);
}

/** What of a text can be seen, on one line that ends no comment. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(HIDDEN, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll('*/', '*\\/')
    .trimEnd();
}

function tagValue(value: unknown): string | undefined {
  // Bounds of every integer, which some libraries write out.
  if (value === undefined || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) return undefined;
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text === undefined || text.length > MAX_TAG_VALUE ? undefined : withoutHidden(text);
}
