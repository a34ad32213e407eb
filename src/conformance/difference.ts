type Pairs = Map<unknown, unknown>;

/**
 * Says where two values differ, or '' when they are equal to the last bit: signs of zero, holes, prototypes, order of
 * keys, cycles and shared references count. Stricter than any framework's matcher, and the same under each of them.
 */
export function difference(actual: unknown, expected: unknown): string {
  return compare(actual, expected, 'value', new Map());
}

function compare(actual: unknown, expected: unknown, path: string, pairs: Pairs): string {
  if (Object.is(actual, expected)) return '';
  if (!isObject(actual) || !isObject(expected)) return `${path}: ${show(actual)} is not ${show(expected)}`;
  if (pairs.has(expected) || pairs.has(actual)) {
    const same = pairs.get(expected) === actual && pairs.get(actual) === expected;
    return same ? '' : `${path}: references are shared differently`;
  }
  pairs.set(expected, actual).set(actual, expected);
  if (Object.getPrototypeOf(actual) !== Object.getPrototypeOf(expected)) {
    return `${path}: ${show(actual)} has another prototype than ${show(expected)}`;
  }
  return compareContent(actual, expected, path, pairs) || compareProperties(actual, expected, path, pairs);
}

function compareContent(actual: object, expected: object, path: string, pairs: Pairs): string {
  if (expected instanceof Map) {
    return compare(
      [...(actual as Map<unknown, unknown>)].flat(),
      [...expected].flat(),
      `${path}<entries>`,
      pairs,
    );
  }
  if (expected instanceof Set)
    return compare([...(actual as Set<unknown>)], [...expected], `${path}<items>`, pairs);
  if (expected instanceof ArrayBuffer) return compareBytes(actual as ArrayBuffer, expected, path);
  if (expected instanceof DataView) return compareBytes((actual as DataView).buffer, expected.buffer, path);
  if (expected instanceof Error) {
    const fields = (error: Error) => [
      error.name,
      error.message,
      error.cause,
      (error as AggregateError).errors,
    ];
    return compare(fields(actual as Error), fields(expected), `${path}<error>`, pairs);
  }
  const content = contentOf(actual);
  return Object.is(content, contentOf(expected))
    ? ''
    : `${path}: ${String(content)} is not ${String(contentOf(expected))}`;
}

function contentOf(value: object): unknown {
  if (value instanceof Date) return value.getTime();
  if (value instanceof RegExp) return `${value.source}/${value.flags}/${value.lastIndex}`;
  if (value instanceof Boolean || value instanceof Number || value instanceof String) return value.valueOf();
  return Array.isArray(value) ? value.length : undefined;
}

function compareBytes(actual: ArrayBufferLike, expected: ArrayBufferLike, path: string): string {
  const bytes = (buffer: ArrayBufferLike) => new Uint8Array(buffer).join();
  return bytes(actual) === bytes(expected) ? '' : `${path}: the bytes differ`;
}

function compareProperties(actual: object, expected: object, path: string, pairs: Pairs): string {
  const keys = keysOf(expected);
  if (keysOf(actual).join() !== keys.join()) return `${path}: keys ${keysOf(actual)} are not ${keys}`;
  for (const key of keys) {
    const found = compare(Reflect.get(actual, key), Reflect.get(expected, key), `${path}.${key}`, pairs);
    if (found !== '') return found;
  }
  return '';
}

/** Compared as content, or written by an engine to say where an error was made. */
const OF_ERRORS =
  'name message cause errors stack fileName lineNumber columnNumber line column sourceURL'.split(' ');

function keysOf(value: object): string[] {
  const keys = Object.getOwnPropertyNames(value);
  const ignored = value instanceof Error ? OF_ERRORS : ['length', 'lastIndex'];
  return keys.filter((key) => !ignored.includes(key));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60));
  return isObject(value)
    ? Object.prototype.toString.call(value)
    : Object.is(value, -0)
      ? '-0'
      : String(value);
}
