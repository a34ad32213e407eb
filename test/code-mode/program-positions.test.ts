/** Positions and code frames are those of the text that the model submitted, whatever was run in its place. */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { normaliseProgram } from '../../src/code-mode/program/normalise-program.ts';
import type { CodeRunFailure } from '../../src/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { codeFrame } from '../../src/seam/code-frame.ts';
import { countLines, locationAt } from '../../src/seam/source-lines.ts';

const runtime = new WorkerThreadCodeRuntime();
afterAll(() => runtime.dispose());

async function failureOf(code: string): Promise<CodeRunFailure> {
  const { program, restore } = normaliseProgram(code);
  const { error } = restore(await runtime.run({ program, bindings: [] }));
  if (error === undefined) throw new Error('Expected the program to fail');
  return error;
}

/** The place of `¡` in a text, and the text without it. */
function marked(text: string): { code: string; line: number; column: number } {
  const code = text.replace('¡', '');
  return { code, ...locationAt(code, text.indexOf('¡')) };
}

const thrown = [
  'null.¡x',
  'null.¡x + 1 // note',
  'const a = 1; a + null.¡x',
  'const a = 1; // note\n  a + null.¡x',
  'const a = 1\n/* a\nnote */ null.¡x',
  '    null.¡x',
  '            null.¡x',
  'async () => null.¡x',
  'async () => {\n  const a: number = 1;\n  return null.¡x;\n}',
  '(async () => { return null.¡x })()',
  'async function main() { return null.¡x }',
  'async function main() { return null.¡x }; main()',
  'export default async () => null.¡x',
  'export default async function main() {\n  null.¡x;\n}',
  'export const a = null.¡x',
  'export default 1; const a = null.¡x',
  'export default null.¡x; const a = 1',
  '{ a: 1, b: null.¡x }',
  'const a = 1;\n{ a, b: null.¡x }',
  '```ts\nreturn null.¡x\n```',
  'Look at this:\n\n```ts\nconst a = 1;\nnull.¡x\n```\nand that.',
  '```ts\r\nasync () => {\r\n  null.¡x;\r\n}\r\n```',
  '\ufeffnull.¡x',
  '#!/usr/bin/env node\nnull.¡x',
  '```ts\n#!/usr/bin/env node\nnull.¡x\n```',
  '\ufeff```ts\nconst a = 1; a + null.¡x\n```',
  'const a = 1;\n{ a } function f() {} null.¡x',
  'const s = "\u{1f600}"; s.length + null.¡x',
  `const a = ${'1 + '.repeat(100)}1; a + null.¡x`,
];

describe('what a program throws', () => {
  test.each(thrown)('%j', async (text) => {
    const { code, line, column } = marked(text);
    const failure = await failureOf(code);
    expect(failure).toMatchObject({ kind: 'exception', location: { line, column } });
    const [head] = failure.message.split('\n');
    expect(head).toMatch(/^TypeError: /);
    expect(head?.endsWith(` (line ${line}, column ${column})`)).toBe(true);
    expect(failure.message.endsWith(`\n\n${codeFrame(code, { line, column })}`)).toBe(true);
  });

  test('a cause keeps its lines', async () => {
    const failure = await failureOf(
      'const a = 1; (() => { throw new Error("no", { cause: new Error("deep") }) })()',
    );
    expect(failure.message).toMatch(
      /^Error: no \(line 1, column 29\)\n\[cause\]: Error: deep\n\n> 1 \| const/,
    );
  });
});

describe('why a program is refused', () => {
  test.each([
    '```ts\n¡import fs from "fs";\nreturn 1\n```',
    '```ts\nconst ¡= 1;\n```',
    'Here:\n```ts\nconst a = 1;\n¡namespace A { export const b = 1 }\n```',
    '¡namespace A { export const b = 1 }\n1',
    'const a = 1; ¡import.meta.url',
    '¡import.meta.url',
    'async function main() { return ¡import.meta.url }',
  ])('%j', async (text) => {
    const { code, line, column } = marked(text);
    const failure = await failureOf(code);
    expect(failure).toMatchObject({ kind: 'exception', location: { line } });
    const frame = codeFrame(code, failure.location!);
    expect(failure.message).toContain(` (line ${line}, column ${failure.location?.column})\n\n${frame}`);
    expect(failure.location?.column).toBe(column);
  });

  test('of several problems, each has its own place', async () => {
    const code = '[import.meta.a, import.meta.b, import.meta.c]';
    const { message } = await failureOf(code);
    const columns = [2, 17, 32].map(
      (column) => `(line 1, column ${column})\n\n${codeFrame(code, { line: 1, column })}`,
    );
    for (const shown of columns) expect(message).toContain(shown);
  });
});

test('a result that cannot cross keeps its message', async () => {
  const failure = await failureOf('export default [() => 1]');
  expect(failure).toMatchObject({ kind: 'invalid-output' });
  expect(failure.message).toContain('value[0]');
});

const PIECES = (
  '```§```ts§~~~§\n§\r\n§\u2028§ §;§{§}§(§)§=>§async§await §a§main§' +
  'export §default §function §const §=§return §"§`§/*§*/§//§#!§\ufeff§${§void §class §import §' +
  '.§,§1§as §<§>§@§:§?§\u{1f600}§\ud800§\\§[§]§using '
).split('§');

test('no text makes it throw, or moves a line', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join('')),
  );
  const calls = { started: 0, settled: 0 };
  const usage = { wallMs: 0, busyMs: 0, calls, logs: { dropped: 0, droppedBytes: 0 } };
  fc.assert(
    fc.property(texts, fc.nat(80), (code, offset) => {
      const { program, restore } = normaliseProgram(code);
      expect(countLines(program)).toBe(countLines(code));
      const location = locationAt(program, offset);
      const error: CodeRunFailure = { kind: 'exception', message: 'Error', location };
      const restored = restore({ logs: [], usage, error }).error?.location;
      expect(restored?.line).toBe(location.line);
      expect(restored?.column).toBeLessThanOrEqual(location.column);
    }),
    { numRuns: 3_000 },
  );
});
