import { describe, expect, it } from 'vitest';
import { decodeValue, encodeValue } from '../../src/bridge/codec.ts';
import { byteText } from '../../src/node/byte-text.ts';
import { REFUSED } from './fixtures/codec-refusals.ts';
import { difference } from './fixtures/codec-same.ts';
import { bytesOf, decoded, MIB, options, textOf } from './fixtures/codec-use.ts';
import { CROSSING, deep } from './fixtures/codec-values.ts';

describe('values that cross', () => {
  it.each(CROSSING)('carries $name', ({ make, expected = make }) => {
    expect(difference(expected(), decoded(textOf(make())))).toBe('');
  });

  it.each(CROSSING)('carries $name with the conversions of Node', ({ make, expected = make }) => {
    const decoding = decodeValue(textOf(make(), { byteText }), byteText);
    expect(textOf(make(), { byteText })).toBe(textOf(make()));
    expect(difference(expected(), (decoding as { value: unknown }).value)).toBe('');
  });

  it('refuses a large buffer of what are no bytes, with the conversions of Node', () => {
    const text = textOf(new Uint8Array(2_000), { byteText });
    expect(decodeValue(`${text.slice(0, -1)}Ā`, byteText)).toEqual({ outcome: 'malformed' });
  });

  it.each(CROSSING)('counts the bytes of $name, and needs no room beyond them', ({ make }) => {
    const text = textOf(make());
    const bytes = bytesOf(text);
    expect(encodeValue(make(), { ...options, maxBytes: bytes })).toEqual({ outcome: 'encoded', text });
    expect(encodeValue(make(), { ...options, maxBytes: bytes - 1 }).outcome).toBe('too-large');
  });

  it('carries all of them at once', () => {
    const make = () => CROSSING.filter(({ expected }) => !expected).map((each) => each.make());
    expect(difference(make(), decoded(textOf(make())))).toBe('');
  });

  it('takes plain data as it is in JSON', () => {
    const value = { a: [1, 'é🦩', { b: [true, null] }], c: {}, d: [] };
    expect(textOf(value)).toBe(`J${JSON.stringify(value)}`);
  });

  it('reads each getter once', () => {
    for (const other of [1, undefined]) {
      let reads = 0;
      const value = { get: 0, other };
      Object.defineProperty(value, 'get', { get: () => ++reads, enumerable: true });
      const list = Object.defineProperty([0, 0], 1, { get: () => ++reads, enumerable: true });
      expect(difference({ value: { get: 1, other }, list: [0, 2] }, decoded(textOf({ value, list })))).toBe(
        '',
      );
      expect(reads).toBe(2);
    }
  });

  it('is not concerned by a symbol key that cannot be read', () => {
    const value = {
      a: 1,
      get [Symbol('s')](): never {
        throw new Error('not asked');
      },
    };
    expect(decoded(textOf(value))).toEqual({ a: 1 });
  });

  it('is not misled by a getter that changes what was read before', () => {
    const list: unknown[] = [1, 2];
    const spoil = () => {
      list.length = 0;
      list.push(() => {});
      return 3;
    };
    const value = { list, late: Object.defineProperty({}, 'x', { get: spoil, enumerable: true }) };
    expect(difference({ list: [1, 2], late: { x: 3 } }, decoded(textOf(value)))).toBe('');
  });

  it('survives a getter that detaches a buffer read before', () => {
    const buffer = new ArrayBuffer(8);
    const detach = () => structuredClone(buffer, { transfer: [buffer] }).byteLength;
    const value = [buffer, Object.defineProperty({}, 'x', { get: detach, enumerable: true })];
    expect(encodeValue(value, options)).toMatchObject({ outcome: 'uncloneable' });
  });

  it('leaves what it reads as it was', () => {
    const value = Object.freeze({ a: Object.freeze([1n, Object.freeze({ b: undefined })]) });
    decoded(textOf(value));
    expect(value).toEqual({ a: [1n, { b: undefined }] });
  });

  it('shares no memory', () => {
    const bytes = new Uint8Array([1, 2, 3]);
    (decoded(textOf(bytes)) as Uint8Array)[0] = 9;
    expect(bytes[0]).toBe(1);
  });
});

