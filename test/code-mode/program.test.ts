/** What models write as a program, run by a real runtime. */
import { afterAll, describe, expect, test } from 'vitest';
import { normaliseProgram } from '../../src/code-mode/program/normalise-program.ts';
import type { CodeRunResult } from '../../src/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';

const runtime = new WorkerThreadCodeRuntime();
afterAll(() => runtime.dispose());

const called: string[] = [];
const tools = {
  add: async (a: number, b: number) => {
    called.push('add');
    return a + b;
  },
  fail: async () => {
    throw new Error('no such file');
  },
};

async function run(code: string): Promise<CodeRunResult> {
  const { program, restore } = normaliseProgram(code);
  return restore(await runtime.run({ program, bindings: [{ global: 'tools', functions: tools }] }));
}

async function finalValue(code: string): Promise<unknown> {
  const { value, error } = await run(code);
  expect(error).toBeUndefined();
  return value;
}

describe('a program returns what the model means it to', () => {
  test.each([
    ['async () => { return 7 }', 7],
    ['async () => {\n  return await tools.add(3, 4);\n};\n', 7],
    ['() => 7', 7],
    ['(async () => { return 7 })', 7],
    ['(async () => { return 7 })()', 7],
    ['(async () => {\n  return 7;\n})();', 7],
    ['await (async () => { return 7 })();', 7],
    ['void (async () => { console.log(await tools.add(1, 2)); return 7 })();', 7],
    ['async (n = 7) => n', 7],
    ['async function main() { return 7 }', 7],
    ['async function main(): Promise<number> { return 7 }\nmain();', 7],
    ['async function main() { return 7 }\nawait main()', 7],
    ['main();\nasync function main() { return 7 }\n', 7],
    ['main().catch((error) => console.error(error));\n\nasync function main() { return 7 }', 7],
    ['const main = async () => 7;', 7],
    ['const main = async () => 7;\nmain', 7],
    ['// main is what runs\nconst n = 7;\nasync function main() { return n }', 7],
    ['function half(n: number) { return n / 2 }\nasync function main() { return half(14) }', 7],
    ['async function () { return 7 }', 7],
    ['function () { return 7 };', 7],
    ['export default async () => 7', 7],
    ['export default 7;', 7],
    ['export default { n: 7 }', { n: 7 }],
    ['export default async function () { return 7 }', 7],
    ['export default async function main() { return half(14) }\nfunction half(n) { return n / 2 }', 7],
    ['export default async () => n + m;\nconst n = 3;\nexport const m = 4;', 7],
    ['async function main() { return 7 }\nexport default main;', 7],
    ['async function main() { return 7 }\nexport { main as default };', 7],
    ['async function main() { return 7 }\nmain();\nexport default main;', 7],
    ['async function main() { return 7 }\nconst n = await main();\nexport { n as default }', 7],
    ['export async function main() { return 7 }', 7],
    ['export default class A {}\n7', 7],
    ['export default (n: number) => n;\n7', 7],
    ['export const n: number = 7;\nn', 7],
    ['export\ndefault\nasync () => 7', 7],
    ['export type N = number;\nexport enum E { A = 7 }\nE.A as N', 7],
    ['a + 22; var a = 20', undefined],
    ['const a = 20;\na + 22', 42],
    ['const a = 20; a + 22 // the answer', 42],
    ['const a = 20 // no semicolon\n/* a\nnote */ a + 22;;\n', 42],
    ['"use strict"\n20 + 22', 42],
    ['"done"', 'done'],
    ['`${40}`.length', 2],
    ['await tools.add(40, 2)', 42],
    ['tools.add(40, 2)', 42],
    ['[tools.add(40, 2)][0]', 42],
    ['let n = 0;\nn = await tools.add(40, 2);', 42],
    ['(1, 42)', 42],
    ['{ a: 1, b: 2 }', { a: 1, b: 2 }],
    ['{ a: 1 }', { a: 1 }],
    ['// the result\n{ a: await tools.add(1, 2) };', { a: 3 }],
    ['const a = 1;\nconst b = 2;\n{ a, b }', { a: 1, b: 2 }],
    ["'use strict'\n{ a: 1, b: 2 };\n", { a: 1, b: 2 }],
    ['const a = 1;\n{\n  a,\n  b: 2\n}\n', { a: 1, b: 2 }],
    ['using a = { n: 7, [Symbol.dispose]() {} };\na.n', 7],
    ['enum Level { Low = 3 }\nLevel.Low', 3],
    ['@((target) => target) class A { accessor n = 7 }\nnew A().n', 7],
    ['\ufeffconst a = 20;\r\na + 22\r\n', 42],
    ['#!/usr/bin/env node\n40 + 2', 42],
    ['\n#!/usr/bin/env node\n40 + 2', 42],
    ['const a = 7;\n{ a } function f() {}', { a: 7 }],
    ['export default class {} 7', 7],
    ['export default function* () {} 7', 7],
    ['', undefined],
    ['// nothing', undefined],
    ['console.log(7)', undefined],
    ['[1, 2].forEach((n) => n)', undefined],
    ['clearTimeout(setTimeout(() => {}, 1))', undefined],
    ['let f;\nf = () => 1', undefined],
    ['(class A {})', undefined],
    ['export default class A {}', undefined],
    ['export default class {}', undefined],
    ['globalThis.f = function () {}', undefined],
    ['function* numbers() { yield 1 }', undefined],
  ])('%j', async (code, expected) => {
    expect(await finalValue(code)).toEqual(expected);
  });

  test.each([
    'let table;\nconsole.log("set");\ntable = new Map([["f", () => 1]]);',
    'console.log("set");\nnew Map().set("a", () => 1)',
    'class Bus { on() { return this } f = () => 1 }\nconsole.log("set");\nnew Bus().on()',
    'function* numbers() { yield 1 }\nconsole.log("set");\nnumbers()',
    'console.log("set");\n[{ next() {} }].map((one) => one)',
    'class A {}\nconsole.log("set");\nexport default A;',
    'const A = class {};\nconsole.log("set");\nA',
  ])('what it does last does not fail a run because the value cannot cross: %j', async (code) => {
    const result = await run(code);
    expect(result).toMatchObject({ logs: ['set'] });
    expect(result).not.toHaveProperty('error');
    expect(result).not.toHaveProperty('value');
  });

  test.each([
    'return [() => 1]',
    'export default [() => 1]',
    'async () => [() => 1]',
    'function main() { return [() => 1] }',
    'function main() { return [() => 1] }\nawait main();',
    '(() => { return [() => 1] })()',
    '{ f: () => 1 }',
    'const n = 1;\n{ n, f: () => 1 }',
  ])('what it means to return must cross: %j', async (code) => {
    expect(await run(code)).toHaveProperty('error.kind', 'invalid-output');
  });

  test.each([
    ['const n = 7;\nif (!n) return null;\nn', 7],
    ['const n = 7;\nif (n) return n;\n2', 7],
    ['for (const n of []) { return n }\n({ n: 7 })', { n: 7 }],
  ])('a return that comes early does not end it: %j', async (code, expected) => {
    expect(await finalValue(code)).toEqual(expected);
  });
});

