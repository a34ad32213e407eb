import { isRecord } from './keyword.ts';

/** Keywords that hold one schema, or a list of them. */
const SCHEMAS = [
  ...['not', 'if', 'then', 'else', 'anyOf', 'allOf', 'oneOf', 'items', 'prefixItems', 'additionalItems'],
  ...['contains', 'additionalProperties', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'],
];
/** Keywords that hold schemas by name. */
const NAMED = ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas', 'dependencies'];

/** The keywords of a schema and what they are, in a copy; null for what throws when it is read. */
export function readKeywords(source: object): ReadonlyMap<string, unknown> | undefined {
  try {
    const keywords = new Map<string, unknown>();
    for (const name of Object.keys(source)) {
      const operand = read(source, name);
      if (operand !== undefined) keywords.set(name, operand);
    }
    return keywords;
  } catch {
    return undefined;
  }
}

function read(source: object, name: string): unknown {
  try {
    return Reflect.get(source, name);
  } catch {
    return null;
  }
}

/** What stands where schemas stand. */
export function childSchemas(schema: ReadonlyMap<string, unknown>): unknown[] {
  const children: unknown[] = [];
  for (const name of SCHEMAS) {
    const operand = schema.get(name);
    if (Array.isArray(operand)) children.push(...operand);
    else children.push(operand);
  }
  for (const name of NAMED) {
    const operand = schema.get(name);
    if (isRecord(operand)) children.push(...Object.values(operand));
  }
  return children.filter(isRecord);
}
