import vm from 'node:vm';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { afterAll, describe, expect, it } from 'vitest';
import { PROGRAM_HOOK, PROGRAM_NAME } from '../../src/bridge/program-hook.ts';
import { createNodeTranspiler } from '../../src/node/transpiler.ts';
import type { CodeLocation, CodeRealm } from '../../src/seam/types.ts';
import { MAX_REJECTION_LENGTH } from '../../src/transpile/diagnostics.ts';

const transpiler = createNodeTranspiler();
afterAll(() => transpiler.dispose());

async function transpiled(program: string, realm: CodeRealm = 'bare') {
  const result = await transpiler.transpile(program, { realm });
  if (result.outcome !== 'transpiled') throw new Error(result.message);
  return result;
}

async function rejected(program: string, realm: CodeRealm = 'bare') {
  const result = await transpiler.transpile(program, { realm });
  if (result.outcome !== 'rejected') throw new Error(`Expected a rejection, got "${result.outcome}"`);
  expect(result.message).not.toMatch(
    /_[0-9a-f]{32}|__codeseam|esbuild|sourceMappingURL=none|configured target/,
  );
  expect(result.message.length).toBeLessThanOrEqual(MAX_REJECTION_LENGTH);
  return result;
}

/** The head of the message: everything before its first code frame, without the position, which is compared apart. */
async function complaint(program: string, realm: CodeRealm = 'bare'): Promise<[string, number, number]> {
  const { message, location = { line: 0, column: 0 } } = await rejected(program, realm);
  const [head = ''] = message.split('\n\n');
  const suffix = ` (line ${location.line}, column ${location.column})`;
  expect(head.endsWith(suffix)).toBe(true);
  return [head.slice('SyntaxError: '.length, -suffix.length), location.line, location.column];
}

/** Evaluates a script in a context of its own, as the guest does, and runs the program. */
async function run(
  program: string,
  globals: Record<string, unknown> = {},
  realm: CodeRealm = 'bare',
): Promise<unknown> {
  const { script } = await transpiled(program, realm);
  let calls = 0;
  let main: (() => Promise<unknown>) | undefined;
  const context = vm.createContext({
    ...globals,
    [PROGRAM_HOOK]: (body: () => Promise<unknown>) => {
      calls += 1;
      main = body;
    },
  });
  vm.runInContext(
    'Symbol.dispose ??= Symbol("dispose"); Symbol.asyncDispose ??= Symbol("asyncDispose");',
    context,
  );
  new vm.Script(script, {
    filename: PROGRAM_NAME,
    ...(realm === 'node' && { importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }),
  }).runInContext(context);
  expect(calls).toBe(1);
  return main?.();
}

describe('the program as a function body', () => {
  it.each([
    ['return 1', 1],
    ['', undefined],
    ['  \n\t ', undefined],
    ['// only a comment', undefined],
    ['/* a */ // b', undefined],
    ['return', undefined],
    ['return null', null],
    ['\ufeffreturn 1', 1],
    ['#!/usr/bin/env node\nreturn 2', 2],
    ['\ufeff#!/usr/bin/env node\nreturn 2', 2],
    ['return 3 // last line', 3],
    ['return 4\r\n', 4],
    ['return 5\r', 5],
    ['let a = 1\u2028return a + 5', 6],
    ['return await Promise.resolve(7)', 7],
    ['"use strict"; return 8', 8],
    ['return this === undefined', true],
    ['try { undeclared = 1 } catch (e) { return e.name }', 'ReferenceError'],
    ['const tools = 9; return tools', 9],
    ['const x = 1\nreturn `a\nb${x}`', 'a\nb1'],
    ['`template` + 1; return 10', 10],
    [
      'return String.raw`\u00e9\\n\u{1f600}` + /\u00e9/.source + "\u65e5\\u00e9"',
      '\u00e9\\n\u{1f600}\u00e9\u65e5\u00e9',
    ],
    ['const \u00e9 = 1, \ud835\udc9c = 2; return \u00e9 + \ud835\udc9c', 3],
    ['f(); return 12; function f() {}', 12],
  ])('runs %j', async (program, value) => {
    expect(await run(program)).toEqual(value);
  });

  it('keeps its own directive, this and arguments apart from the wrapper', async () => {
    expect(
      await run(
        'return [arguments.length, new.target, typeof module, typeof exports, typeof require].join()',
      ),
    ).toBe('0,,undefined,undefined,undefined');
  });

  it('compiles to ASCII', async () => {
    const { script } = await transpiled('const \u00e9 = "\u65e5\u672c\u{1f600}"; return \u00e9');
    expect(script).toMatch(/^[\x00-\x7f]*$/);
  });

  it('names the script whatever a comment of the program says', async () => {
    const program = 'import(//# sourceURL=evil.ts\n"x").catch(() => {}); return new Error("here").stack';
    const stack = String(await run(program, { require: () => ({}) }));
    expect(stack).toContain(`${PROGRAM_NAME}:`);
    expect(stack).not.toContain('evil');
  });
});

