import { fact, hardKill, topic } from './case.ts';
import { never } from './environment.ts';
import { BOUNDED, HOST_TRACE } from './text.ts';

/** What is thrown, and what a readable message has of it. */
const THROWN: readonly [fact: string, expression: string, message: RegExp][] = [
  ['an Error', "new Error('boom')", /^Error: boom/],
  ['an error of a builtin class', "new RangeError('far')", /^RangeError: far/],
  [
    'an error of its own class',
    "new (class RateLimit extends Error { name = 'RateLimit' })('slow')",
    /^RateLimit: slow/,
  ],
  ['an error without a message', 'new TypeError()', /^TypeError/],
  ['an AggregateError', "new AggregateError([new Error('a')], 'all')", /^AggregateError: all/],
  ['null', 'null', /null/],
  ['undefined', 'undefined', /undefined/],
  ['an empty string', "''", /\S/],
  ['zero', '0', /0/],
  ['false', 'false', /false/],
  ['NaN', 'NaN', /NaN/],
  ['a string', "'just text'", /just text/],
  ['an object', '{ a: 1 }', /a: 1/],
  ['an object without a prototype', 'Object.assign(Object.create(null), { a: 1 })', /a: 1/],
  ['a symbol', "Symbol('s')", /Symbol\(s\)/],
  ['a BigInt', '1n', /1/],
  ['a function', 'function named() {}', /named/],
];

/** Objects made to break whoever reads them. */
const HOSTILE: readonly [fact: string, expression: string][] = [
  [
    'a proxy that throws at everything',
    'new Proxy({}, new Proxy({}, { get() { throw new Error("trap") } }))',
  ],
  [
    'a revoked proxy',
    '(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()',
  ],
  [
    'a proxy of an error that throws',
    'new Proxy(new Error("x"), { get() { throw 1 }, getPrototypeOf() { throw 2 } })',
  ],
  [
    'an error whose getters throw',
    `Object.defineProperties(new Error('x'), {
    message: { get() { throw 1 } }, name: { get() { throw 2 } }, stack: { get() { throw 3 } }, cause: { get() { throw 4 } } })`,
  ],
  [
    'an error whose fields are not text',
    "Object.assign(new Error('x'), { message: { a: 1 }, name: Symbol('n'), stack: 5 })",
  ],
  [
    'an object that cannot become text',
    '{ toString() { throw 1 }, valueOf() { throw 2 }, [Symbol.toPrimitive]() { throw 3 } }',
  ],
  ['an object whose toString gives no text', '{ toString: () => ({}) }'],
  ['an error that is its own cause', "(() => { const e = new Error('x'); e.cause = e; return e })()"],
  [
    'an error with an endless prototype chain of proxies',
    'Object.setPrototypeOf(new Error("x"), new Proxy({}, { getPrototypeOf() { throw 1 } }))',
  ],
  ['an error with a message of five million characters', "new Error('x'.repeat(5e6))"],
  ['a string of five million characters', "'x'.repeat(5e6)"],
  [
    'an error with a name of five million characters',
    "Object.assign(new Error('m'), { name: 'x'.repeat(5e6) })",
  ],
  [
    'an object with a hundred thousand properties',
    'Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => ["k" + i, i]))',
  ],
  [
    'an error with a stack of five million characters',
    "Object.assign(new Error('m'), { stack: 'x'.repeat(5e6) })",
  ],
];

