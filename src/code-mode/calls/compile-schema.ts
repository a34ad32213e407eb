import { dereference, type OutputUnit, type Schema, type SchemaDraft, validate } from '@cfworker/json-schema';
import type { JsonSchema } from '../types.ts';

/** What is wrong with a value, nothing if it fits. Throws for a value that is too large or too deep to be looked at. */
export type SchemaCheck = (value: unknown) => readonly OutputUnit[];

/** One value of each type that has keywords: together they reach every keyword of a schema that does not descend. */
const PROBES = [null, 0, '', [], {}] as const;

/**
 * Prepares a schema once. What the validator cannot work with (a `$ref` to nowhere or to itself, a pattern that is no
 * regular expression, a keyword of the wrong type) counts as "anything", and is found out here, not by a call. Undefined
 * when nothing is left to check.
 */
export function compileSchema(schema: JsonSchema): SchemaCheck | undefined {
  if (schema === true) return undefined;
  try {
    // A copy: the validator writes notes into the schemas it is given.
    const copy = JSON.parse(JSON.stringify(schema)) as Schema | boolean;
    const draft = draftOf(copy);
    const lookup = dereference(copy);
    // Innermost first, so that only the part that is at fault is given up.
    for (const part of Object.values(lookup).reverse()) {
      if (typeof part === 'object' && !PROBES.every((probe) => isCheckable(probe, part, draft, lookup)))
        for (const keyword of Object.keys(part)) delete part[keyword];
    }
    if (copy !== false && Object.keys(copy).length === 0) return undefined;
    return (value) => {
      const first = validate(value, copy, draft, lookup, true);
      return first.valid ? [] : (allProblems(value, copy, draft, lookup) ?? first.errors);
    };
  } catch {
    return undefined;
  }
}

function isCheckable(
  probe: unknown,
  part: Schema,
  draft: SchemaDraft,
  lookup: Record<string, Schema | boolean>,
): boolean {
  try {
    validate(probe, part, draft, lookup, false);
    return true;
  } catch {
    return false;
  }
}

/** Undefined when there are so many that the validator cannot gather them. */
function allProblems(
  value: unknown,
  schema: Schema | boolean,
  draft: SchemaDraft,
  lookup: Record<string, Schema | boolean>,
): readonly OutputUnit[] | undefined {
  try {
    return validate(value, schema, draft, lookup, false).errors;
  } catch {
    return undefined;
  }
}

function draftOf(schema: Schema | boolean): SchemaDraft {
  const uri = typeof schema === 'object' ? String(schema.$schema) : '';
  if (/draft-0?4/.test(uri)) return '4';
  if (/draft-0?[67]/.test(uri)) return '7';
  return uri.includes('2019-09') ? '2019-09' : '2020-12';
}
