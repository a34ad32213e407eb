import { bareRealm, fact, topic } from './case.ts';
import { BOUNDED, HOST_TRACE } from './text.ts';

/** Static module syntax; each must be told to use the bindings, or to return the result. */
const MODULE_SYNTAX: readonly [fact: string, program: string][] = [
  ['a default import', "import fs from 'fs'\nconsole.log(1)"],
  ['a named import', "import { readFileSync } from 'node:fs'\nreturn readFileSync('x')"],
  ['an import for its effects', "import 'fs'"],
  ['a type import', "import type { Stats } from 'fs'\nreturn 1"],
  ['an import that is never used', "import { a } from 'b'\nreturn 1"],
];

const EXPORT_SYNTAX: readonly [fact: string, program: string][] = [
  ['a default export', 'export default async () => 7'],
  ['a named export', 'export const x = 1'],
  ['an empty export', 'export {}'],
  ['a re-export', "export * from 'fs'"],
];

/** Programs that close the function around them early. */
const ESCAPES: readonly [fact: string, program: string][] = [
  ['a function and a call', 'return 1 }); tools.mark(); (async () => {'],
  ['a block', '} tools.mark(); {'],
  ['a bare function', '}; tools.mark(); async function other() {'],
  ['a comment that hides the end', 'return 1 } /*'],
  ['a template that hides the end', 'return `'],
  ['parentheses', '})(); tools.mark(); (async function () {'],
];

const SHELL: readonly string[] = [
  'ls -la',
  'pwd',
  'cat a | grep x',
  'npm install left-pad',
  'echo "hi" > out.txt',
];

/** What is not available in the bare realm, and how programs try to get modules there. */
const MODULE_LOADS: readonly [fact: string, program: string][] = [
  ['import()', "await import('node:fs')"],
  ['import() of a URL', "await import('https://example.com/x.js')"],
  ['import() of a data URL', "await import('data:text/javascript,export default 1')"],
  [
    'import() of a computed name',
    "const name = ['node', 'fs'].join(':'); return (await import(name)).readFileSync",
  ],
  ['require', "return require('fs').readFileSync"],
];

export const refusedProgramCases = topic('refused programs', [
  ...MODULE_SYNTAX.map(([name, program]) =>
    fact(`refuses ${name} and says what to write instead`, async ({ run, capabilities, expect }) => {
      const { error, logs } = await run(program);
      expect(error?.kind).toBe('exception');
      expect(error?.message).toMatch(/import/i);
      // Where import() works, it is the better advice.
      expect(error?.message).toMatch(capabilities.realm === 'node' ? /binding|import\(/i : /binding/i);
      expect(error?.location).toEqual({ line: 1, column: 1 });
      expect(logs).toEqual([]);
    }),
  ),
  ...EXPORT_SYNTAX.map(([name, program]) =>
    fact(`refuses ${name} and points to return`, async ({ failure, expect }) => {
      const { kind, message, location } = await failure(program);
      expect(kind).toBe('exception');
      expect(message).toMatch(/export/i);
      expect(message).toMatch(/return/i);
      expect(location).toEqual({ line: 1, column: 1 });
    }),
  ),
  fact('finds an import below other lines', async ({ failure, expect }) => {
    const { location } = await failure("const a: number = 1\n\nimport fs from 'fs'\nreturn a");
    expect(location).toEqual({ line: 3, column: 1 });
  }),
  fact('takes module words in text and in names for what they are', async ({ value, expect }) => {
    const program =
      "const o = { import: 1, export: 2 }\nreturn [o.import, o.export, `\nimport x from 'y'\n`.length]";
    expect(await value(program)).toEqual([1, 2, 19]);
  }),
  fact('refuses a program in a Markdown fence and says so', async ({ failure, expect }) => {
    for (const fence of ['```ts', '```', '```typescript']) {
      const { kind, message } = await failure(`${fence}\nreturn 1\n\`\`\``);
      expect(kind).toBe('exception');
      expect(message).toMatch(/fence/i);
    }
  }),
  ...ESCAPES.map(([name, program]) =>
    fact(`refuses a body that closes its wrapper early: ${name}`, async ({ run, expect }) => {
      let marks = 0;
      const { error } = await run(program, { tools: { mark: () => void marks++ } });
      expect(error?.kind).toBe('exception');
      expect(error?.message).not.toMatch(HOST_TRACE);
      expect(marks).toBe(0);
    }),
  ),
  ...SHELL.map((program) =>
    fact(`refuses a shell command shortly: ${program}`, async ({ failure, expect }) => {
      const { kind, message } = await failure(program);
      expect(kind).toBe('exception');
      expect(message.length).toBeLessThan(1_000);
      expect(message).not.toMatch(HOST_TRACE);
    }),
  ),
  ...MODULE_LOADS.map(([name, program]) =>
    fact(`has no modules for ${name}`, bareRealm, async ({ failure, expect }) => {
      const { kind, message } = await failure(program);
      expect(kind).toBe('exception');
      expect(message).toContain('Modules cannot be loaded here');
    }),
  ),
  fact(
    'has no modules for import() that looks like a regular expression',
    bareRealm,
    async ({ value, expect }) => {
      const program = `
      let loading;
      const v = { return: 1 };
      v?.return / (loading = import('node:fs')) / 1;
      try { await loading; return 'loaded' } catch (error) { return error instanceof Error }`;
      expect(await value(program)).toBe(true);
    },
  ),
  fact(
    'reports a program that no parser can nest within bounds, and recovers',
    async ({ run, value, expect }) => {
      const { error } = await run(`return ${'['.repeat(20_000)}${']'.repeat(20_000)}`);
      expect(error?.kind).toBe('exception');
      expect(error?.message.length).toBeLessThan(BOUNDED);
      expect(await value('return 1')).toBe(1);
    },
  ),
  fact('reports a syntax error without a call', async ({ run, expect }) => {
    let calls = 0;
    const { error, usage, logs } = await run('console.log(1); await tools.a(); const = 1', {
      tools: { a: () => void calls++ },
    });
    expect(error?.kind).toBe('exception');
    expect(usage.calls).toEqual({ started: 0, settled: 0 });
    expect(logs).toEqual([]);
    expect(calls).toBe(0);
  }),
  fact('reports what only the engine refuses', async ({ failure, expect }) => {
    const { kind, message } = await failure('return /(/.test("x")');
    expect(kind).toBe('exception');
    expect(message).toMatch(/^SyntaxError: /);
    expect(message).not.toMatch(HOST_TRACE);
  }),
]);
