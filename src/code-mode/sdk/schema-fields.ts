/** A schema that is an object; what is not one says nothing. */
export type SchemaObject = { readonly [keyword: string]: unknown };

export function isObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A keyword of its own: an object may inherit anything. */
export function field(schema: SchemaObject, keyword: string): unknown {
  return Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
}

export function listField(schema: SchemaObject, keyword: string): readonly unknown[] | undefined {
  const value = field(schema, keyword);
  return Array.isArray(value) ? value : undefined;
}

export function objectField(schema: SchemaObject, keyword: string): SchemaObject | undefined {
  const value = field(schema, keyword);
  return isObject(value) ? value : undefined;
}

export function textField(schema: unknown, keyword: string): string {
  const value = isObject(schema) ? field(schema, keyword) : undefined;
  return typeof value === 'string' ? value : '';
}

/** What a JSON Pointer in a fragment (`#/$defs/node`) points to, or undefined. */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  let fragment: string;
  try {
    fragment = decodeURIComponent(reference.slice(1));
  } catch {
    return undefined;
  }
  if (fragment === '') return root;
  if (!fragment.startsWith('/')) return undefined;
  let value = root;
  for (const part of fragment.slice(1).split('/')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as SchemaObject)[key];
  }
  return value;
}
