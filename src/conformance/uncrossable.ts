import { bareRealm, fact, topic } from './case.ts';
import { platformUrl } from './environment.ts';

/** Completions that cannot cross, and what their message must say. */
const COMPLETIONS: readonly [fact: string, program: string, message: RegExp][] = [
  [
    'a function deep inside',
    'return { items: [0, 1, 2, { cb: () => 1 }] }',
    /value\.items\[3\]\.cb is a function/,
  ],
  ['a function', 'return () => 1', /\bvalue is a function/],
  ['a class', 'return { A: class A {} }', /value\.A is a (function|class)/],
  ['a symbol', "return { a: Symbol('s') }", /value\.a is a symbol/],
  ['a symbol alone', 'return Symbol()', /\bvalue is a symbol/],
  ['a key that is no identifier', "return { 'a-b': { c: Symbol() } }", /value\[["']a-b["']\]\.c is a symbol/],
  [
    'a promise',
    "return { files: ['a', 'b'].map(async (p) => p) }",
    /value\.files\[0\] is a Promise; await it/,
  ],
  ['a method of an object literal', 'return { total: 1, add() {} }', /value\.add is a function/],
  ['a WeakMap', 'return { a: new WeakMap() }', /value\.a is a WeakMap/],
  ['a WeakRef', 'return [new WeakRef({})]', /value\[0\] is a WeakRef/],
  ['a generator', 'return { g: (function* () {})() }', /value\.g is .*Generator/i],
  ['an iterator', 'return { i: [1][Symbol.iterator]() }', /value\.i is .*Iterator/i],
  ['a URL', "return { u: new URL('https://example.com') }", /value\.u is a URL/],
  ['an instance with nothing of its own', 'class Empty {} return [new Empty()]', /value\[0\] is .*Empty/],
  ['a function in a Map', "return new Map([['k', () => 1]])", /value.*k.* is a function/],
  ['a function in a Set', 'return { s: new Set([() => 1]) }', /value\.s.* is a function/],
  ['an accessor that throws', "return { get a() { throw new Error('no') } }", /value\.a\b/],
  [
    'a proxy that throws',
    "return { p: new Proxy({}, { ownKeys() { throw new Error('no') } }) }",
    /value\.p\b/,
  ],
  [
    'a proxy of a constructor that was looked up otherwise',
    "const { value } = Object.getOwnPropertyDescriptor(Proxy, 'revocable'); return { p: value({ a: 1 }, {}).proxy }",
    /value\.p is a Proxy/,
  ],
  [
    'a revoked proxy',
    'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return [proxy]',
    /value\[0\]/,
  ],
];

/** Arguments that cannot cross, and what the error in the program must say. */
const ARGUMENTS: readonly [fact: string, args: string, message: RegExp][] = [
  ['a callback', '{ cb: (x) => x }', /args\[0\]\.cb is a function/],
  ['a later argument', "1, ['a', Symbol()]", /args\[1\]\[1\] is a symbol/],
  ['a promise', '{ p: tools.a() }', /args\[0\]\.p is a Promise; await it/],
  ['a namespace function', 'tools.a', /args\[0\] is a function/],
  ['an instance with nothing of its own', 'new (class Empty {})()', /args\[0\] is .*Empty/],
  ['an accessor that throws', '{ get a() { throw 1 } }', /args\[0\]\.a\b/],
];

/** Resolutions that cannot cross, made on the host, and what the error in the program must say. */
const RESOLUTIONS: readonly [fact: string, make: () => unknown, message: RegExp][] = [
  ['a function', () => ({ cb: () => 1 }), /\.cb is a function/],
  ['a symbol', () => [Symbol('s')], /\[0\] is a symbol/],
  ['a promise inside', () => ({ p: Promise.resolve(1) }), /\.p is a Promise/],
  ['a WeakMap', () => ({ w: new WeakMap() }), /\.w is a WeakMap/],
  ['a URL', () => ({ u: platformUrl('https://example.com') }), /\.u is a URL/],
  [
    'an accessor that throws',
    () => ({
      get a(): never {
        throw new Error('no');
      },
    }),
    /\.a\b/,
  ],
  [
    'a proxy that throws',
    () => [
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('no');
          },
          get() {
            throw new Error('no');
          },
          getPrototypeOf() {
            throw new Error('no');
          },
        },
      ),
    ],
    /\[0\]/,
  ],
];

