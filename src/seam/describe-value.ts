/** What came instead of what was expected, for the message of an error; short, and never an error itself. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;
  return typeof value === 'object' || typeof value === 'function' ? `${typeof value}` : String(value);
}
