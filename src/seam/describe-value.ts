/** Characters of a text that are quoted. */
const MAX_CHARACTERS = 40;

/** A BigInt of more bits is not written out: working out the digits of a large one takes seconds. */
const MAX_BITS = 128;

/** What came instead of what was expected, for the message of an error; short, and never an error itself. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return `"${cut(value)}"`;
  if (typeof value === 'bigint' && BigInt.asIntN(MAX_BITS, value) !== value) return 'a large BigInt';
  return typeof value === 'object' || typeof value === 'function' ? `${typeof value}` : cut(String(value));
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
