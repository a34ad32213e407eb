import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { encodeValue } from '../../src/bridge/codec.ts';
import type { CodecFixture } from './fixtures/codec-entry.ts';
import script from './fixtures/codec-entry.ts?script';
import { difference } from './fixtures/codec-same.ts';
import { decoded, options, textOf } from './fixtures/codec-use.ts';
import { makeRealm } from './fixtures/guest-realm.ts';

const PLAIN = `({ a: [1, 'two', { b: null, toJSON: 'own' }], 'é€': true, nested: [[], {}, [[0]]], 0: 'zero' })`;

const RICH = `(() => {
  const buffer = new Uint8Array([1, 2, 253, 254]).buffer;
  const value = {
    plain: ${PLAIN},
    numbers: [undefined, NaN, Infinity, -Infinity, -0, 10n, -(2n ** 70n)],
    dates: [new Date(5), new Date(NaN)],
    patterns: [/a[/](?<n>b)/gi, new RegExp('')],
    map: new Map([['k', [1]], [{}, new Map([[1, 2]])]]),
    set: new Set([1, 'x', { y: 1 }]),
    boxes: [Object(1), Object('s'), Object(true), Object(1n)],
    binary: [buffer, new Uint16Array(buffer), new DataView(buffer), new Uint8Array([1, 2, 3]).subarray(1)],
    errors: [new TypeError('t', { cause: new Error('c') }), new AggregateError([new RangeError('r')], 'a')],
    sparse: Object.assign(new Array(9), { 3: 'x', extra: [1] }),
    own: JSON.parse('{"__proto__":{"x":[1]},"get":1,"value":2,"set":3}'),
    many: Array.from({ length: 50 }, (_, i) => ({ i, text: 'x'.repeat(i) })),
    keys: new Set(Array.from({ length: 50 }, (_, i) => i / 2)),
  };
  let deep = [];
  for (let level = 0; level < 300; level++) deep = level % 2 ? [deep] : { deep };
  value.deep = deep;
  value.self = value;
  value.shared = [value.map, value.errors[0]];
  return value;
})()`;

/** Makes every function and every getter that can be reached from the globals throw when it is called. */
const PATCH_EVERYTHING = `{
  const evil = function () { throw new Error('patched') };
  const seen = new Set([globalThis, evil]);
  const { getOwnPropertyDescriptors, getPrototypeOf, defineProperty } = Object;
  const { ownKeys } = Reflect;
  const queue = [];
  const look = (x) => {
    if (((typeof x === 'object' && x !== null) || typeof x === 'function') && !seen.has(x)) seen.add(x), queue.push(x);
  };
  for (const key of ownKeys(globalThis)) if (key !== 'fixture' && key !== 'value') look(globalThis[key]);
  for (const x of [[][Symbol.iterator](), new Map().entries(), (function* () {})(), new Uint8Array()]) look(getPrototypeOf(x));
  const work = [];
  for (let i = 0; i < queue.length; i++) {
    look(getPrototypeOf(queue[i]));
    const descriptors = getOwnPropertyDescriptors(queue[i]);
    for (const key of ownKeys(descriptors)) {
      const { value, get, configurable } = descriptors[key];
      look(value);
      look(get);
      if (!configurable || key === 'constructor') continue;
      if (get) work.push({ target: queue[i], key, change: { get: evil } });
      else if (typeof value === 'function') work.push({ target: queue[i], key, change: { value: evil } });
    }
  }
  globalThis.patched = work.length;
  for (let i = 0; i < work.length; i++) defineProperty(work[i].target, work[i].key, work[i].change);
  for (const key in { JSON, Map, Set, Array, Object, Number, String, BigInt, Date, RegExp, Error, Uint8Array, Reflect }) globalThis[key] = evil;
}`;

describe('the codec in a realm whose program patched every builtin', () => {
  it.each([
    ['plain data', PLAIN],
    ['all kinds of values', RICH],
  ])('carries %s both ways', (_name, source) => {
    const { fixture, run } = makeRealm<CodecFixture>(script);
    const value = run(`var value = ${source}; value`);
    run(PATCH_EVERYTHING);
    expect(run('patched')).toBeGreaterThan(500);
    const expected: unknown = vm.runInThisContext(source);

    const sent = fixture.encodeValue(value, options);
    expect(sent.outcome).toBe('encoded');
    if (sent.outcome === 'encoded') expect(difference(expected, decoded(sent.text))).toBe('');

    const received = fixture.decodeValue(textOf(expected));
    expect(received.outcome).toBe('decoded');
    const back = received.outcome === 'decoded' ? fixture.encodeValue(received.value, options) : received;
    expect(back.outcome).toBe('encoded');
    if (back.outcome === 'encoded') expect(difference(expected, decoded(back.text))).toBe('');
  });

  it('still names what cannot cross, and decodes nothing that is malformed', () => {
    const { fixture, run } = makeRealm<CodecFixture>(script);
    const value = run('var value = { list: [1, { cb: () => 1 }], m: new Map([["k", 1]]) }; value');
    run(PATCH_EVERYTHING);
    expect(fixture.encodeValue(value, options)).toMatchObject({
      message: expect.stringContaining('value.list[1].cb is a function'),
    });
    expect(fixture.encodeValue(value, { ...options, maxBytes: 5 })).toMatchObject({ outcome: 'too-large' });
    for (const text of ['', 'J{', 'X9:[[0],["z"]', 'X15:[[0],["r","(",""]]']) {
      expect(fixture.decodeValue(text)).toMatchObject({ outcome: 'malformed' });
    }
  });
});

describe('the codec in a realm of its own', () => {
  it('is not changed by an accessor that patches builtins while it is read', () => {
    const { fixture, run } = makeRealm<CodecFixture>(script);
    const value = run(`({
      first: { a: 1 },
      get second() {
        Object.prototype.toJSON = Array.prototype.toJSON = JSON.stringify = () => 'forged';
        return [2];
      },
      third: [3],
    })`);
    expect(fixture.encodeValue(value, options)).toMatchObject({
      text: 'J{"first":{"a":1},"second":[2],"third":[3]}',
    });
  });

  it('gives back objects of that realm', () => {
    const { fixture, run } = makeRealm<CodecFixture>(script);
    const sent = encodeValue(vm.runInThisContext(RICH), options);
    const received = fixture.decodeValue((sent as { text: string }).text);
    const check =
      run(`(x) => x instanceof Object && x.map instanceof Map && x.binary[1] instanceof Uint16Array &&
      x.errors[0] instanceof TypeError && x.errors[1].errors instanceof Array && x.dates[0] instanceof Date &&
      x.patterns[0] instanceof RegExp && x.boxes[1] instanceof String && x.self === x`);
    expect((check as (x: unknown) => boolean)((received as { value: unknown }).value)).toBe(true);
  });
});
