import { fact, topic } from './case.ts';

/** Calls of the console and the one text that each makes, in every environment. */
const TEXTS: readonly [fact: string, call: string, text: string][] = [
  ['strings side by side, without quotes', "console.log('a', 'b c', 1)", 'a b c 1'],
  ['an empty call as an empty entry', 'console.log()', ''],
  [
    'primitives',
    'console.log(null, undefined, true, -0, 1e21, 10n, Symbol("s"))',
    'null undefined true -0 1e+21 10n Symbol(s)',
  ],
  [
    'plain objects',
    "console.log({ a: 1, b: 'two', 'c-d': [1, 'x'] })",
    "{ a: 1, b: 'two', 'c-d': [ 1, 'x' ] }",
  ],
  ['empty objects and arrays', 'console.log({}, [])', '{} []'],
  ['an object without a prototype', 'console.log(Object.create(null))', '[Object: null prototype] {}'],
  ['a Map', "console.log(new Map([['a', { b: 1 }]]))", "Map(1) { 'a' => { b: 1 } }"],
  ['a Set', "console.log(new Set([1, 'a']))", "Set(2) { 1, 'a' }"],
  ['a Date', 'console.log(new Date(0), [new Date(NaN)])', '1970-01-01T00:00:00.000Z [ Invalid Date ]'],
  ['a RegExp', 'console.log(/a+/gi)', '/a+/gi'],
  ['holes', 'console.log([1, , 3])', '[ 1, <1 empty item>, 3 ]'],
  [
    'functions and classes',
    'console.log(function f() {}, () => {}, class A {}, async () => {})',
    '[Function: f] [Function (anonymous)] [class A] [AsyncFunction (anonymous)]',
  ],
  ['a class instance', 'class P { y = 2; #x = 1 } console.log(new P())', 'P { y: 2 }'],
  [
    'a circular reference',
    'const o = { n: 1 }; o.self = o; console.log(o)',
    '<ref *1> { n: 1, self: [Circular *1] }',
  ],
  ['nesting down to a depth', 'console.log({ a: { b: { c: { d: 1 } } } })', '{ a: { b: { c: [Object] } } }'],
  [
    'accessors without calling them',
    'console.log({ get a() { throw 1 }, set b(v) {} })',
    '{ a: [Getter], b: [Setter] }',
  ],
  ['a typed array', 'console.log(new Uint8Array([1, 2, 3]))', 'Uint8Array(3) [ 1, 2, 3 ]'],
  ['quotes in nested strings', `console.log(["it's", 'say "x"', 'a\\nb'])`, `[ "it's", 'say "x"', 'a\\nb' ]`],
  ['boxed primitives', 'console.log(Object(1), Object("s"))', "[Number: 1] [String: 's']"],
  [
    'an object over several lines once it is long',
    "console.log({ alpha: 'a'.repeat(30), beta: 'b'.repeat(30), c: 1 })",
    `{\n  alpha: '${'a'.repeat(30)}',\n  beta: '${'b'.repeat(30)}',\n  c: 1\n}`,
  ],
  ['%s', "console.log('%s is %s', 'a', 1, 'rest')", 'a is 1 rest'],
  ['%d and %i and %f', "console.log('%d %i %f', '42.5', 42.9, '1.5')", '42.5 42 1.5'],
  ['%j', "console.log('%j', { a: [1] })", '{"a":[1]}'],
  ['%o and %O', "console.log('%O', { a: { b: 1 } })", '{ a: { b: 1 } }'],
  ['%% and %c', "console.log('100%% %csure', 'color: red')", '100% sure'],
  ['a directive without an argument as it is', "console.log('%s %s', 'one')", 'one %s'],
  ['a per cent sign alone', "console.log('5% off', 1)", '5% off 1'],
  ['a string of several lines as one entry', "console.log('a\\nb')", 'a\nb'],
  ['dir like log of one value', 'console.dir({ a: 1 })', '{ a: 1 }'],
  ['a failed assertion', "console.assert(1 > 2, 'must', { a: 1 })", 'Assertion failed: must { a: 1 }'],
  ['a failed assertion without a message', 'console.assert(false)', 'Assertion failed'],
  ['count', 'console.count()', 'default: 1'],
  ['count with a label', "console.count('x')", 'x: 1'],
  [
    'a table',
    "console.table([{ a: 1, b: 'x' }])",
    "┌─────────┬───┬─────┐\n│ (index) │ a │ b   │\n├─────────┼───┼─────┤\n│ 0       │ 1 │ 'x' │\n└─────────┴───┴─────┘",
  ],
  ['a table of what is none', "console.table('text')", 'text'],
];