describe('TypeScript', () => {
  it.each<[string, string, unknown]>([
    ['generics', 'const f = <T>(x: T) => x; return <number>f(1 as any)', 1],
    ['a generic arrow with a comma', 'const f = <T,>(x: T): T => x; return f<number>(2)', 2],
    ['assertions', 'const a = { b: 1 } as { b?: number } | null; return a!.b! satisfies number', 1],
    [
      'interfaces and type aliases',
      'interface A { x: number } type B = A & { y: string }; const b: B = { x: 1, y: "" }; return b.x',
      1,
    ],
    ['enum', 'enum E { A, B = 5, C } return [E.A, E.B, E.C, E[5]]', [0, 5, 6, 'B']],
    ['string enum', 'enum E { A = "a" } return E.A', 'a'],
    ['const enum', 'const enum E { A = 3 } return E.A', 3],
    ['declare enum', 'declare const q: number; declare function g(): void; return typeof q', 'undefined'],
    [
      'abstract class',
      'abstract class A { abstract x(): number; y() { return this.x() } } class B extends A { x() { return 4 } } return new B().y()',
      4,
    ],
    [
      'parameter properties',
      'class A { constructor(private readonly a: number, public b = 2) {} s() { return this.a + this.b } } return new A(1).s()',
      3,
    ],
    [
      'overloads',
      'function f(a: string): string; function f(a: number): number; function f(a: any) { return a } return f(5)',
      5,
    ],
    ['declare fields', 'class A { x = 1 } class B extends A { declare x: number } return new B().x', 1],
    [
      'definition of fields',
      'class A { set x(v: number) { throw 1 } } class B extends A { x!: number } return "x" in new B() && Object.hasOwn(new B(), "x")',
      true,
    ],
    [
      'override and accessibility',
      'class A { protected m() { return 1 } } class B extends A { override m() { return super.m() + 1 } public static s = 1 } return new B()["m"]()',
      2,
    ],
    [
      'index signatures and optional members',
      'class A { [k: string]: unknown; a?: number } return Object.keys(new A())',
      ['a'],
    ],
    [
      'a class decorator',
      'const names: string[] = []; const d = (c: any, { name }: any) => { names.push(name) }; @d class A {} return names',
      ['A'],
    ],
    [
      'member decorators',
      'const twice = (f: any) => function (this: any) { return f.call(this) * 2 }; class A { @twice m() { return 4 } } return new A().m()',
      8,
    ],
    [
      'decorated accessors',
      'const log: string[] = []; const d = (v: any, c: any) => { log.push(c.kind) }; class A { @d accessor x = 1; @d y = 2 } const a = new A(); a.x += 1; return [a.x, ...log]',
      [2, 'accessor', 'field'],
    ],
    [
      'accessor',
      'class A { accessor x = 1; static accessor y = 2 } const a = new A(); a.x++; return a.x + A.y',
      4,
    ],
    [
      'using',
      'const log: string[] = []; { using a = { [Symbol.dispose]() { log.push("disposed") } }; log.push("used") } return log',
      ['used', 'disposed'],
    ],
    [
      'await using',
      'const log: string[] = []; { await using a = { async [Symbol.asyncDispose]() { await null; log.push("disposed") } }; log.push("used") } return log',
      ['used', 'disposed'],
    ],
    ['using at the top', 'using a = { [Symbol.dispose]() { } }; return 1', 1],
    [
      'assertion functions',
      'function is(x: unknown): asserts x is string {} const v: unknown = "s"; is(v); return v.length',
      1,
    ],
    [
      'this types and tuples',
      'function f(this: void, ...[a, b]: [a: number, b?: string]) { return a } return f(1)',
      1,
    ],
    ['template literal types', 'type T = `a${string}`; const t: T = "ab"; return t', 'ab'],
    [
      'type-only import types',
      'let x: typeof import("fs") | undefined; type Q = import("fs").Stats; return x',
      undefined,
    ],
    ['definite assignment', 'let x!: number; return x', undefined],
    ['regular expression flags', 'return /[a--b]/v.test("a")', true],
    [
      'private names',
      'class A { #x = 1; static #y = 2; has(o: object) { return #x in o } static { A.#y++ } static get y() { return A.#y } } return [new A().has(new A()), A.y]',
      [true, 3],
    ],
    [
      'async generators',
      'async function* g() { yield 1; yield 2 } const out: number[] = []; for await (const x of g()) out.push(x); return out',
      [1, 2],
    ],
  ])('runs %s', async (_name, program, value) => {
    expect(JSON.stringify(await run(program))).toBe(JSON.stringify(value));
  });

  it('disposes at the end of the program, after the value is known', async () => {
    const log: string[] = [];
    const program = 'using a = { [Symbol.dispose]() { note("disposed") } }; return note("returned")';
    await run(program, { note: (text: string) => log.push(text) });
    expect(log).toEqual(['returned', 'disposed']);
  });

  it('sees an exception of a disposer', async () => {
    await expect(run('using a = { [Symbol.dispose]() { throw new Error("late") } }')).rejects.toMatchObject({
      message: 'late',
    });
  });
});

