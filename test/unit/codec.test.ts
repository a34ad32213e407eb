import { types } from 'node:util';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { decodeValue, type EncodeOptions, encodeValue } from '../../src/bridge/codec.ts';
import type { CodecFixture } from './fixtures/codec-entry.ts';
import script from './fixtures/codec-entry.ts?script';
import { PATCHES } from './fixtures/codec-patches.ts';
import { REFUSED } from './fixtures/codec-refusals.ts';
import { difference } from './fixtures/codec-same.ts';
import { CROSSING, deep } from './fixtures/codec-values.ts';

const MIB = 2 ** 20;
const options: EncodeOptions = { root: 'value', maxBytes: 64 * MIB, isProxy: types.isProxy };

function textOf(value: unknown, changes: Partial<EncodeOptions> = {}): string {
  const encoding = encodeValue(value, { ...options, ...changes });
  if (encoding.outcome !== 'encoded') throw new Error(encoding.message);
  return encoding.text;
}

function decoded(text: string): unknown {
  const decoding = decodeValue(text);
  if (decoding.outcome !== 'decoded') throw new Error(`Malformed: ${text.slice(0, 200)}`);
  return decoding.value;
}

describe('values that cross', () => {
  it.each(CROSSING)('carries $name', ({ make, expected = make }) => {
    expect(difference(expected(), decoded(textOf(make())))).toBe('');
  });

  it.each(CROSSING)('counts the bytes of $name, and needs no room beyond them', ({ make }) => {
    const text = textOf(make());
    const bytes = /[^\x00-\xff]/.test(text) ? 2 * text.length : text.length;
    expect(encodeValue(make(), { ...options, maxBytes: bytes })).toEqual({ outcome: 'encoded', text, bytes });
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
    for (const plain of [true, false]) {
      let reads = 0;
      const value = {
        get x() {
          return ++reads;
        },
        other: plain ? 1 : undefined,
      };
      const list = Object.defineProperty([0, 0], 1, { get: () => ++reads, enumerable: true });
      expect(
        difference({ v: { x: 1, other: value.other }, l: [0, 2] }, decoded(textOf({ v: value, l: list }))),
      ).toBe('');
      expect(reads).toBe(2);
    }
  });

  it('reads each getter once where another one cannot be read', () => {
    let reads = 0;
    const value = {
      get a() {
        return ++reads;
      },
      get [Symbol('s')](): never {
        throw new Error('not asked');
      },
    };
    expect(decoded(textOf(value))).toEqual({ a: 1 });
    expect(reads).toBe(1);
  });

  it('is not misled by a getter that changes what was read before', () => {
    const list: unknown[] = [1, 2];
    const value = {
      list,
      get x() {
        list.length = 0;
        list.push(() => {});
        return 3;
      },
    };
    const encoding = encodeValue(value, options);
    if (encoding.outcome === 'encoded') decoded(encoding.text);
    else expect(encoding).toMatchObject({ outcome: 'uncloneable', path: 'value.list[0]' });
  });

  it('survives a getter that detaches a buffer read before', () => {
    const buffer = new ArrayBuffer(8);
    const value = [
      buffer,
      {
        get x() {
          structuredClone(buffer, { transfer: [buffer] });
          return 1;
        },
      },
    ];
    expect(encodeValue(value, options)).toMatchObject({ outcome: 'uncloneable' });
  });

  it('leaves what it reads as it was', () => {
    const value = Object.freeze({ a: Object.freeze([1n, Object.freeze({ b: undefined })]) });
    decoded(textOf(value));
    expect(value).toEqual({ a: [1n, { b: undefined }] });
  });

  it('gives no stack of either side away', () => {
    const arrived = decoded(textOf({ error: Object.assign(new Error('e'), { stack: 'secret' }) }));
    expect((arrived as { error: Error }).error.stack).toBe('Error: e');
  });

  it('shares no memory', () => {
    const bytes = new Uint8Array([1, 2, 3]);
    const arrived = decoded(textOf(bytes)) as Uint8Array;
    arrived[0] = 9;
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
    const handler = new Proxy(
      {},
      {
        get: () => {
          throw new Error('a trap ran');
        },
      },
    );
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    for (const target of [
      new Proxy({ a: 1 }, handler),
      new Proxy([], handler),
      new Proxy(new Map(), {}),
      proxy,
    ]) {
      expect(encodeValue([target], options)).toMatchObject({
        path: 'value[0]',
        message: 'value[0] is a Proxy',
      });
    }
  });

  it('survives a Proxy that it cannot recognise', () => {
    const { isProxy: _, ...blind } = options;
    const hostile = new Proxy(
      {},
      {
        get: (_t, trap) => () => {
          throw new Error(`no ${String(trap)}`);
        },
      },
    );
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    const endless: object = new Proxy({}, { getPrototypeOf: () => endless, ownKeys: () => [] });
    const targets = [new Proxy({}, hostile), new Proxy([], hostile), proxy, endless];
    targets.push(
      new Proxy([], { get: () => -1 }),
      new Proxy([], { get: (t, k) => (k === 'length' ? 2 ** 53 : Reflect.get(t, k)) }),
    );
    for (const target of targets) expect(encodeValue([target], blind).outcome).toBe('uncloneable');
    expect(decoded(textOf(new Proxy({ a: [1] }, {}), { isProxy: () => false }))).toEqual({ a: [1] });
  });

  const wraps: [string, (inner: unknown) => unknown][] = [
    ['objects', (inner) => ({ inner })],
    ['arrays', (inner) => [inner]],
    ['Maps', (inner) => new Map([['k', inner]])],
    ['keys of Maps', (inner) => new Map([[inner, 1]])],
    ['Sets', (inner) => new Set([inner])],
    ['causes', (inner) => new Error('e', { cause: inner })],
    ['sparse arrays', (inner) => [, inner]],
    [
      'instances',
      (inner) =>
        new (class Link {
          inner = inner;
        })(),
    ],
  ];
  it.each(wraps)('refuses %s that are nested too deep', (_name, wrap) => {
    for (const levels of [2_001, 100_000, 200_000]) {
      const encoding = encodeValue(deep(levels, wrap), options);
      if (encoding.outcome !== 'uncloneable') throw new Error(encoding.outcome);
      expect(encoding.message).toBe(`${encoding.path} is nested deeper than 2000 levels`);
      expect(encoding.path).toMatch(/^value.*….*[^…]$/);
      expect(encoding.path.length).toBeLessThanOrEqual(120);
    }
  });

  it('measures depth along the shortest path', () => {
    let node: { next?: unknown; all: unknown[] } = { all: [] };
    const { all } = node;
    for (let index = 0; index < 5_000; index++) {
      all.push(node);
      node = { next: node, all };
    }
    expect(difference(node, decoded(textOf(node)))).toBe('');
  });
});

