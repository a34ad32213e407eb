import { inspect } from 'node:util';

/** What JSON makes of a value, and where it stands for something else. */
export interface JsonValue {
  readonly json: unknown;
  /** JSON Pointers to what is no JSON, and is a text in its place. */
  readonly inexact: readonly string[];
}

/** Nested deeper than this, a value is a text. */
const MAX_DEPTH = 1_000;

/** Objects that are written: one that many refer to is written for each of them. */
const MAX_OBJECTS = 10_000_000;

/** Working out the digits of larger BigInts takes seconds. */
const MAX_BITS = 100_000;

/** A value as JSON. What that cannot hold becomes a text in the style of `util.inspect`, and is noted. */
export function toJsonValue(value: unknown, pointer: string): JsonValue {
  const inexact: string[] = [];
  const inside = new Set<object>();
  let objects = 0;

  function text(place: string, current: unknown): string {
    inexact.push(place);
    if (typeof current === 'bigint' && BigInt.asIntN(MAX_BITS, current) !== current) return 'a large BigInt';
    return inspect(current, { depth: 8, maxArrayLength: 1000 });
  }

  function convert(current: unknown, place: string): unknown {
    if (current === null || typeof current === 'string' || typeof current === 'boolean') return current;
    if (typeof current === 'number')
      return Number.isFinite(current) && !Object.is(current, -0) ? current : text(place, current);
    if (
      typeof current !== 'object' ||
      inside.has(current) ||
      inside.size > MAX_DEPTH ||
      ++objects > MAX_OBJECTS
    )
      return text(place, current);
    if (!Array.isArray(current) && Object.getPrototypeOf(current) !== Object.prototype)
      return text(place, current);
    inside.add(current);
    const json = Array.isArray(current)
      ? Array.from(current, (item, index) => convert(item, `${place}/${index}`))
      : Object.fromEntries(
          Object.entries(current).map(([key, item]) => [key, convert(item, `${place}/${escaped(key)}`)]),
        );
    inside.delete(current);
    return json;
  }

  return { json: convert(value, pointer), inexact };
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