describe('positions', () => {
  /** Where the program says that `needle` is, by the mappings of the script. */
  async function mapped(program: string, needle: string): Promise<CodeLocation> {
    const { script, mappings, firstLine } = await transpiled(program);
    const map = new TraceMap({ version: 3, sources: [PROGRAM_NAME], names: [], mappings });
    const before = script.slice(0, script.indexOf(needle)).split('\n');
    const { line, column } = originalPositionFor(map, {
      line: before.length,
      column: before.at(-1)?.length ?? 0,
    });
    return { line: (line ?? 0) + 1 - firstLine, column: (column ?? -1) + 1 };
  }

  it.each<[string, number, number]>([
    ['needle()', 1, 1],
    ['interface A {\n  a: number;\n}\ntype B = A;\nconst b: B = { a: 1 };\n\n  needle(b);', 7, 3],
    ['const a = 1;\r\nconst b = 2;\r\n  needle()', 3, 3],
    ['a;\rb;\u2028c;\u2029  needle()', 4, 3],
    ['x("\u{1f600}\u65e5"); needle()', 1, 11],
    ['\ufeff needle()', 1, 3],
    ['#!x\nneedle()', 2, 1],
    ['enum E { A }\n@d class C { accessor x = needle() }', 2, 27],
    ['using a = b;\n\n needle()', 3, 2],
  ])('maps %j', async (program, line, column) => {
    expect(await mapped(program, 'needle')).toEqual({ line, column });
  });

  it('leads from the stack of an exception to its throw', async () => {
    const program = `${'type A = { a: number };\n'.repeat(5)}\n  throw new Error("\u65e5" as string);`;
    const { script, mappings, firstLine } = await transpiled(program);
    const { stack } = (await run(program).then(
      () => undefined,
      (error: unknown) => error,
    )) as Error;
    const [, line, column] = new RegExp(`${PROGRAM_NAME}:(\\d+):(\\d+)`).exec(stack ?? '') ?? [];
    const map = new TraceMap({ version: 3, sources: [PROGRAM_NAME], names: [], mappings });
    expect(script.split('\n')[Number(line) - 1]).toContain('throw');
    expect(originalPositionFor(map, { line: Number(line), column: Number(column) - 1 })).toMatchObject({
      line: 6 + firstLine,
      column: 8,
    });
  });

  it('does not believe a source map that the program claims to have', async () => {
    const evil = { version: 3, sources: ['evil.ts'], names: [], mappings: 'AAsDA;AACA;AACA' };
    const url = `data:application/json;base64,${Buffer.from(JSON.stringify(evil)).toString('base64')}`;
    for (const comment of [`//# sourceMappingURL=${url}`, '//# sourceMappingURL=data:application/json,{']) {
      expect(await mapped(`\nneedle();\n${comment}`, 'needle')).toEqual({ line: 2, column: 1 });
      expect(await mapped(`\nneedle();\n${comment}\n`, 'needle')).toEqual({ line: 2, column: 1 });
    }
  });
});

