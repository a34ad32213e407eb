/** Objects that are being compared, each with its counterpart: two cycles are equal when they close at the same place. */
type Pairs = ReadonlyMap<object, object>;

/**
 * Deep equality as `toEqual` of Jest has it: by content, whatever the prototypes; properties that are `undefined` are as
 * good as absent; `NaN` equals itself and `-0` does not equal `0`; the order of maps, sets and keys does not matter.
 */
export function deeplyEqual(actual: unknown, expected: unknown): boolean {
  return equal(actual, expected, new Map());
}

function equal(actual: unknown, expected: unknown, outer: Pairs): boolean {
  if (Object.is(actual, expected)) return true;
  if (!isObject(actual) || !isObject(expected)) return false;
  if (kindOf(actual) !== kindOf(expected)) return false;
  if (outer.has(actual)) return outer.get(actual) === expected;
  if ([...outer.values()].includes(expected)) return false;
  const pairs = new Map(outer).set(actual, expected);
  return sameContent(actual, expected, pairs) && sameProperties(actual, expected, pairs);
}

function sameContent(actual: object, expected: object, pairs: Pairs): boolean {
  if (actual instanceof Error || expected instanceof Error)
    return sameError(actual as Error, expected as Error, pairs);
  if (actual instanceof Map && expected instanceof Map) return sameItems([...actual], [...expected], pairs);
  if (actual instanceof Set && expected instanceof Set) return sameItems([...actual], [...expected], pairs);
  if (actual instanceof ArrayBuffer && expected instanceof ArrayBuffer)
    return sameBytes(new Uint8Array(actual), new Uint8Array(expected));
  if (actual instanceof DataView && expected instanceof DataView)
    return sameBytes(bytesOf(actual), bytesOf(expected));
  return Object.is(primitiveOf(actual), primitiveOf(expected));
}

/** Errors are alike by what they say, though none of that is enumerable; a cause counts when one is expected. */
function sameError(actual: Error, expected: Error, pairs: Pairs): boolean {
  if (actual.name !== expected.name || actual.message !== expected.message) return false;
  if (expected.cause !== undefined && !equal(actual.cause, expected.cause, pairs)) return false;
  return equal((actual as AggregateError).errors, (expected as AggregateError).errors, pairs);
}

/** The same items in any order, each used once. An item equal by identity is taken before one that is alike. */
function sameItems(actual: unknown[], expected: readonly unknown[], pairs: Pairs): boolean {
  if (actual.length !== expected.length) return false;
  return expected.every((item) => {
    const same = actual.indexOf(item);
    const at = same >= 0 ? same : actual.findIndex((candidate) => equal(candidate, item, pairs));
    if (at >= 0) actual.splice(at, 1);
    return at >= 0;
  });
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function sameBytes(actual: Uint8Array, expected: Uint8Array): boolean {
  return actual.length === expected.length && actual.every((byte, index) => byte === expected[index]);
}

/** What an object wraps, or what else identifies it beside its properties. */
function primitiveOf(value: object): unknown {
  if (value instanceof Date) return value.getTime();
  if (value instanceof RegExp) return `/${value.source}/${value.flags}`;
  if (value instanceof Boolean || value instanceof Number || value instanceof String) return value.valueOf();
  // Functions and their like are equal by identity alone.
  if (typeof value === 'function') return value;
  return Array.isArray(value) ? value.length : undefined;
}

function sameProperties(actual: object, expected: object, pairs: Pairs): boolean {
  const keys = definedKeys(expected);
  if (definedKeys(actual).length !== keys.length) return false;
  return keys.every(
    (key) => Object.hasOwn(actual, key) && equal(Reflect.get(actual, key), Reflect.get(expected, key), pairs),
  );
}

function definedKeys(value: object): PropertyKey[] {
  return Reflect.ownKeys(value).filter(
    (key) => Object.getOwnPropertyDescriptor(value, key)?.enumerable && Reflect.get(value, key) !== undefined,
  );
}

function kindOf(value: object): string {
  return Object.prototype.toString.call(value);
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