const CAUGHT = 'catch (error) { return [error instanceof Error, error.message] }';

/** Builds `levels` nested objects under the key `o`, in the program. */
const DEEP = 'let deep = {}; for (let i = 0; i < 20_000; i++) deep = { o: deep };';

function depthOf(value: unknown): number {
  let levels = 0;
  for (let at = value as { o?: unknown }; at.o !== undefined; at = at.o as { o?: unknown }) levels++;
  return levels;
}

export const uncrossableCases = topic('values that cannot cross', [
  ...COMPLETIONS.map(([name, program, message]) =>
    fact(`refuses as completion: ${name}`, async ({ run, expect }) => {
      const { error, ...result } = await run(program);
      expect(error?.kind).toBe('invalid-output');
      expect(error?.message).toMatch(message);
      expect('value' in result).toBe(false);
    }),
  ),
  ...ARGUMENTS.map(([name, args, message]) =>
    fact(`rejects the call for an argument: ${name}`, async ({ value, expect }) => {
      let calls = 0;
      const seen = await value(`try { await tools.take(${args}) } ${CAUGHT}`, {
        tools: { take: () => void calls++, a: () => 1 },
      });
      const [isError, text] = seen as [boolean, string];
      expect(isError).toBe(true);
      expect(text).toMatch(message);
      expect(calls).toBe(0);
    }),
  ),
  ...RESOLUTIONS.map(([name, make, message]) =>
    fact(`rejects the call for a resolution: ${name}`, async ({ value, expect }) => {
      const seen = await value(`try { return await tools.give() } ${CAUGHT}`, { tools: { give: make } });
      const [isError, text] = seen as [boolean, string];
      expect(isError).toBe(true);
      expect(text).toMatch(message);
    }),
  ),
  fact('rejects one call and goes on with the others', async ({ value, expect }) => {
    const program = `
      const settled = await Promise.allSettled([tools.take(1), tools.take(() => 1), tools.give(), tools.take(2)]);
      return settled.map((s) => s.value ?? s.status)`;
    const tools = { take: (n: number) => n, give: () => () => 1 };
    expect(await value(program, { tools })).toEqual([1, 'rejected', 'rejected', 2]);
  }),
  fact(
    'says that the program finished, and keeps its logs, when the completion cannot cross',
    async ({ run, expect }) => {
      const { error, logs } = await run("console.log('did it'); return Symbol()");
      expect(error?.kind).toBe('invalid-output');
      expect(error?.message).toMatch(/finished/i);
      expect(logs).toEqual(['did it']);
    },
  ),
  fact('has no shared memory to send', bareRealm, async ({ value, expect }) => {
    expect(await value('return [typeof SharedArrayBuffer, typeof MessageChannel]')).toEqual([
      'undefined',
      'undefined',
    ]);
  }),
  fact('takes a completion of 20 000 levels, or refuses it clearly', async ({ run, value, expect }) => {
    const result = await run(`${DEEP} return deep`);
    if (result.error) {
      expect(['invalid-output', 'output-limit']).toContain(result.error.kind);
      expect(result.error.message.length).toBeLessThan(10_000);
    } else expect(depthOf(result.value)).toBe(20_000);
    expect(await value('return 1')).toBe(1);
  }),
  fact('takes an argument of 20 000 levels, or rejects that call', async ({ value, expect }) => {
    const program = `${DEEP} try { return await tools.depth(deep) } catch (error) { return error instanceof Error }`;
    expect([20_000, true]).toContain(await value(program, { tools: { depth: depthOf } }));
  }),
  fact('takes a resolution of 20 000 levels, or rejects that call', async ({ value, expect }) => {
    const program = `
      try {
        let n = 0;
        for (let at = await tools.give(); at.o; at = at.o) n++;
        return n;
      } catch (error) { return error instanceof Error }`;
    const give = () => {
      let nested: object = {};
      for (let level = 0; level < 20_000; level++) nested = { o: nested };
      return nested;
    };
    expect([20_000, true]).toContain(await value(program, { tools: { give } }));
  }),
]);