describe('values that are too large', () => {
  const big: [string, () => unknown][] = [
    ['a large buffer', () => new ArrayBuffer(500e6)],
    ['a large view', () => new Float64Array(62_500_000)],
    ['a view of a part of a large buffer', () => new Uint8Array(new ArrayBuffer(500e6), 1)],
    ['a long string', () => 'x'.repeat(300e6)],
    ['a long key', () => ({ ['x'.repeat(300e6)]: undefined })],
    ['a string many times', () => new Array(5_000).fill('x'.repeat(20_000))],
    ['a huge BigInt', () => 1n << 400_000_000n],
    ['a huge negative BigInt', () => -(1n << 400_000_000n)],
    ['many small objects', () => Array.from({ length: 20_000 }, () => ({}))],
    ['many references to one object', () => new Set([Array(30_000).fill({})])],
    ['many numbers', () => Array(200_000).fill(1)],
    ['many numbers in a Set', () => new Set(Array.from({ length: 50_000 }, (_, index) => index))],
    ['a large Map', () => new Map(Array.from({ length: 20_000 }, (_, index) => [index, index]))],
    [
      'a large sparse array',
      () =>
        Array.from({ length: 60_000 }, (_, index) => index).filter(
          (_, index, all) => delete all[index * 2] || true,
        ),
    ],
    ['many Dates', () => Array.from({ length: 20_000 }, () => new Date())],
    ['a long message of an Error', () => new Error('x'.repeat(300e6))],
  ];
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

  it('counts two bytes for each character as soon as one is beyond Latin-1', () => {
    expect(encodeValue('é'.repeat(100), { ...options, maxBytes: 103 }).outcome).toBe('encoded');
    expect(encodeValue(`${'é'.repeat(99)}Ā`, { ...options, maxBytes: 205 }).outcome).toBe('too-large');
    expect(encodeValue(`${'é'.repeat(99)}Ā`, { ...options, maxBytes: 206 })).toMatchObject({ bytes: 206 });
  });
});

const patches: [string, string][] = [
  ...Object.entries(PATCHES),
  [
    'everything at once',
    Object.values(PATCHES)
      .map((patch) => `try { ${patch} } catch {}`)
      .join('\n'),
  ],
];

describe.each(patches)('in a realm whose program patched %s', (name, patch) => {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY as unknown as vm.Context);
  vm.runInContext(script, context);
  const pristine = vm.runInContext(
    'Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((key) => [key, globalThis[key]]))',
    context,
  ) as object;
  const realm = { ...pristine };
  const there = vm.runInContext('fixture', context) as CodecFixture;
  const values = CROSSING.filter(({ name }) => !name.startsWith('a deep'));
  const here = values.map(({ make, expected = make }) => ({ text: textOf(make()), expected: expected() }));
  // Made by that realm's own builtins, before they are patched.
  const foreign = here.map(({ text }) => there.decodeValue(text));
  vm.runInContext(patch, context);

  it('decodes there what was encoded here', () => {
    for (const [index, { text, expected }] of here.entries()) {
      const decoding = there.decodeValue(text);
      const value = Object.getOwnPropertyDescriptor(decoding, 'value')?.value as unknown;
      expect(`${values[index]!.name}: ${difference(expected, value, realm)}`).toBe(
        `${values[index]!.name}: `,
      );
    }
  });

  it('encodes there what is decoded here', () => {
    for (const [index, { expected }] of here.entries()) {
      const value = (foreign[index] as { value: unknown }).value;
      for (const isProxy of [undefined, types.isProxy]) {
        const encoding = there.encodeValue(
          value,
          isProxy ? { ...options, isProxy } : { root: 'value', maxBytes: 64 * MIB },
        );
        const title = `${name}, ${values[index]!.name}: `;
        expect(
          title +
            (encoding.outcome === 'encoded'
              ? difference(expected, decoded(encoding.text))
              : encoding.message),
        ).toBe(title);
      }
    }
  });
});