export const errorCases = topic('errors', [
  ...THROWN.map(([name, expression, message]) =>
    fact(`reports a throw of ${name}`, async ({ failure, expect }) => {
      const error = await failure(`throw ${expression}`);
      expect(error.kind).toBe('exception');
      expect(error.message).toMatch(message);
    }),
  ),
  ...HOSTILE.map(([name, expression]) =>
    fact(`reports a throw of ${name}`, async ({ failure, value, expect }) => {
      const error = await failure(`throw ${expression}`);
      expect(error.kind).toBe('exception');
      expect(error.message.trim()).not.toBe('');
      expect(error.message.length).toBeLessThan(BOUNDED);
      expect(await value('return 1')).toBe(1);
    }),
  ),
  fact('reports what the engine throws, with its text', async ({ failure, expect }) => {
    const { kind, message } = await failure('null.x');
    expect(kind).toBe('exception');
    expect(message).toMatch(/^TypeError: .*null/);
  }),
  fact('reports a rejection that the body awaits', async ({ failure, expect }) => {
    expect((await failure("await Promise.reject(new Error('late'))")).message).toMatch(/^Error: late/);
  }),
  fact('reports a rejected promise that the body returns', async ({ failure, expect }) => {
    expect((await failure("return Promise.reject(new Error('late'))")).message).toMatch(/^Error: late/);
  }),
  fact('reports a falsy rejection', async ({ failure, expect }) => {
    expect((await failure('await Promise.reject()')).kind).toBe('exception');
    expect((await failure('await Promise.reject(0)')).kind).toBe('exception');
  }),
  fact('reports infinite recursion', async ({ failure, value, expect }) => {
    const { kind, message } = await failure('function f() { return f() + 1 } f()');
    expect(kind).toBe('exception');
    expect(message).toMatch(/stack|recursion/i);
    expect(message.length).toBeLessThan(BOUNDED);
    expect(await value('return 1')).toBe(1);
  }),
  fact('says where an await is likely to be missing', async ({ failure, expect }) => {
    const program = 'const all = tools.list();\nreturn all.map((x) => x)';
    const { message } = await failure(program, { tools: { list: () => [1] } });
    expect(message).toContain('is not a function');
    expect(message).toContain(': if this is a promise, await it first (line 2, ');
  }),
  fact('lets a program catch infinite recursion and go on', async ({ value, expect }) => {
    const program = `
      function f() { return f() + 1 }
      try { f() } catch (error) { return [error instanceof Error, await tools.a()] }`;
    expect(await value(program, { tools: { a: () => 5 } })).toEqual([true, 5]);
  }),
  fact('reports what a timer throws', async ({ failure, expect }) => {
    const { kind, message } = await failure(
      "setTimeout(() => { throw new Error('tick') }, 1); await tools.never()",
      {
        tools: { never },
      },
    );
    expect(kind).toBe('exception');
    expect(message).toMatch(/^Error: tick/);
  }),
  fact('reports what an interval throws', async ({ failure, expect }) => {
    const program =
      "let n = 0; setInterval(() => { if (++n === 3) throw new Error('third') }, 1); await tools.never()";
    expect((await failure(program, { tools: { never } })).message).toMatch(/^Error: third/);
  }),
  fact('reports what a microtask throws', async ({ failure, expect }) => {
    const { kind, message } = await failure(
      "queueMicrotask(() => { throw new Error('micro') }); await tools.never()",
      {
        tools: { never },
      },
    );
    expect(kind).toBe('exception');
    expect(message).toMatch(/^Error: micro/);
  }),
  fact('reports a falsy throw of a timer', async ({ failure, expect }) => {
    const program = 'setTimeout(() => { throw undefined }, 1); await tools.never()';
    expect((await failure(program, { tools: { never } })).kind).toBe('exception');
  }),
  fact('lets a program catch what it throws', async ({ value, expect }) => {
    expect(await value('try { null.x } catch (error) { return error.name }')).toBe('TypeError');
  }),
  fact('shows the changed name and message of an error', async ({ failure, expect }) => {
    const program = "const e = new Error('first'); e.name = 'Custom'; e.message = 'second'; throw e";
    expect((await failure(program)).message).toMatch(/^Custom: second/);
  }),
  fact('survives a program that spoils the machinery of errors', async ({ failure, expect }) => {
    const spoilers = [
      'Error.stackTraceLimit = 0;',
      "Error.prepareStackTrace = () => { throw new Error('trap') };",
      'Error.prepareStackTrace = () => ({});',
      'Object.defineProperty(Error.prototype, "name", { get() { throw 1 } });',
      'Object.defineProperty(Error.prototype, "message", { set() { throw 1 } });',
      'Error.prototype.toString = null;',
    ];
    for (const spoiler of spoilers) {
      const { kind, message } = await failure(`const X = TypeError; ${spoiler} throw new X('spoiled')`);
      expect(kind).toBe('exception');
      expect(message).toContain('spoiled');
      expect(message).not.toMatch(HOST_TRACE);
    }
  }),
  fact('gives each way to fail a kind of its own', hardKill, async ({ withRuntime, failure, expect }) => {
    const limits = { computeMs: 200, maxWallMs: 600, maxValueBytes: 10_000 };
    const kinds = await withRuntime(limits, async (runtime) => {
      const seen: string[] = [];
      const programs = [
        'const = 1',
        'throw 1',
        'for (;;);',
        'await tools.never()',
        'return () => 1',
        "return 'x'.repeat(1e5)",
      ];
      for (const program of programs) seen.push((await failure(program, { tools: { never } }, runtime)).kind);
      return seen;
    });
    expect(kinds).toEqual(['exception', 'exception', 'timeout', 'timeout', 'invalid-output', 'output-limit']);
  }),
]);