describe('escapes from the wrapper', () => {
  const early = 'Unexpected "}": it closes a block that the program did not open';

  it.each<[string, number, number]>([
    ['}', 1, 1],
    ['} evil(); {', 1, 1],
    ['return 1;\n}\n', 2, 1],
    ['}; evil(); async function f() {', 1, 1],
    ['return 1 }); globalThis.pwn = 1; (async () => {', 1, 10],
    [`} }); evil(); ${PROGRAM_HOOK}(async function () { "use strict"; _0: {`, 1, 1],
    ['} }', 1, 1],
    ['}}}', 1, 1],
    ['} } evil(); async function g() { L: {', 1, 1],
    ['return 1 } evil(); {', 1, 10],
    ['class A {} } class B {', 1, 12],
    ['} } catch {} try { {', 1, 1],
    ['} finally {} try {', 1, 1],
    ['function f() {\n}\n}\nreturn f()', 3, 1],
  ])('rejects %j', async (program, line, column) => {
    const { message, location } = await rejected(program.replaceAll(PROGRAM_HOOK, 'hook'));
    if (!program.includes('finally') && !program.includes('catch')) {
      expect(message).toContain(early);
      expect(location).toEqual({ line, column });
    }
  });

  it('takes a new label for each program', async () => {
    const labels = await Promise.all(
      ['', ' '].map(async (program) => /_[0-9a-z]{20,28}(?=:)/.exec((await transpiled(program)).script)?.[0]),
    );
    expect(labels[0]).toBeDefined();
    expect(labels[0]).not.toBe(labels[1]);
  });
});

describe('the end of the program', () => {
  it.each<[string, string, number, number]>([
    ['if (a) {\n  b();\n', 'Unexpected end of the program: a "}" is missing', 2, 7],
    ['function f() {\n  return 1\n\n', 'Unexpected end of the program: a "}" is missing', 2, 11],
    ['foo(function () {\n', 'Unexpected end of the program: a "}" is missing', 1, 18],
    ['return foo(1, 2', 'Unexpected end of the program: a ")" is missing', 1, 16],
    ['return [1, 2', 'Unexpected end of the program: a "]" is missing', 1, 13],
    ['try {\n', 'Unexpected end of the program: a "}" is missing', 1, 6],
    ['try { a() }', 'Unexpected end of the program: "catch" or "finally" is missing', 1, 12],
    ['if (true)', 'Unexpected end of the program: its last statement is not complete', 1, 10],
    ['while (x)', 'Unexpected end of the program: its last statement is not complete', 1, 10],
    ['for (const a of b)\n', 'Unexpected end of the program: its last statement is not complete', 1, 19],
    ['const x =', 'Unexpected end of the program: its last statement is not complete', 1, 10],
    ['foo.', 'Unexpected end of the program: its last statement is not complete', 1, 5],
    ['return {', 'Unexpected end of the program: its last statement is not complete', 1, 9],
    ['return x as', 'Unexpected end of the program: its last statement is not complete', 1, 12],
    ['label:', 'Unexpected end of the program: its last statement is not complete', 1, 7],
    ['const a = 1\n/* never\nclosed', 'Unterminated comment: "*/" is missing', 2, 1],
    ['const s = `a\\`b\nreturn s', 'Unterminated template literal: "`" is missing', 1, 11],
    ['return "abc', 'Unterminated string literal', 1, 12],
    ['return /abc', 'Unterminated regular expression', 1, 12],
    ['if (x) {\r', 'Unexpected end of the program: a "}" is missing', 1, 9],
  ])('is where %j fails', async (program, text, line, column) => {
    expect(await complaint(program)).toEqual([text, line, column]);
  });
});

