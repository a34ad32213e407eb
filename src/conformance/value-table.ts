/** A value that must survive every crossing, made on both sides, with a check in terms of the program's own realm. */
export interface TableValue {
  readonly name: string;
  /** An expression of the program that makes the value. */
  readonly source: string;
  /** Makes the same value on the host's side. */
  readonly make: () => unknown;
  /** An expression over `x` that is true in the program when `x` is the value, of the program's realm. */
  readonly check: string;
}

function withOwn<T extends object>(target: T, entries: Record<string, unknown>): T {
  for (const [key, value] of Object.entries(entries)) {
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return target;
}

function build<T extends object>(target: T, fill: (target: T) => unknown): T {
  fill(target);
  return target;
}

const bytes = (...items: number[]) => new Uint8Array(items).buffer;

function primitive(name: string, source: string, value: unknown): TableValue {
  return {
    name,
    source: `{ v: ${source} }`,
    make: () => ({ v: value }),
    check: `Object.is(x.v, ${source}) && 'v' in x`,
  };
}

const typedArrays = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
].map((TypedArray): TableValue => {
  const { name } = TypedArray;
  return {
    name: `a ${name}`,
    source: `new ${name}([1, 2, 300])`,
    make: () => new TypedArray([1, 2, 300]),
    check: `x instanceof ${name} && x.length === 3 && x[1] === 2 && x[2] === new ${name}([300])[0]`,
  };
});