/** Values that are costly or hostile to print; each must give one bounded entry. */
const HARD: readonly [fact: string, expression: string][] = [
  ['ten thousand items', 'Array.from({ length: 10_000 }, (_, i) => i)'],
  ['an array of the greatest length', '(() => { const a = []; a.length = 2 ** 32 - 1; return a })()'],
  ['a Map of ten thousand entries', 'new Map(Array.from({ length: 10_000 }, (_, i) => [i, i]))'],
  [
    'an object of ten thousand keys',
    'Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => ["k" + i, i]))',
  ],
  ['ten thousand levels', '(() => { let o = {}; for (let i = 0; i < 10_000; i++) o = { o }; return o })()'],
  [
    'a proxy that throws at everything',
    'new Proxy({}, new Proxy({}, { get() { throw new Error("trap") } }))',
  ],
  [
    'a revoked proxy',
    '(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()',
  ],
  [
    'an object whose conversions throw',
    '{ toString() { throw 1 }, [Symbol.toPrimitive]() { throw 2 }, toJSON() { throw 3 } }',
  ],
  [
    'an error whose getters throw',
    'Object.defineProperties(new Error("x"), { stack: { get() { throw 1 } }, message: { get() { throw 2 } }, name: { get() { throw 3 } } })',
  ],
  ['an object whose constructor throws', '{ get constructor() { throw 1 } }'],
  ['an object whose tag throws', '{ get [Symbol.toStringTag]() { throw 1 } }'],
];

export const logFormatCases = topic('log format', [
  ...TEXTS.map(([name, call, text]) =>
    fact(`prints ${name}`, async ({ run, expect }) => {
      const { logs, error } = await run(call);
      expect(error).toBeUndefined();
      expect(logs).toEqual([text]);
    }),
  ),
  ...HARD.map(([name, expression]) =>
    fact(`prints ${name} within bounds`, async ({ run, expect }) => {
      const { logs, value, error } = await run(
        `const hard = ${expression}; console.log(hard); console.log('%o', hard); return 1`,
      );
      expect(error).toBeUndefined();
      expect(value).toBe(1);
      expect(logs).toHaveLength(2);
      for (const text of logs) expect(text.length).toBeLessThan(200_000);
    }),
  ),
  // Versions of Node differ in the brackets around a symbol key.
  fact('prints symbol keys', async ({ run, expect }) => {
    const { logs } = await run("console.log({ [Symbol('k')]: 1 })");
    expect(logs[0]).toMatch(/^\{ \[?Symbol\(k\)\]?: 1 \}$/);
  }),
  fact('prints the tag of an object', async ({ run, expect }) => {
    const { logs } = await run("console.log({ [Symbol.toStringTag]: 'Tag', a: 1 })");
    expect(logs[0]).toMatch(/\bTag\b/);
    expect(logs[0]).toContain('a: 1');
  }),
  fact('says how many items it leaves out', async ({ run, expect }) => {
    const { logs } = await run('console.log(Array.from({ length: 1_000 }, (_, i) => i))');
    expect(logs[0]).toMatch(/900 more items/);
  }),
  fact('prints an error with its name, message, cause and own data', async ({ run, expect }) => {
    const { logs } = await run(
      "console.log(Object.assign(new RangeError('outer', { cause: new Error('inner') }), { code: 'E1' }))",
    );
    expect(logs).toHaveLength(1);
    for (const part of ['RangeError: outer', 'Error: inner', "code: 'E1'"]) expect(logs[0]).toContain(part);
  }),
  fact('indents what a group prints', async ({ run, expect }) => {
    const { logs } = await run(`
      console.group('outer');
      console.log('a');
      console.group('inner');
      console.log({ x: 1 });
      console.log('two\\nlines');
      console.groupEnd();
      console.groupEnd();
      console.groupEnd();
      console.log('b');`);
    expect(logs).toEqual(['outer', '  a', '  inner', '    { x: 1 }', '    two\n    lines', 'b']);
  }),
  fact('counts by label, and resets', async ({ run, expect }) => {
    const { logs } = await run(
      "console.count('x'); console.count('x'); console.countReset('x'); console.count('x')",
    );
    expect(logs).toEqual(['x: 1', 'x: 2', 'x: 1']);
  }),
  fact('times by label', async ({ run, expect }) => {
    const { logs } = await run("console.time('t'); console.timeLog('t', 1); console.timeEnd('t')");
    expect(logs).toHaveLength(2);
    expect(logs[0]).toMatch(/^t: [\d.]+m?s 1$/);
    expect(logs[1]).toMatch(/^t: [\d.]+m?s$/);
  }),
  fact('prints a trace with its message, and no frame of the runtime', async ({ run, expect }) => {
    const { logs } = await run("console.trace('here', 1)");
    expect(logs).toHaveLength(1);
    expect(logs[0]).toMatch(/^Trace: here 1/);
    expect(logs[0]).not.toMatch(/node:internal|file:\/\/|node_modules/);
  }),
  fact('prints nothing for an assertion that holds, or for clear', async ({ run, expect }) => {
    const { logs, error } = await run("console.assert(true, 'no'); console.clear()");
    expect(error).toBeUndefined();
    expect(logs).toEqual([]);
  }),
]);
