/** How a value looks on one line: its text, and what kind it is, for the colour. */
export interface Preview {
  readonly text: string;
  readonly kind: 'string' | 'number' | 'literal' | 'object' | 'note';
}

const MAX_TEXT = 160;

/** A value in one line, never long however large the value is. */
export function previewOf(value: unknown): Preview {
  switch (typeof value) {
    case 'string':
      return { text: quoted(value), kind: 'string' };
    case 'number':
      return { text: Object.is(value, -0) ? '-0' : String(value), kind: 'number' };
    case 'bigint':
      return { text: `${value}n`.slice(0, MAX_TEXT), kind: 'number' };
    case 'object':
      return value === null ? { text: 'null', kind: 'literal' } : previewOfObject(value);
    case 'function':
      return { text: `function ${value.name}`.trimEnd(), kind: 'note' };
    default:
      return { text: String(value), kind: 'literal' };
  }
}

function previewOfObject(value: object): Preview {
  if (value instanceof Date)
    return { text: Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString(), kind: 'literal' };
  if (value instanceof RegExp) return { text: String(value).slice(0, MAX_TEXT), kind: 'string' };
  if (value instanceof Error)
    return { text: `${value.name}: ${value.message}`.slice(0, MAX_TEXT), kind: 'object' };
  if (Array.isArray(value)) return { text: listOf(`Array(${value.length})`, value), kind: 'object' };
  if (value instanceof Map) return { text: `Map(${value.size})`, kind: 'object' };
  if (value instanceof Set) return { text: `Set(${value.size})`, kind: 'object' };
  if (value instanceof ArrayBuffer) return { text: `ArrayBuffer(${value.byteLength})`, kind: 'note' };
  if (ArrayBuffer.isView(value))
    return { text: `${value.constructor.name}(${value.byteLength} bytes)`, kind: 'object' };
  return { text: fieldsOf(value), kind: 'object' };
}

function listOf(name: string, items: readonly unknown[]): string {
  const shown = items.slice(0, 6).map(briefly);
  return items.length === 0
    ? '[]'
    : `${name} [${shown.join(', ')}${items.length > 6 ? ', …' : ''}]`.slice(0, MAX_TEXT);
}

function fieldsOf(value: object): string {
  const keys: string[] = [];
  for (const key in value) if (keys.push(key) > 5) break;
  const fields = keys.slice(0, 5).map((key) => `${key}: ${briefly((value as Record<string, unknown>)[key])}`);
  if (keys.length > 5) fields.push('…');
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`.slice(0, MAX_TEXT);
}

/** Inside of another preview: what has parts of its own stays closed. */
function briefly(value: unknown): string {
  if (typeof value === 'string') return quoted(value, 24);
  if (Array.isArray(value)) return `Array(${value.length})`;
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? '{…}' : previewOf(value).text.slice(0, 40);
}

function quoted(text: string, max = MAX_TEXT): string {
  if (text.length <= max) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, max))}… ${text.length.toLocaleString('en')} characters`;
}