describe('values that do not cross', () => {
  it.each(REFUSED)('refuses $name', ({ make, path, reason }) => {
    expect(encodeValue(make(), options)).toEqual({
      outcome: 'uncloneable',
      path,
      message: `${path} ${reason}`,
    });
    const nested = encodeValue({ in: [make()] }, { ...options, root: 'args' });
    const there = path.replace('value', 'args.in[0]');
    expect(nested).toEqual({ outcome: 'uncloneable', path: there, message: `${there} ${reason}` });
  });

  it('refuses a Proxy of whatever kind, without running a trap', () => {
    const get = () => {
      throw new Error('a trap ran');
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const handler = new Proxy({}, { get });
    for (const target of [new Proxy({}, handler), new Proxy([], handler), new Proxy(new Map(), {}), proxy]) {
      expect(encodeValue([target], options)).toMatchObject({ message: 'value[0] is a Proxy' });
    }
  });

  it('survives a Proxy that it cannot recognise', () => {
    const blind = { root: 'value', maxBytes: MIB };
    const refuseAll = new Proxy(
      {},
      {
        get: (_, trap) => () => {
          throw new Error(`no ${String(trap)}`);
        },
      },
    );
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    const endless: object = new Proxy({}, { getPrototypeOf: () => endless, ownKeys: () => [] });
    const long = (length: unknown) =>
      new Proxy([], { get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)) });
    for (const target of [
      new Proxy({}, refuseAll),
      new Proxy([], refuseAll),
      proxy,
      endless,
      long(-1),
      long(2 ** 53),
      long({}),
    ]) {
      expect(encodeValue([target], blind).outcome).toBe('uncloneable');
    }
    expect(decoded(textOf(new Proxy({ a: [1] }, {}), { isProxy: () => false }))).toEqual({ a: [1] });
  });

  const wraps: [string, (inner: unknown) => unknown][] = [
    ['objects', (inner) => ({ inner })],
    ['arrays', (inner) => [inner]],
    ['Maps', (inner) => new Map([['k', inner]])],
    ['keys of Maps', (inner) => new Map([[inner, 1]])],
    ['Sets', (inner) => new Set([inner])],
    ['causes', (inner) => new Error('e', { cause: inner })],
    ['sparse arrays', (inner) => Object.assign([], { 1: inner })],
    ['lists with properties', (inner) => Object.assign([1], { inner })],
  ];
  it.each(wraps)('refuses %s that are nested too deep', (_name, wrap) => {
    for (const levels of [2_001, 100_000, 200_000]) {
      const encoding = encodeValue(deep(levels, wrap), options);
      if (encoding.outcome !== 'uncloneable') throw new Error(encoding.outcome);
      expect(encoding.message).toBe(`${encoding.path} is nested deeper than 2000 levels`);
      expect(encoding.path).toMatch(/^value[.[].*….*[^…]$/);
      expect(encoding.path.length).toBeLessThanOrEqual(120);
    }
  });

  it('measures depth along the shortest path', () => {
    const all: unknown[] = [];
    let node: { next?: unknown; all: unknown[] } = { all };
    for (let index = 0; index < 5_000; index++) {
      all.push(node);
      node = { next: node, all };
    }
    expect(difference(node, decoded(textOf(node)))).toBe('');
  });
});

describe('values that are too large', () => {
  const many = <T>(count: number, make: (index: number) => T): T[] =>
    Array.from({ length: count }, (_, index) => make(index));
  const big: [string, () => unknown][] = [
    ['a large buffer', () => new ArrayBuffer(500e6)],
    ['a large view', () => new Float64Array(62_500_000)],
    ['a view of a part of a large buffer', () => new Uint8Array(new ArrayBuffer(500e6), 1)],
    ['a long string', () => 'x'.repeat(300e6)],
    ['a long key', () => ({ ['x'.repeat(300e6)]: undefined })],
    ['a string many times', () => many(5_000, () => 'x'.repeat(20_000))],
    ['a huge BigInt', () => 1n << 400_000_000n],
    ['a huge negative BigInt', () => -(1n << 400_000_000n)],
    ['many small objects', () => many(20_000, () => ({}))],
    ['many references to one object', () => new Set([many(30_000, () => all)])],
    ['many numbers', () => many(200_000, () => 1)],
    ['many numbers in a Set', () => new Set(many(50_000, (index) => index))],
    ['a large Map', () => new Map(many(20_000, (index) => [index, index]))],
    [
      'a large sparse array',
      () => Object.assign([], Object.fromEntries(many(30_000, (index) => [index * 2, 1]))),
    ],
    ['many Dates', () => many(20_000, () => new Date())],
    ['a long message of an Error', () => new Error('x'.repeat(300e6))],
  ];
  const all = {};
  it.each(big)('refuses %s, copying next to nothing', (_name, make) => {
    const value = make();
    const before = process.memoryUsage();
    const encoding = encodeValue(value, { ...options, maxBytes: 50_000 });
    const after = process.memoryUsage();
    expect(encoding).toEqual({
      outcome: 'too-large',
      message: 'value is larger than the limit of 50000 bytes (maxValueBytes)',
    });
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(MIB);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(40 * MIB);
  });
});
