/** Longest text of one value, in characters: enough to see what differs. */
const MAX_TEXT = 2_000;
const MAX_DEPTH = 4;
const MAX_ITEMS = 30;

/** A value as text for the message of a failed expectation. Never throws, never without bounds. */
export function show(value: unknown): string {
  let text: string;
  try {
    text = describe(value, 0);
  } catch {
    text = `a ${typeof value} that cannot be shown`;
  }
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

function describe(value: unknown, depth: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, MAX_TEXT));
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Date) return `Date ${value.getTime()}`;
  if (value instanceof RegExp) return String(value);
  if (depth >= MAX_DEPTH) return '…';
  const inner = (item: unknown): string => describe(item, depth + 1);
  if (Array.isArray(value)) return `[${list(value, inner)}]`;
  if (value instanceof Map) return `Map {${list(value, ([key, item]) => `${inner(key)} => ${inner(item)}`)}}`;
  if (value instanceof Set) return `Set {${list(value, inner)}}`;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  const entries = list(Object.entries(value), ([key, item]) => `${key}: ${inner(item)}`);
  return tag === 'Object' ? `{${entries}}` : `${tag} {${entries}}`;
}

function list<T>(items: Iterable<T>, text: (item: T) => string): string {
  const parts: string[] = [];
  for (const item of items) {
    if (parts.length === MAX_ITEMS) return `${parts.join(', ')}, …`;
    parts.push(text(item));
  }
  return parts.join(', ');
}
