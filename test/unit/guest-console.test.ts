import util from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsoleFixture } from './fixtures/guest-console.ts';
import script from './fixtures/guest-console.ts?script';
import { makeRealm } from './fixtures/guest-realm.ts';

interface Entry {
  readonly level: string;
  readonly text: string;
  readonly cut: number;
}

/** Runs a program with a console of its own and returns what it printed. */
function entriesOf(program: string, { maxTextLength = 100_000, step = 0 } = {}): Entry[] {
  const { fixture, run } = makeRealm<ConsoleFixture>(script);
  const entries: Entry[] = [];
  let time = 0;
  const target = run('globalThis') as { console: unknown };
  target.console = fixture.makeConsole(
    (level, text, cut) => entries.push({ level, text, cut }),
    () => (time += step),
    maxTextLength,
  );
  run(`(() => {${program}\n})()`);
  return entries;
}

function textsOf(program: string): string[] {
  return entriesOf(program).map(({ text }) => text);
}

function textOf(args: string): string {
  return textsOf(`console.log(${args})`).join('\n<another entry>\n');
}

const realm = makeRealm<ConsoleFixture>(script);

/** How the guest inspects the value of an expression of its realm. */
function inspected(expression: string, options?: unknown): string {
  return realm.fixture.inspect(realm.run(`(${expression})`), options);
}

/** An expression that makes plain data. */
function sourceOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sourceOf).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => `[${JSON.stringify(key)}]: ${sourceOf(item)}`);
    return `{ ${entries.join(', ')} }`;
  }
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value);
}