describe('rejections', () => {
  it('shows text, position and code frame', async () => {
    const { message, location } = await rejected('const a = 1;\nconst = 2;\nreturn a');
    expect(message).toBe(
      'SyntaxError: Expected identifier but found "=" (line 2, column 7)\n\n' +
        '  1 | const a = 1;\n> 2 | const = 2;\n    |       ^\n  3 | return a',
    );
    expect(location).toEqual({ line: 2, column: 7 });
  });

  it('counts columns in UTF-16 units', async () => {
    expect(await complaint('"\u{1f600}\u65e5\u672c\u00e9" x')).toEqual(['Expected ";" but found "x"', 1, 9]);
    expect(await complaint('a\u2028"\u{1f600}" x')).toEqual(['Expected ";" but found "x"', 2, 6]);
    expect(await complaint('a\r"\u{1f600}" x')).toEqual(['Expected ";" but found "x"', 2, 6]);
    expect(await complaint('a\r\n"\u{1f600}" x')).toEqual(['Expected ";" but found "x"', 2, 6]);
    expect(await complaint('\ufeffa b')).toEqual(['Expected ";" but found "b"', 1, 4]);
  });

  it('adds what belongs to the problem elsewhere in the program', async () => {
    const { message } = await rejected('let a = 1;\nlet a = 2;');
    expect(message).toContain('The symbol "a" has already been declared (line 2, column 5)');
    expect(message).toContain('The symbol "a" was originally declared here (line 1, column 5)');
    expect((await rejected('const f = () => { await x }')).message).toContain(
      '"async" keyword here (line 1, column 11)',
    );
  });

  it('leaves out what is about the wrapper', async () => {
    expect((await rejected('return 010')).message).not.toContain('use strict');
    expect((await rejected('return 010')).message).toContain('Legacy octal literals');
  });

  it('reports the first three problems of many', async () => {
    const { message } = await rejected('let q;\n'.repeat(500));
    expect(message.match(/SyntaxError/g)).toHaveLength(3);
  });

  it('is bounded, however long the tokens and lines are', async () => {
    const long = 'y'.repeat(200_000);
    const { message } = await rejected(`let ${long}; let ${long}; let ${long}; let ${long}`);
    expect(message.length).toBeLessThanOrEqual(MAX_REJECTION_LENGTH);
    expect((await rejected(`x ${long}`)).message.length).toBeLessThan(1_000);
  });

  it('is quick for a text that is made to be read again and again', async () => {
    await rejected(`import ${'/'.repeat(170)}\nfoo bar`);
    await rejected(`import ${'/**/'.repeat(45)} foo`);
    await rejected(`import ${' '.repeat(100_000)} foo`);
    await rejected(`${'<a '.repeat(50_000)}\n`);
    await rejected(`${' '.repeat(200_000)}\n${'\t'.repeat(200_000)}x x`);
  });

  it('refuses half of a surrogate pair instead of changing it', async () => {
    expect(await complaint('return 1; // \ud83d')).toEqual([
      'Half of a surrogate pair cannot be part of a program: write it as an escape, as in "\\ud83d"',
      1,
      14,
    ]);
  });
});

