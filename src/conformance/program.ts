import { bareRealm, fact, topic } from './case.ts';

/** Programs that run to their end, and the value they are expected to complete with. */
const COMPLETIONS: readonly [fact: string, program: string, value: unknown][] = [
  ['returns the value of a top-level return', 'return 6 * 7', 42],
  ['awaits at the top level', 'const x = await Promise.resolve(41); return x + 1', 42],
  ['awaits a promise that the body returns', 'return Promise.resolve(7)', 7],
  ['awaits a thenable that the body returns', 'return { then(resolve) { resolve(5) } }', 5],
  [
    'awaits in loops at the top level',
    'let n = 0; for await (const x of [1, Promise.resolve(2)]) n += x; return n',
    3,
  ],
  ['returns from inside nested blocks', 'for (;;) { if (true) { try { return 1 } finally {} } }', 1],
  ['hoists functions of the body', 'return later(); function later() { return 3 }', 3],
  ['accepts a directive prologue', "'use strict'; return 1", 1],
  ['accepts a last line that is a comment', 'return 1 // done', 1],
  ['accepts template literals and regular expressions', 'return `a${1 + 1}`.replace(/\\d/, "`")', 'a`'],
  ['keeps text that looks like markup', "return '</script><!-- -->'", '</script><!-- -->'],
  ['keeps text outside of the basic plane', "return 'naïve 🦩 \\u2028'", 'naïve 🦩 \u2028'],
  ['accepts names outside of ASCII', 'const größe = 2; return größe', 2],
  ['accepts CRLF line ends', 'const a = 1\r\nreturn a\r\n', 1],
  ['accepts a byte order mark', '\uFEFFreturn 1', 1],
  ['lets finally run after return', 'let n = 0; try { n = 1; return { n } } finally { n = 2 }', { n: 1 }],
  ['has no this at the top level', 'return typeof this', 'undefined'],
];

/** Programs that complete without a value. */
const VALUELESS: readonly [fact: string, program: string][] = [
  ['an empty program', ''],
  ['white space', ' \n\t\r\n '],
  ['a comment', '// nothing\n/* at all */'],
  ['a byte order mark', '\uFEFF'],
  ['a bare return', 'return'],
  ['a return of undefined', 'return undefined'],
  ['a return of a promise of undefined', 'return Promise.resolve()'],
  ['a trailing expression', 'const a = 20; a + 22'],
  ['an arrow function as an expression', 'async () => { return 7 }'],
  ['a function that nobody calls', 'async function main() { return 7 }'],
];

export const programCases = topic('program', [
  ...COMPLETIONS.map(([name, program, expected]) =>
    fact(name, async ({ value, expect }) => {
      expect(await value(program)).toEqual(expected);
    }),
  ),
  ...VALUELESS.map(([name, program]) =>
    fact(`leaves the value absent for ${name}`, async ({ run, expect }) => {
      const result = await run(program);
      expect(result.error).toBeUndefined();
      expect('value' in result).toBe(false);
    }),
  ),
  fact('takes null for a value', async ({ run, expect }) => {
    const result = await run('return null');
    expect('value' in result).toBe(true);
    expect(result.value).toBe(null);
  }),
  fact('has no error on success', async ({ run, expect }) => {
    expect('error' in (await run('return 1'))).toBe(false);
  }),
  fact('has no value on failure', async ({ run, expect }) => {
    const result = await run('throw new Error("no")');
    expect('error' in result).toBe(true);
    expect('value' in result).toBe(false);
  }),
  fact('runs in strict mode', async ({ failure, value, expect }) => {
    const { kind, message } = await failure('undeclared = 1');
    expect(kind).toBe('exception');
    expect(message).toMatch(/^ReferenceError: /);
    expect(await value('return (function () { return this === undefined })()')).toBe(true);
    expect((await failure('with ({}) {}')).kind).toBe('exception');
  }),
  fact('awaits a typed call at the top level', async ({ value, expect }) => {
    expect(await value('const x: number = await tools.a(); return x', { tools: { a: () => 5 } })).toBe(5);
  }),
  fact('lets a local constant shadow a binding', async ({ value, expect }) => {
    expect(await value('const tools = 1; return tools', { tools: { a: () => 5 } })).toBe(1);
  }),
  fact('lets local declarations shadow globals', async ({ value, expect }) => {
    const program =
      'const console = 1; let JSON = 2; function Map() { return 3 }; return [console, JSON, Map()]';
    expect(await value(program)).toEqual([1, 2, 3]);
  }),
  fact('makes globals only on request', bareRealm, async ({ value, expect }) => {
    const program =
      'var a = 1; function b() {} class C {} return ["a", "b", "C"].filter((n) => n in globalThis)';
    expect(await value(program)).toEqual([]);
  }),
  fact('runs a program of many lines', async ({ value, expect }) => {
    const lines = Array.from({ length: 3_000 }, (_, line) => `const v${line}: number = ${line};`);
    expect(await value(`${lines.join('\n')}\nreturn v2999`)).toBe(2_999);
  }),
  fact('runs one program after another on one runtime', async ({ value, expect }) => {
    for (let round = 0; round < 5; round++) expect(await value(`return ${round}`)).toBe(round);
  }),
]);