describe('inspection', () => {
  it.each([
    '-0',
    `'it\\'s'`,
    '`"it\'s"`',
    `'\\u0000\\t\\n\\x7f\\ud800 \\ud83d\\ude00'`,
    '10n',
    'Symbol("a")',
    '[undefined, null, NaN, -Infinity]',
    '[, 1, , , 2]',
    'Array(3)',
    'Object.assign([1], { x: 1, "a-b": 2 })',
    'Array.from({ length: 30 }, (_, i) => i * i)',
    'Array.from({ length: 101 }, (_, i) => i)',
    'Array.from({ length: 27 }, (_, i) => "x".repeat(i % 7))',
    '["日本語", "中文", "한국어", "a", "b", "c", "d", "e"]',
    '({ a: { b: { c: { d: 1 } } }, e: [[[[]]]] })',
    '({ "a-b": 1, 2: 3, ["__proto__"]: 5, "": 6 })',
    '({ get x() { return 1 }, set y(v) {}, get z() { return 1 }, set z(v) {} })',
    '({ s: "line one is here and it goes long\\nline two is long".repeat(2) })',
    'new Map([[{ a: 1 }, new Set([1, [2]])]])',
    'new Map(Array.from({ length: 200 }, (_, i) => [i, i]))',
    'new (class Foo extends Map {})([[1, 2]])',
    'new (class Foo extends Array {})(1, 2)',
    'new (class Foo { a = 1; #b = 2 })()',
    'new (class Foo { get [Symbol.toStringTag]() { return "Foo" } })()',
    'Object.create({ [Symbol.toStringTag]: "T" })',
    'Object.create(null)',
    'Object.setPrototypeOf([1], null)',
    '[function f() {}, () => {}, async () => {}, function* g() {}, async function* h() {}]',
    '[class A {}, class extends Map {}, class B extends Array {}]',
    'Object.assign(() => {}, { a: 1 })',
    'Math',
    '(function* () {})()',
    '[new Date(0), new Date(NaN), /a\\/b/gi, Object.assign(/x/, { a: 1 })]',
    '[Object(1), Object("abc"), Object(1n), Object(true), Object(Symbol("q"))]',
    '[new Uint8Array([1, 2]), new Float64Array([-0]), new BigInt64Array(1)]',
    '[new WeakMap(), new WeakSet(), new WeakRef({})]',
    '(() => { const a = { b: {} }; a.b.c = a.b; a.d = a; return a })()',
    '(() => { const m = new Map(); m.set("m", m); return m })()',
    'Object.prototype',
    'Map.prototype',
    '({ f: new (class { [Symbol.for("nodejs.util.inspect.custom")](depth) { return `two\\nlines ${depth}` } })() })',
  ])('prints as Node does: %s', (expression) => {
    const native: unknown = new Function(`return (${expression})`)();
    for (const options of [
      undefined,
      { depth: 0 },
      { breakLength: 40 },
      { compact: false },
      { maxStringLength: 3 },
    ]) {
      expect(inspected(expression, options)).toBe(util.inspect(native, options));
    }
  });

  it('prints any plain data as Node does', () => {
    const { fixture } = realm;
    const data = fc.object({
      maxDepth: 4,
      maxKeys: 9,
      key: fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('id', 'name', '__proto__', '0', '7')),
      values: [
        fc.string({ unit: fc.constantFrom(...`aZ 0_-'"\`\\$\n\u0007\u009fé日本😀\ud800{}`), maxLength: 90 }),
        fc.integer(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.bigInt(),
      ],
      withNullPrototype: false,
    });
    const values = fc.oneof(
      data,
      fc.array(data, { maxLength: 12 }),
      fc.array(fc.integer(), { maxLength: 150 }),
    );
    fc.assert(
      fc.property(values, (value) => {
        // The prototypes of this realm are unknown to the other, so the data goes over as source.
        const there = realm.run(`(${sourceOf(value)})`);
        expect(fixture.inspect(there)).toBe(util.inspect(value));
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('calls no getter and runs no trap', () => {
    const program = `
      const traps = new Proxy({}, { get(_, name) { throw new Error('trap ' + name) } });
      const hostile = new Proxy(function () {}, traps);
      class A { get secret() { throw new Error('getter') } static get [Symbol.hasInstance]() { throw new Error('hasInstance') } }
      Object.defineProperty(A.prototype, Symbol.toStringTag, { get() { throw new Error('tag') } });
      console.log(hostile, [hostile], new A(), Object.create(hostile), { get a() { throw new Error('a') } });
      console.log('%s %d %i %f %j %o %O', hostile, hostile, hostile, hostile, hostile, hostile, hostile);
      console.table([hostile, { a: hostile }]);
      console.table(hostile);
      console.dir(hostile, hostile);
    `;
    expect(textsOf(program)).toEqual([
      '[Proxy] [ [Proxy] ] A {} [Object: null prototype] {} { a: [Getter] }',
      '[Proxy] NaN NaN NaN [Proxy] [Proxy] [Proxy]',
      [
        '┌─────────┬─────────┬─────────┐',
        '│ (index) │ a       │ Values  │',
        '├─────────┼─────────┼─────────┤',
        '│ 0       │         │ [Proxy] │',
        '│ 1       │ [Proxy] │         │',
        '└─────────┴─────────┴─────────┘',
      ].join('\n'),
      '[Proxy]',
      '[Proxy]',
    ]);
  });

  it('tells symbols from strings as keys', () => {
    expect(inspected('({ [Symbol("s")]: 1, [Symbol.toStringTag]: "T" })')).toBe(
      "{ [Symbol(s)]: 1, [Symbol(Symbol.toStringTag)]: 'T' }",
    );
  });

  it('gives inspection methods what they know from Node', () => {
    const program = `
      const custom = Symbol.for('nodejs.util.inspect.custom');
      console.log({ a: { [custom]: (depth, options, inspect) => options.stylize('<' + depth + '>', 'special') + inspect({ b: { c: {} } }, { ...options, depth: 0 }) } });
    `;
    expect(textsOf(program)).toEqual(['{ a: <1>{ b: [Object] } }']);
  });

  it('says what the language cannot tell', () => {
    expect(inspected('[Promise.resolve(1), new WeakSet()]')).toBe(
      '[ Promise { <state unknown> }, WeakSet { <items unknown> } ]',
    );
    expect(inspected('new ArrayBuffer(3)')).toBe(
      'ArrayBuffer { [Uint8Contents]: <00 00 00>, byteLength: 3 }',
    );
  });

  it('replaces what an inspection method throws, and nothing else', () => {
    const program = `
      const custom = Symbol.for('nodejs.util.inspect.custom');
      console.log([1, { [custom]() { throw new TypeError('no') } }, 2]);
      console.log({ [custom]() { throw { toString() { throw 1 } } } }, 'after');
      console.log({ [custom](depth, options, inspect) { return inspect(this, options) } });
      const endless = { [custom]() { return Object.create(endless) } };
      console.log(endless);
    `;
    const [first, second, third, fourth] = textsOf(program);
    expect(first).toBe('[ 1, [could not be formatted: TypeError: no], 2 ]');
    expect(second).toBe('[could not be formatted] after');
    expect(third).toMatch(/could not be formatted/);
    expect(fourth).toBe('{}');
  });
});

describe('placeholders', () => {
  it.each([
    `'%s %d %i %f %j %o %O %c|%%|%x %', 'str', '42', '42.9', '1.5x', { a: 1 }, [1], { a: { b: {} } }, 'css', 'foo', { a: 1 }`,
    `'%s|%s|%s|%s|%s|%s', { a: { b: 1 } }, null, undefined, -0, 1n, Symbol('a')`,
    `'%s', new Date(0)`,
    `'%s', [1, [2, [3]]]`,
    `'%s', class A { toString() { return 'x' } }`,
    `'%s', { toString() { return 'mine' } }`,
    `'%s', Object.create(null)`,
    `'%d %d %d %d', {}, 1n, '', Symbol('x')`,
    `'%i %i %f', 1n, {}, Symbol('a')`,
    `'100%', 5`,
    `'%s'`,
    `'%%'`,
    `'%%', 1`,
    `'%s %s', 'only'`,
    `1, '%s', 2`,
    `'a', 'b', -0, { s: 'x' }, "s'q"`,
    `'%j', undefined`,
    `'%j', (() => { const c = {}; c.c = c; return c })()`,
    `'%o', { a: 1, b: [1, { c: 2 }] }`,
    ``,
  ])('fills them in as Node does: console.log(%s)', (args) => {
    const native = new Function(`return [${args}]`)() as unknown[];
    expect(textOf(args)).toBe(util.format(...native));
  });

  it('takes one string as it is', () => {
    expect(textOf(`'100% %s %%'`)).toBe('100% %s %%');
  });

  it('replaces only what cannot be formatted', () => {
    const args = `'%s|%d|%j|%s', { toString() { throw new Error('s') } }, { valueOf() { throw null } }, 1n, 'end'`;
    expect(textOf(args)).toMatch(
      /^\[could not be formatted: Error: s\]\|\[could not be formatted\]\|\[could not be formatted: TypeError: .+\]\|end$/,
    );
  });
});

describe('errors', () => {
  it('prints the headline, the frames of the program, and what else the error carries', () => {
    const text = textOf(
      `Object.assign(new RangeError('too much', { cause: new Error('why') }), { code: 'E1' })`,
    );
    expect(text.replace(/\d+:\d+/g, 'L:C')).toBe(
      [
        'RangeError: too much',
        '    at program.ts:L:C',
        '    at program.ts:L:C {',
        `  code: 'E1',`,
        '  [cause]: Error: why',
        '      at program.ts:L:C',
        '      at program.ts:L:C',
        '}',
      ].join('\n'),
    );
  });

  it.each([
    ['class MyError extends Error {}; e = new MyError("a")', 'MyError: a'],
    ['class Odd extends Error {}; e = new Odd("a")', 'Odd [Error]: a'],
    ['class Named extends Error { name = "Custom" }; e = new Named("a")', /^(Custom|Named|Error): a/],
    ['e = new Error(""); e.stack = undefined', '[Error]'],
    ['e = new Error("m"); e.stack = "Error: m"', '[Error: m]'],
    ['e = new Error("m"); e.stack = "Error: m"; e.code = 4', '[Error: m] { code: 4 }'],
    ['e = Object.create(Error.prototype)', '[Error]'],
    [
      'e = new AggregateError([], "m"); e.stack = "AggregateError: m"',
      '[AggregateError: m] { [errors]: [] }',
    ],
  ])('prints %s', (program, expected) => {
    const [text] = textsOf(`let e; ${program}; console.log(e)`);
    const [headline = ''] = text!.split('\n    at ');
    if (typeof expected === 'string') expect(headline).toBe(expected);
    else expect(headline).toMatch(expected);
  });

  it('keeps the message of one that is too deep to be opened', () => {
    const deep = '{ a: { b: { c: Object.assign(new Error("deep"), { code: 1, stack: "Error: deep" }) } } }';
    expect(textOf(deep)).toBe('{ a: { b: { c: [Error: deep] } } }');
  });

  it('cuts a long message and says so', () => {
    const text = textOf(`{ e: new Error('x'.repeat(5e6)) }`);
    expect(text.length).toBeLessThan(12_000);
    expect(text).toMatch(/x\.\.\. \d+ more characters\n {6}at program/);
  });

  it('survives errors whose properties throw', () => {
    const program = `
      const e = new Error('m');
      for (const key of ['name', 'message', 'cause', 'errors', 'constructor']) {
        Object.defineProperty(e, key, { get() { throw new Error(key) }, enumerable: true });
      }
      console.log(e);
      console.log([Object.defineProperty(new Error('n'), 'stack', { get() { throw new Error('stack') } })]);
    `;
    const texts = textsOf(program);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toBe('[Error] { cause: [Getter], errors: [Getter], constructor: [Getter] }');
    expect(texts[1]).toBe('[ [Error: n] ]');
  });
});

describe('methods', () => {
  it('gives each call one entry, in order, with the level of its method', () => {
    const program = `
      console.debug('1'); console.log('2'); console.info('3'); console.warn('4'); console.error('5');
      console.dir('6'); console.dirxml('7'); console.table(8); console.group('9'); console.groupEnd();
      console.assert(false, '10'); console.count(); console.clear(); console.profile('x'); console.profileEnd();
      console.timeStamp(); console.assert(true, 'no'); console.log();
    `;
    expect(entriesOf(program).map(({ level, text }) => `${level} ${text}`)).toEqual([
      'debug 1',
      'log 2',
      'info 3',
      'warn 4',
      'error 5',
      `log '6'`,
      'log 7',
      'log 8',
      'log 9',
      'error Assertion failed: 10',
      'log default: 1',
      'log ',
    ]);
  });

  it('indents every line of what is printed in groups', () => {
    const program = `
      console.group('a'); console.log('b\\nc'); console.groupCollapsed(); console.error({ d: 'x'.repeat(90) });
      console.groupEnd(); console.groupEnd(); console.groupEnd(); console.log('e');
    `;
    expect(textsOf(program)).toEqual(['a', '  b\n  c', `    {\n      d: '${'x'.repeat(90)}'\n    }`, 'e']);
  });

  it('counts by label', () => {
    const program = `
      console.count(); console.count('x'); console.count(); console.countReset(); console.count();
      console.count(null); console.countReset('y'); console.count(Symbol('s'));
    `;
    const entries = entriesOf(program);
    expect(entries.map(({ text }) => text).slice(0, 6)).toEqual([
      'default: 1',
      'x: 1',
      'default: 2',
      'default: 1',
      'null: 1',
      `Warning: Count for 'y' does not exist`,
    ]);
    expect(entries[5]!.level).toBe('warn');
    expect(entries[6]!.text).toMatch(/^\[could not be formatted: TypeError: .+\]: 1$/);
  });

  it.each([
    [1.2345678, '1.235ms'],
    [0.5, '0.5ms'],
    [999, '999ms'],
    [1234.5678, '1.235s'],
    [62_345, '1:02.345 (m:ss.mmm)'],
    [3_723_004, '1:02:03.004 (h:mm:ss.mmm)'],
  ])('measures %d ms as %s', (step, expected) => {
    const entries = entriesOf(
      `console.time('t'); console.timeLog('t', { a: 1 }, 'b'); console.timeEnd('t')`,
      { step },
    );
    expect(entries[0]!.text).toBe(`t: ${expected} { a: 1 } b`);
  });

  it('warns of labels that are unknown, or known already', () => {
    const program = `console.timeEnd('a'); console.timeLog(); console.time(); console.time(); console.timeEnd(); console.timeEnd()`;
    expect(entriesOf(program).map(({ level, text }) => `${level} ${text}`)).toEqual([
      `warn Warning: No such label 'a' for console.timeEnd()`,
      `warn Warning: No such label 'default' for console.timeLog()`,
      `warn Warning: Label 'default' already exists for console.time()`,
      'log default: 0ms',
      `warn Warning: No such label 'default' for console.timeEnd()`,
    ]);
  });

  it('prints an assertion that fails', () => {
    const program = `console.assert(false); console.assert(0, 'is %s', 1); console.assert('', { a: 1 })`;
    expect(textsOf(program)).toEqual([
      'Assertion failed',
      'Assertion failed: is 1',
      'Assertion failed { a: 1 }',
    ]);
  });

  it('traces the frames of the program', () => {
    const texts = textsOf(`function here() { console.trace('at %s', 1); console.trace() } here()`);
    expect(texts[0]).toMatch(/^Trace: at 1\n {4}at here \(program\.ts:1:\d+\)\n {4}at /);
    expect(texts[1]).toMatch(/^Trace\n {4}at here \(program\.ts:1:\d+\)\n {4}at /);
  });

  it('inspects with options, but not with inspection methods', () => {
    const program = `
      console.dir({ a: { b: { c: { d: {} } } }, [Symbol.for('nodejs.util.inspect.custom')]() { return 'custom' } }, { depth: 0 });
      console.dir({ a: { b: { c: { d: { e: {} } } } } }, { depth: null });
      console.dir(Object.defineProperty({}, 'hidden', { value: 1 }), { showHidden: true });
      console.dir({ b: 1, a: 2 }, { sorted: true });
    `;
    expect(textsOf(program)).toEqual([
      '{\n  a: [Object],\n  [Symbol(nodejs.util.inspect.custom)]: [Function: [nodejs.util.inspect.custom]]\n}',
      '{\n  a: {\n    b: { c: { d: { e: {} } } }\n  }\n}',
      '{ [hidden]: 1 }',
      '{ a: 2, b: 1 }',
    ]);
  });

  it('draws tables', () => {
    const program = `
      console.table([{ a: 1, b: 'x' }, { a: 2, c: { d: 1 } }, 5]);
      console.table(new Map([['k', { v: 1 }], [{ a: 1, b: 2, c: 3 }, 2]]));
      console.table([{ a: 1, b: 2 }], ['b', 'z']);
      console.table([[1, '日本'], [3, 4]]);
      console.table('text');
    `;
    expect(textsOf(program)).toEqual([
      [
        '┌─────────┬───┬─────┬──────────┬────────┐',
        '│ (index) │ a │ b   │ c        │ Values │',
        '├─────────┼───┼─────┼──────────┼────────┤',
        `│ 0       │ 1 │ 'x' │          │        │`,
        '│ 1       │ 2 │     │ { d: 1 } │        │',
        '│ 2       │   │     │          │ 5      │',
        '└─────────┴───┴─────┴──────────┴────────┘',
      ].join('\n'),
      [
        '┌───────────────────┬──────────┬──────────┐',
        '│ (iteration index) │ Key      │ Values   │',
        '├───────────────────┼──────────┼──────────┤',
        `│ 0                 │ 'k'      │ { v: 1 } │`,
        '│ 1                 │ [Object] │ 2        │',
        '└───────────────────┴──────────┴──────────┘',
      ].join('\n'),
      [
        '┌─────────┬───┬───┐',
        '│ (index) │ b │ z │',
        '├─────────┼───┼───┤',
        '│ 0       │ 2 │   │',
        '└─────────┴───┴───┘',
      ].join('\n'),
      [
        '┌─────────┬───┬────────┐',
        '│ (index) │ 0 │ 1      │',
        '├─────────┼───┼────────┤',
        `│ 0       │ 1 │ '日本' │`,
        '│ 1       │ 3 │ 4      │',
        '└─────────┴───┴────────┘',
      ].join('\n'),
      'text',
    ]);
  });
});

describe('bounds', () => {
  it('cuts an entry that is too long and says how much is missing', () => {
    const [entry] = entriesOf(`console.log('x'.repeat(1e6))`, { maxTextLength: 1_000 });
    expect(entry!.text).toBe(`${'x'.repeat(1_000)}… 999000 more characters`);
    expect(entry!.cut).toBe(999_000);
  });

  it('does not cut a pair of surrogates in two', () => {
    const [entry] = entriesOf(`console.log('😀'.repeat(10))`, { maxTextLength: 5 });
    expect(entry!.text).toBe('😀😀… 16 more characters');
  });

  it('keeps the text of anything short, however much there is of it', () => {
    const heavy = [
      `(() => { const o = {}; for (let i = 0; i < 1e5; i++) o['k' + i] = i; return o })()`,
      `Array(1e7).fill(1)`,
      `(() => { const a = []; a[2 ** 32 - 2] = 1; return a })()`,
      `(() => { let o = {}; const top = o; for (let i = 0; i < 1e5; i++) o = o.a = {}; return top })()`,
      `(() => { let o = Object.create(null); for (let i = 0; i < 1e5; i++) o = Object.create(o); return o })()`,
      `{ s: 'x'.repeat(1e8) }`,
      `new Uint8Array(1e8)`,
      `new ArrayBuffer(1e8)`,
      `new Map(Array.from({ length: 1e5 }, (_, i) => [i, i]))`,
      `(() => { let o = {}; for (let i = 0; i < 99; i++) o = { a: o, b: o }; return o })()`,
      `Array(100).fill(Array(100).fill(Array(100).fill('item')))`,
      `(() => { let e; for (let i = 0; i < 1e4; i++) e = new Error('e' + i, { cause: e }); return e })()`,
      `2n ** 1_000_000n`,
      `'%d', 2n ** 1_000_000n`,
      `Object('x'.repeat(1e6))`,
    ];
    for (const args of heavy) {
      const entries = entriesOf(`console.log(${args}); console.dir(${args}, { depth: null })`);
      expect(entries.length, args).toBe(2);
      for (const { text } of entries) expect(text.length, args).toBeLessThan(101_000);
    }
  });

  it('writes no more bytes of a buffer than are kept, however many are asked for', () => {
    const [entry] = entriesOf('console.dir(new ArrayBuffer(2 ** 28), { maxArrayLength: null })');
    expect(entry!.text).toMatch(/^ArrayBuffer \{\n {2}\[Uint8Contents\]: <00 00 00 /);
    expect(entry!.cut).toBeLessThan(10_000);
    expect(inspected('new ArrayBuffer(200)', { maxArrayLength: null })).toMatch(
      /00>, byteLength: 200|00>,\n/,
    );
  });

  it('tells what it leaves out', () => {
    const text = textOf(
      `(() => { const o = {}; for (let i = 0; i < 5000; i++) o['k' + i] = i; return o })()`,
    );
    expect(text.slice(-42)).toBe('k998: 998,\n  k999: 999,\n  ... 4000 more properties\n}'.slice(-42));
    expect(textOf('Array(1e7).fill(1)')).toMatch(/\.\.\. 9999900 more items\n\]$/);
    const table = textOf('0').length && textsOf('console.table(Array(5000).fill(1))')[0]!;
    expect(table).toMatch(/┘\n\.\.\. 4000 more items$/);
  });
});

describe('a program that means harm', () => {
  it('cannot make a console method throw', () => {
    const program = `
      const hostile = [
        { toString() { throw 1 }, valueOf() { throw 2 }, toJSON() { throw 3 } },
        { [Symbol.toPrimitive]() { throw new Error('p') } },
        { get [Symbol.toStringTag]() { throw 1 }, get constructor() { throw 1 } },
        { [Symbol.for('nodejs.util.inspect.custom')]() { throw { get message() { throw 1 } } } },
        new Proxy({}, new Proxy({}, { get() { throw 1 } })),
        Symbol('s'), 1n, null, undefined, Object.create(null), () => {}, new Date(NaN),
        Proxy.revocable({}, {}).proxy,
        Object.create(new Proxy({}, { getPrototypeOf() { throw 1 }, get() { throw 2 } })),
        new Proxy(new Error('x'), {}), { get cause() { throw 1 } },
      ];
      let calls = 0;
      for (const method of Object.keys(console)) {
        for (const value of hostile) {
          for (const args of [[value], ['%s%d%i%f%j%o%O%c', value, value, value, value, value, value, value, value], [[value], value], [{ a: value }, value]]) {
            console[method](...args);
            calls++;
          }
        }
      }
      console.error('made ' + calls + ' calls');
    `;
    expect(entriesOf(program).at(-1)!.text).toMatch(/made \d{4} calls/);
  });

  it('cannot make a console method throw near the end of the stack', () => {
    const program = `
      let deepest = 0;
      function dive(depth) {
        try { dive(depth + 1) } catch { if (deepest === 0) deepest = depth }
        console.log({ depth });
      }
      try { dive(1) } catch {}
      console.log('alive');
    `;
    expect(textsOf(program).at(-1)).toBe('alive');
  });

  it('changes nothing of what is printed by changing the builtins', () => {
    const values = `
      const custom = { [Symbol.for('nodejs.util.inspect.custom')]: () => 'custom' };
      class Foo extends Map {}
      const values = [
        'text', "it's\\n", 1.5, -0, 1n, null, undefined, Symbol('s'), [1, [2, [3, [4]]], , 5], { a: { b: { c: {} } } },
        Array.from({ length: 30 }, (_, i) => i), new Map([[1, { a: 1 }]]), new Set(['x']), new Foo([[1, 2]]),
        new Date(0), /x/gi, new Uint8Array(3), new ArrayBuffer(2), new DataView(new ArrayBuffer(1)), () => {}, class A {},
        new WeakMap(), Object(1), custom, { get x() { return 1 }, [Symbol('k')]: 1, 'a-b': 2 }, Object.create(null),
      ];
      const table = new Map([[1, 2]]);
      const Symbol_toStringTag = Symbol.toStringTag;
      const circular = { list: [] }; circular.list.push(circular); values.push(circular);
    `;
    const print = `
      for (let i = 0; i < values.length; i++) console.log(values[i]);
      console.log('%s %d %i %f %j %o %O %c|%%', 'a', 1, 2.5, 3.5, { a: 1 }, [1], { b: 2 }, 'css', 'rest', { c: 3 });
      console.table([{ a: 1 }, { b: 2 }]);
      console.table(table);
      console.group('g'); console.log('two\\nlines'); console.groupEnd();
      console.count(); console.time(); console.timeEnd(); console.assert(false, 'x', 1); console.dir({ b: 1, a: 2 }, { sorted: true });
    `;
    const sabotage = `
      const bomb = () => { throw new Error('patched') };
      const { defineProperty: define, getPrototypeOf } = Object;
      const { ownKeys } = Reflect;
      const breakAll = (target, keep) => {
        const keys = ownKeys(target);
        for (let i = 0; i < keys.length; i++) {
          if (keep(keys[i])) continue;
          try { define(target, keys[i], { __proto__: null, value: bomb, configurable: true }) } catch {}
        }
      };
      const iterators = [new Map().entries(), new Set().values(), [].values()];
      for (let i = 0; i < iterators.length; i++) breakAll(getPrototypeOf(iterators[i]), () => false);
      const classes = [Array, String, Map, Set, WeakMap, WeakSet, RegExp, Date, Number, BigInt, Symbol, ArrayBuffer, DataView, Uint8Array, getPrototypeOf(Uint8Array), Promise, Error];
      // The names of classes are what is printed of them; a program that changes those sees them changed.
      const kept = (key) => key === 'constructor' || key === 'prototype' || key === 'name' || key === Symbol_toStringTag;
      for (let i = 0; i < classes.length; i++) { breakAll(classes[i].prototype, kept); breakAll(classes[i], kept) }
      breakAll(Function.prototype, (key) => kept(key) || (key !== 'call' && key !== 'apply' && key !== 'bind'));
      const spaces = [Object, Reflect, Math, JSON];
      for (let i = 0; i < spaces.length; i++) breakAll(spaces[i], kept);
      const inherited = ['0', '1', '2', 'value', 'get', 'set', 'enumerable', 'depth', 'Array', 'columns', 'base', 'kind', 'size'];
      for (let i = 0; i < inherited.length; i++) {
        define(Object.prototype, inherited[i], { __proto__: null, configurable: true, get: bomb, set: bomb });
      }
      const names = ['Map', 'Set', 'String', 'Error', 'Symbol', 'BigInt', 'Number', 'Object', 'Reflect'];
      for (let i = 0; i < names.length; i++) define(globalThis, names[i], { __proto__: null, value: bomb });
    `;
    const plain = textsOf(values + print);
    expect(plain).toHaveLength(36);
    expect(textsOf(values + sabotage + print)).toEqual(plain);
  });
});