describe('a function is called once, whoever calls it', () => {
  test.each([
    'MAIN\nmain();\nexport default main;',
    'MAIN\nconst n = await main();',
    'MAIN\nconst all = [...[await main()]];',
    'MAIN\nconst all = [...main().then ? [] : []];',
    'MAIN\nconst all = { ...main() };\nexport default main;',
    'const main = async () => tools.add(1, 2), started = main();\nconst n = await started;',
    'MAIN\nconst results = { main: main() };\nexport { main as default }',
    'MAIN\nconst list = [main];\nconst n = await list[0]();',
    'MAIN\nconst text = `${main()}`;',
    // The program speaks of the name, but of nothing that is called by it.
    'const config = { task: "main", main: true };\nMAIN',
    'const n = ({ main: 1 }).main;\nMAIN',
    'interface Config { main: typeof main }\nMAIN',
    'let f: typeof main;\nMAIN',
    'async function main(): Promise<number>;\nMAIN',
    'enum Task { main }\nMAIN',
  ])('%j', async (code) => {
    called.length = 0;
    await finalValue(code.replace('MAIN', 'async function main() { return tools.add(1, 2) }'));
    expect(called).toHaveLength(1);
  });
});

describe('a program that is a body stays as it is, byte for byte', () => {
  test.each([
    'return 7',
    'const a = await tools.add(1, 2);\nreturn a;',
    'if (true) return 1;',
    'for (const n of [1]) { switch (n) { case 1: try { return n } catch {} } }',
    'const n = 1;\nif (n) { console.log(n) } else { return n }\nfunction f() {}',
    'const run = 1;\n{ a: tools.add(1, 2) }',
    'const run = 1;\n{ a: { b: await tools.add(1, 2) } }',
    'console.log(await tools.add(1, 2));',
    'const f = (a: number) => a;\nconst n = f(1);',
    'async (input) => input',
    'class A {}',
    'const text = `\n```ts\nx\n```\n`;\nreturn text',
    '/*\n```ts\nx\n```\n*/\nreturn 1',
    'const a = `\n`;\nreturn [`a`].join(`\n```);',
    "const fence = '```ts';\nreturn fence",
    "const text = `\n~~~js\nconsole.log('wrong')\n~~~\n`;\nreturn text",
    "const f = (s) => s.replace('`', '');\nreturn f(`\n~~~js\nconsole.log('wrong')\n~~~\n`);",
    "return 1;\n// use `\n/* as in\n```js\nconsole.log('wrong')\n```\n*/",
    "const f = (s) => s.replace('`', '');\nreturn f(`\n```js\nconsole.log('wrong')\n```\n`);",
    "const n: = 1;\nreturn n + `\n```js\nconsole.log('wrong')\n```\n`;",
    '#!/usr/bin/env node\nreturn 1',
    '\ufeffreturn 1\r\n',
    "'use strict'",
    'import fs from "fs"\n1',
    'export * from "fs"',
    'const = 1',
    'cat a | grep x',
    'return 1 }); globalThis.pwn = 1; (async () => {',
  ])('%j', (code) => {
    expect(normaliseProgram(code).program).toBe(code);
  });

  test('a return in a function is not one of the program', async () => {
    expect(await finalValue('const f = () => { return 1 };\nf() + 1')).toBe(2);
  });
});