describe('hints', () => {
  const noImport =
    'import statements are not available: the bindings are globals that need no import, and there are no modules';
  const noExport = 'export is not available: declare without it, and return the result';
  const noJsx = 'JSX is not available: return plain data or a string';
  const noNamespace = 'Namespaces are not available: use an object or plain functions';

  it.each<[string, string, number, number]>([
    ['import fs from "fs"\nconsole.log(1)', noImport, 1, 1],
    ['const a = 1;\n  import { b } from "b"', noImport, 2, 3],
    ['import * as x from "y"', noImport, 1, 1],
    ['import "x"', noImport, 1, 1],
    ['import type { A } from "x"', noImport, 1, 1],
    ['import x = require("y")', noImport, 1, 1],
    ['import /* a */ // b\n a from "b"', noImport, 1, 1],
    ['import source x from "y"', noImport, 1, 1],
    ['import defer * as x from "y"', noImport, 1, 1],
    ['export default async () => 7', noExport, 1, 1],
    ['const a = 1;\nexport { a }', noExport, 2, 1],
    ['export interface A {}', noExport, 1, 1],
    ['export = 1', noExport, 1, 1],
    ['@d export class A {}', noExport, 1, 4],
    ['namespace N { export const a = 1 }', noNamespace, 1, 1],
    ['declare module "x" {}', noNamespace, 1, 9],
    ['module A.B {}', noNamespace, 1, 1],
    ['return import.meta.url', 'import.meta is not available: the program is not a module', 1, 8],
    ['import.source("x")', 'import() is not available: there are no modules', 1, 8],
    ['import.defer("x")', 'import() is not available: there are no modules', 1, 8],
    ['import("a", import("b"))', 'import() is not available: there are no modules', 1, 13],
    [
      'class A { constructor(@Inject() a) {} }',
      'Parameter decorators are not available: decorate the class or the member',
      1,
      23,
    ],
    ['f();\\nreturn 1', 'A backslash outside of strings: send line breaks as such, not as "\\n"', 1, 5],
    ['f();\n<!-- b', 'HTML comments are not available: begin a comment with "//"', 2, 1],
    ['f()\n--> b', 'HTML comments are not available: begin a comment with "//"', 2, 1],
    ['with (a) {}', 'The "with" statement is not available: name the object at each use', 1, 1],
    ['break', 'Cannot use "break" outside a loop or switch: "return" ends the program', 1, 1],
    ['return \u201cx\u201d', 'Unexpected "\u201c": use straight quotes, " or \'', 1, 8],
    ['{"a": 1}', 'Expected ";" but found ":": to return an object, write "return { ... }"', 1, 5],
    ['return <div/>', noJsx, 1, 8],
    ['return <div>a</div>', noJsx, 1, 8],
    ['return <A b="c">{x}</A>', noJsx, 1, 8],
    ['const a: Array<number> = [1];\nreturn (\n  <ul>\n    <li>{a[0]}</li>\n  </ul>\n)', noJsx, 3, 3],
    ['const row = (n: number) => <b>{n}</b>; return [1].map(row)', noJsx, 1, 28],
    ['return <>a</>', noJsx, 1, 8],
    ['<!DOCTYPE html>\n<html></html>', 'Unexpected "!": the program must be TypeScript, not markup', 1, 2],
    ['cat a | grep x', 'Expected ";" but found "a"', 1, 5],
    ['def f(x):\n  return 1', 'Expected ";" but found "f"', 1, 5],
  ])('answers %j', async (program, text, line, column) => {
    const [told, ...location] = await complaint(program);
    expect(told).toBe(text);
    if (!program.startsWith('import("a"')) expect(location).toEqual([line, column]);
  });

  it.each([
    '```ts\nreturn 1\n```',
    '```\nreturn 1\n```',
    '~~~js\nreturn 1\n~~~',
    '\n\n```typescript\r\nreturn 1\r\n```\r\n',
  ])('asks to remove the fence of %j', async (program) => {
    const [text, line, column] = await complaint(program);
    expect(text).toBe('Remove the Markdown code fence: the program must be nothing but code');
    expect([line, column]).toEqual([program.startsWith('\n') ? 3 : 1, 1]);
  });

  it.each(['Here is the program:\n```ts\nreturn 1\n```', 'return 1\n```\n'])(
    'asks to remove the text around the fence of %j',
    async (program) => {
      expect((await complaint(program))[0]).toMatch(
        /: remove the Markdown code fence and the text around it$/,
      );
    },
  );

  it('lets a template literal pass that is no fence', async () => {
    expect(await run('`a` + `b`;\n`c`;\nreturn 1')).toBe(1);
    expect(await run('return `\n```ts\ncode\n\\`\\`\\``'.replace('```', '\\`\\`\\`'))).toBe(
      '\n```ts\ncode\n```',
    );
  });

  it('tells a program of the node realm to import dynamically', async () => {
    expect(await complaint('import fs from "fs"', 'node')).toEqual([
      'import statements are not available: the bindings are globals; write "const name = await import(...)" for modules',
      1,
      1,
    ]);
  });
});

