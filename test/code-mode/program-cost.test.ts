/** No text holds up the host for long that is read to find out what it means to return. */
import { expect, test } from 'vitest';
import { normaliseProgram } from '../../src/code-mode/program/normalise-program.ts';

test('nesting without end is handed through, and fails in the runtime', async () => {
  const deep = `return ${'('.repeat(10_000)}1${')'.repeat(10_000)}`;
  expect(normaliseProgram(deep).program).toBe(deep);
  const deeper = `${'['.repeat(100_000)}`;
  expect(normaliseProgram(deeper).program).toBe(deeper);
});

/** Best of some, in time of the processor: others may be busy on the machine. */
function timeOf(code: string, turns = 2): number {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < turns; turn++) {
    const start = process.cpuUsage();
    normaliseProgram(code);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, user + system);
  }
  return best;
}

const plain = (lines: number): string =>
  `${'n = await tools.add(1, [2].length); // main\n'.repeat(lines)}n\n`;

test('a long program is read, in time that grows with its length', () => {
  expect(normaliseProgram(plain(4_000)).program.endsWith('return ( // main\nn)\n')).toBe(true);
  expect(timeOf(plain(4_000))).toBeLessThan(timeOf(plain(1_000), 4) * 16);
});

test('a long program is read in a Markdown fence too', () => {
  const text = `Here:\n\n~~~ts\n${plain(4_000)}~~~\n`;
  expect(normaliseProgram(text).program.trimEnd().endsWith('return ( // main\nn)')).toBe(true);
});

const timeOfPlain = timeOf(plain(1_000));
const rest = `;\n//${'x'.repeat(40_000)}`;
test.each([
  ['arrow functions in conditions', `${'(a=(b):'.repeat(20)}1${')'.repeat(20)}${rest}`],
  ['type parameters', `${'<T>(a='.repeat(20)}1${')'.repeat(20)}${rest}`],
  ['async arrow functions', `${'async<T>(a='.repeat(18)}1${')'.repeat(18)}${rest}`],
  ['type arguments', `${'a<'.repeat(1_500)}b${rest}`],
  ['one of them in a fence', `~~~ts\n${'(a=(b):'.repeat(20)}1${')'.repeat(20)}${rest}\n~~~`],
  ['a comment in them', `${'(a=(b):'.repeat(20)}1 /*${'\n'.repeat(40_000)}*/ as T${')'.repeat(20)}`],
  ['room in them', `${'<T>(a='.repeat(20)}1${' '.repeat(40_000)}as T${')'.repeat(20)}`],
  ['comments on one line', '/**/'.repeat(10_000)],
  ['comments without an end', '(/*'.repeat(12_000)],
  ['line separators', `${'\u2028'.repeat(45_000)}x`],
  ['exports', `function f(){}${'export{};'.repeat(2_000)}${'f;'.repeat(8_000)}g()`],
  ['names', `export default 1;f();/*${Array.from({ length: 6_000 }, (_, n) => `$${n}`).join(' ')}*/`],
  ['blocks', '```\n)\n```\n'.repeat(4_000)],
  ['fences', '```ts\n`\n'.repeat(5_000)],
  ['objects', '\n{'.repeat(12_000)],
])('a text that is hard to read takes no longer than a long program: %s', (_, code) => {
  const { program } = normaliseProgram(code);
  expect(program.length).toBeGreaterThanOrEqual(code.length);
  expect(timeOf(code, 1)).toBeLessThan(timeOfPlain * 20);
});

test('what is too hard to read is handed through', () => {
  const { stackTraceLimit } = Error;
  const code = `${'(a=(b):'.repeat(30)}1${')'.repeat(30)};\n1`;
  expect(normaliseProgram(code).program).toBe(code);
  expect(Error.stackTraceLimit).toBe(stackTraceLimit);
  const readable = `(${'<T,>(a = '.repeat(5)}1${') => 1'.repeat(5)});\n7`;
  expect(normaliseProgram(readable).program).not.toBe(readable);
});

test('a program that is longer than any that a model writes is handed through', () => {
  const code = `${'1;\n'.repeat(70_000)}`;
  expect(normaliseProgram(code).program).toBe(code);
});
