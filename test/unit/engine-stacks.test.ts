import { describe, expect, test } from 'vitest';
import { expressionStart } from '../../src/guest/divot.ts';
import { parseStack, scriptOf } from '../../src/guest/parse-stack.ts';

const GUEST = 'blob:null/1111';

const FIREFOX = [
  '#p@program.ts:5:33',
  'outer/inner<@program.ts:6:1',
  'get z@program.ts:7:2',
  `#run@${GUEST}:13:20791`,
  '@program.ts:8:3',
  '',
].join('\n');

const WEBKIT = [
  'parse@[native code]',
  'inner@blob:null/2222:5:47',
  'async m@blob:null/2222:6:1',
  `receive@${GUEST}:13:19606`,
  'global code@blob:null/2222:2:41',
].join('\n');

const texts = (stack: string): string[] => {
  const places = parseStack(stack, GUEST);
  return Array.from({ length: places.length }, (_, index) => {
    const { name, line, column } = places[index]!;
    return `${name} ${line}:${column}`;
  });
};

describe('parseStack', () => {
  test("keeps the program's frames of a stack of Firefox", () => {
    expect(texts(FIREFOX)).toEqual(['#p 5:33', ' 6:1', 'get z 7:2', ' 8:3']);
  });

  test("keeps the program's frames of a stack of WebKit", () => {
    expect(texts(WEBKIT)).toEqual(['inner 5:47', 'm 6:1', ' 2:41']);
  });

  test('takes what is no stack for a stack without frames', () => {
    for (const text of ['', 'Error: x', '@', '@:1:2', 'a@b:1', '\n\n', 'x@[native code]'])
      expect(texts(text)).toEqual([]);
  });

  test('stops after ten frames', () => {
    expect(texts('f@program.ts:1:1\n'.repeat(5_000))).toHaveLength(10);
  });

  test('reads names that hold what ends a name', () => {
    expect(texts('a@b@program.ts:1:2')).toEqual(['a@b 1:2']);
    expect(texts('@'.repeat(50_000))).toEqual([]);
  });
});

describe('scriptOf', () => {
  test('is the script of the innermost frame that has one', () => {
    expect(scriptOf(WEBKIT)).toBe('blob:null/2222');
    expect(scriptOf('')).toBe('');
  });
});

describe('expressionStart', () => {
  const CASES: readonly [script: string, end: string, start: string][] = [
    ["throw new Error('x')", "('x')", 'new Error'],
    ["throw new  a.b.C('x')", "('x')", 'new  a.b.C'],
    ['return outer.inner()', '()', 'inner'],
    ['return 1 + missing;', ';', 'missing'],
    ['renew Error()', '()', 'Error'],
    ['this.#p()', '()', '#p'],
    ['größe()', '()', 'größe'],
    ['(() => {})()', '()', '() =>'],
    ["x = new (class {})('x')", "('x')", "('x')"],
  ];
  for (const [script, end, start] of CASES) {
    test(`of ${JSON.stringify(end)} in ${JSON.stringify(script)} is at ${JSON.stringify(start)}`, () => {
      expect(expressionStart(script, script.indexOf(end))).toBe(script.indexOf(start));
    });
  }
});