describe('of Markdown, the code is run', () => {
  test.each([
    ['```ts\nreturn 7\n```'],
    ['```typescript\r\nreturn 7;\r\n```\r\n'],
    ['~~~js\nreturn 7\n~~~'],
    ['  ```\n  return 7\n  ```'],
    ['Here is the `program`:\n\n```ts title="a.ts"\nreturn 7;\n```\n\nIt returns **7**.'],
    ['Sure!\n```\nreturn 7\n```'],
    ['\ufeff```ts\nconst a = 7;\na\n```'],
    ['\u00a0```ts\nreturn 7\n\u00a0```'],
    ['```ts\n#!/usr/bin/env node\nconst a = 7;\na\n```'],
    ['Run this:\n```js\n#!/usr/bin/env node\nreturn 7\n```'],
    ['```ts\nreturn 7'],
    ['```ts\nreturn 7;```'],
    ['return 7\n```\n'],
    ['````ts\nconst a = `x`;\nreturn 7\n````'],
    ['```ts\nasync () => {\n  return 7;\n}\n```'],
    ['```ts\nexport default async function main() {\n  return 7;\n}\n```'],
    ['```ts\n7\n```'],
    ['```ts\n{ n: 7 }.n\n```\nor\n```ts\n({ n: 7 }).n\n```'],
    ['First:\n```ts\nreturn 1\n```\nCorrected:\n```ts\nreturn 7\n```\nOutput:\n```\n1\n```'],
    ['I read `src/**/*.ts`, and count:\n\n```ts\nreturn 7\n```'],
    ['Fetch all of /users/*:\n```ts\nreturn 7\n```'],
    ['With the `run tool:\n```ts\nreturn 7\n```\n'],
    ['```ts\n/* as in\n```js\nreturn 1\n```\n*/\nreturn 7;\n```\nand no more'],
    ['```ts\nreturn 7\n```\nwhich gives\n```json\n{ "n": 1 }\n```'],
  ])('%j', async (code) => {
    expect(await finalValue(code)).toBe(7);
  });
});