export const SURVIVING_VALUES: readonly TableValue[] = [
  primitive('undefined in a property', 'undefined', undefined),
  primitive('null', 'null', null),
  primitive('booleans', 'false', false),
  primitive('NaN', 'NaN', Number.NaN),
  primitive('Infinity', 'Infinity', Number.POSITIVE_INFINITY),
  primitive('-Infinity', '-Infinity', Number.NEGATIVE_INFINITY),
  primitive('-0', '-0', -0),
  primitive('2**60', '2 ** 60', 2 ** 60),
  primitive('the smallest number', '5e-324', 5e-324),
  primitive('a fraction', '0.1 + 0.2', 0.1 + 0.2),
  primitive('a BigInt', '10n', 10n),
  primitive('a large negative BigInt', '-(2n ** 200n)', -(2n ** 200n)),
  primitive('an empty string', "''", ''),
  primitive('a string outside of the basic plane', "'naïve 🦩'", 'naïve 🦩'),
  primitive('a lone surrogate', "'a\\ud800b'", 'a\ud800b'),
  primitive('control characters', "'\\0\\x01\\u2028\\n\"\\\\'", '\0\x01\u2028\n"\\'),
  ...typedArrays,
  {
    name: 'plain nested data',
    source: "{ list: [1, 'two', { three: [true, null] }], empty: {}, none: [] }",
    make: () => ({ list: [1, 'two', { three: [true, null] }], empty: {}, none: [] }),
    check:
      'x instanceof Object && Array.isArray(x.list) && x.list instanceof Array && x.list[2].three[1] === null',
  },
  {
    name: 'the order of keys',
    source: '{ b: 1, a: 2, 10: 3, 9: 4 }',
    make: () => ({ b: 1, a: 2, 10: 3, 9: 4 }),
    check: "Object.keys(x).join() === '9,10,b,a'",
  },
  {
    name: 'odd keys',
    source: "{ '': 1, 'a.b': 2, constructor: 3, toString: 4, hasOwnProperty: 5, length: 6 }",
    make: () => ({ '': 1, 'a.b': 2, constructor: 3, toString: 4, hasOwnProperty: 5, length: 6 }),
    check: 'x.constructor === 3 && x[""] === 1 && x.hasOwnProperty === 5',
  },
  {
    name: '__proto__ as an own key',
    source: 'JSON.parse(\'{"__proto__":{"polluted":1},"a":2}\')',
    make: () => JSON.parse('{"__proto__":{"polluted":1},"a":2}'),
    check:
      "Object.hasOwn(x, '__proto__') && x.polluted === undefined && ({}).polluted === undefined && x.a === 2",
  },
  {
    name: 'a sparse array',
    source: '[1, , 3, , ]',
    // biome-ignore lint/suspicious/noSparseArray: holes are what is tested
    make: () => [1, , 3, ,],
    check: 'x.length === 4 && !(1 in x) && !(3 in x) && x[2] === 3',
  },
  {
    name: 'an array with a far index',
    source: '(() => { const a = []; a[1_000_000] = 1; return a })()',
    make: () => build([] as number[], (list) => (list[1_000_000] = 1)),
    check: 'x.length === 1_000_001 && Object.keys(x).length === 1 && x[1_000_000] === 1',
  },
  {
    name: 'an array of the greatest length',
    source: '(() => { const a = []; a.length = 2 ** 32 - 1; return a })()',
    make: () => build([] as unknown[], (list) => (list.length = 2 ** 32 - 1)),
    check: 'x.length === 2 ** 32 - 1 && Object.keys(x).length === 0',
  },
  {
    name: 'undefined and null in an array',
    source: '[undefined, null, [undefined]]',
    make: () => [undefined, null, [undefined]],
    check: '0 in x && x[0] === undefined && x[1] === null && x[2].length === 1',
  },
  {
    name: 'a Map',
    source: "new Map([['a', 1], [{ k: 1 }, new Map([[NaN, -0]])]])",
    make: () =>
      new Map<unknown, unknown>([
        ['a', 1],
        [{ k: 1 }, new Map([[Number.NaN, -0]])],
      ]),
    check: "x instanceof Map && x.get('a') === 1 && Object.is([...x.values()][1].get(NaN), -0)",
  },
  {
    name: 'a Set',
    source: "new Set(['b', 'a', undefined, { c: 1 }])",
    make: () => new Set<unknown>(['b', 'a', undefined, { c: 1 }]),
    check: "x instanceof Set && x.size === 4 && [...x][0] === 'b' && x.has(undefined)",
  },
  {
    name: 'a Date',
    source: 'new Date(1e12)',
    make: () => new Date(1e12),
    check: "x instanceof Date && x.toISOString() === '2001-09-09T01:46:40.000Z'",
  },
  {
    name: 'an invalid Date',
    source: 'new Date(NaN)',
    make: () => new Date(Number.NaN),
    check: 'x instanceof Date && Number.isNaN(x.getTime())',
  },
  {
    name: 'a RegExp',
    source: '/a[/]\\n"(?<n>é)/giu',
    make: () => /a[/]\n"(?<n>é)/giu,
    check: "x instanceof RegExp && x.flags === 'giu' && x.test('A/\\n\"É')",
  },
  {
    name: 'an ArrayBuffer',
    source: 'new Uint8Array([0, 1, 255]).buffer',
    make: () => bytes(0, 1, 255),
    check: 'x instanceof ArrayBuffer && new Uint8Array(x).join() === "0,1,255"',
  },
  {
    name: 'a DataView',
    source: 'new DataView(new Uint8Array([1, 2]).buffer)',
    make: () => new DataView(bytes(1, 2)),
    check: 'x instanceof DataView && x.byteLength === 2 && x.getUint16(0) === 258',
  },
  {
    name: 'a BigInt64Array',
    source: 'new BigInt64Array([-1n, 2n ** 62n])',
    make: () => new BigInt64Array([-1n, 2n ** 62n]),
    check: 'x instanceof BigInt64Array && x[0] === -1n && x[1] === 2n ** 62n',
  },
  {
    name: 'bytes of every kind of float',
    source: 'new Float64Array([NaN, -0, Infinity, 5e-324])',
    make: () => new Float64Array([Number.NaN, -0, Number.POSITIVE_INFINITY, 5e-324]),
    check: 'Number.isNaN(x[0]) && Object.is(x[1], -0) && x[3] === 5e-324',
  },
  {
    name: 'an Error with a cause',
    source: "new TypeError('outer', { cause: new Error('inner', { cause: 7 }) })",
    make: () => new TypeError('outer', { cause: new Error('inner', { cause: 7 }) }),
    check:
      "x instanceof Error && x.name === 'TypeError' && x.message === 'outer' && x.cause.message === 'inner' && x.cause.cause === 7",
  },
  {
    name: "an Error's own data",
    source: "Object.assign(new Error('e'), { code: 'E1', details: { at: [1] } })",
    make: () => withOwn(new Error('e'), { code: 'E1', details: { at: [1] } }),
    check: "x instanceof Error && x.code === 'E1' && x.details.at[0] === 1",
  },
  {
    name: 'a cyclic reference',
    source: '(() => { const o = { a: { b: [] } }; o.a.b.push(o); o.self = o; return o })()',
    make: () => build({ a: { b: [] as unknown[] } }, (o) => o.a.b.push(withOwn(o, { self: o }))),
    check: 'x.self === x && x.a.b[0] === x',
  },
  {
    name: 'a shared reference',
    source: '(() => { const s = [1]; return { a: s, b: s, c: new Map([[s, new Set([s])]]) } })()',
    make: () => {
      const shared = [1];
      return { a: shared, b: shared, c: new Map([[shared, new Set([shared])]]) };
    },
    check: 'x.a === x.b && x.c.has(x.a) && x.c.get(x.a).has(x.b)',
  },
  {
    name: 'a Map and a Set that contain themselves',
    source: '(() => { const m = new Map(); m.set(m, m); const s = new Set(); s.add(s); return [m, s] })()',
    make: () => [
      build(new Map<unknown, unknown>(), (m) => m.set(m, m)),
      build(new Set<unknown>(), (s) => s.add(s)),
    ],
    check: 'x[0].get(x[0]) === x[0] && x[1].has(x[1])',
  },
  {
    name: 'a thousand levels',
    source: '(() => { let o = {}; for (let i = 0; i < 1000; i++) o = { o }; return o })()',
    make: () => {
      let nested: object = {};
      for (let level = 0; level < 1000; level++) nested = { o: nested };
      return nested;
    },
    check: '(() => { let n = 0; for (let o = x; o.o; o = o.o) n++; return n === 1000 })()',
  },
];