describe('import()', () => {
  const forms = [
    'await import("node:fs").then((m) => m)',
    'await import("node:fs", { with: { type: "json" } })',
    'return await `${await import("node:fs")}`',
    'return await `${`${await import(`node:${"fs"}`)}`}`',
    'let p; class A { static { p = import("node:fs") } } await p',
    'const f = (a = import("node:fs")) => a; await f()',
    'const d = (p) => () => {}; let p; @((p = import("node:fs")), d(p)) class A {} await p',
    'await import /* c */ ("node:fs")',
    'await import // c\n("node:fs")',
    'await import\n("node:fs")',
    'let p; enum E { A = (p = import("node:fs")) as any } await p',
    'let p; const o = { [(p = import("node:fs"))]: 1 }; await p',
    'let p; class A { [(p = import("node:fs"))] = 1; static x = p } await A.x',
    'class A { accessor x = import("node:fs") } await new A().x',
    'label: await import("node:fs")',
    'const require = () => 1; await import("node:fs")',
    'const { x = await import("node:fs") } = {}',
    'await (async () => import("node:fs"))()',
    'await (await import("node:fs")).default',
    'for (const x of [import("node:fs")]) await x',
    'using x = await import("node:fs")',
    'await (0, (x) => import(x))("node:fs")',
    'await new (class { p = import("node:fs") })().p',
  ];

  it.each(forms)('is compiled to a call in the bare realm: %j', async (program) => {
    const { script } = await transpiled(program);
    expect(script.replace(/"(?:[^"\\\n]|\\.)*"/g, '""')).not.toMatch(/\bimport\b/);
    // A real import would be refused with another error: no callback was given to import anything.
    await expect(run(program)).rejects.toMatchObject({
      name: 'ReferenceError',
      message: 'require is not defined',
    });
  });

  it.each([
    'const v = { return: 1 }; return v?.return / import("node:fs") / 1',
    'return await import("node:fs")`t`',
    'import("node:fs")',
  ])('is compiled to a call where its promise is lost: %j', async (program) => {
    const asked = new Promise((require) => {
      run(program, { require }).catch(() => {});
    });
    expect(await asked).toBe('node:fs');
  });

  it('fails for want of a loader in the bare realm', async () => {
    await expect(run('await import("node:fs")')).rejects.toMatchObject({ message: 'require is not defined' });
    await expect(run('return require("node:fs")')).rejects.toMatchObject({
      message: 'require is not defined',
    });
    await expect(run('module.exports = 7')).rejects.toMatchObject({ message: 'module is not defined' });
  });

  it('stays as it is, and works, in the node realm', async () => {
    const { script } = await transpiled('return import("./a.json", { with: { type: "json" } })', 'node');
    expect(script).toContain('import("./a.json", { with: { type: "json" } })');
    const program = 'const { sep } = await import("node:path"); return sep.length';
    expect(await run(program, {}, 'node')).toBe(1);
  });
});
