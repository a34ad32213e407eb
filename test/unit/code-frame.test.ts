import { describe, expect, it } from 'vitest';
import { codeFrame } from '../../src/seam/code-frame.ts';
import { countLines, lineAt, locationAt } from '../../src/seam/source-lines.ts';

const frame = (lines: string[]): string => lines.join('\n');

describe('codeFrame', () => {
  it('shows the line between two lines of context, with a caret under the column', () => {
    const program = 'one\ntwo\nthree\nfour\nfive\nsix';
    expect(codeFrame(program, { line: 3, column: 2 })).toBe(
      frame(['  1 | one', '  2 | two', '> 3 | three', '    |  ^', '  4 | four', '  5 | five']),
    );
  });

  it('aligns line numbers of different widths', () => {
    const program = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n');
    expect(codeFrame(program, { line: 9, column: 1 })).toBe(
      frame([
        '   7 | line 7',
        '   8 | line 8',
        '>  9 | line 9',
        '     | ^',
        '  10 | line 10',
        '  11 | line 11',
      ]),
    );
  });

  it('shows an empty program', () => {
    expect(codeFrame('', { line: 1, column: 1 })).toBe(frame(['> 1 |', '    | ^']));
  });

  it('moves a location beyond the program to its nearest end', () => {
    expect(codeFrame('ab', { line: 7, column: 9 })).toBe(frame(['> 1 | ab', '    |   ^']));
    expect(codeFrame('ab', { line: 0, column: -3 })).toBe(frame(['> 1 | ab', '    | ^']));
  });

  it('pads with the tabs of the line', () => {
    expect(codeFrame('\tif (x)\ty', { line: 1, column: 9 })).toBe(
      frame(['> 1 | \tif (x)\ty', '    | \t      \t^']),
    );
  });

  it('puts the caret by UTF-16 units', () => {
    expect(codeFrame('"\u{1f600}" x', { line: 1, column: 6 })).toBe(
      frame(['> 1 | "\u{1f600}" x', '    |      ^']),
    );
  });

  it('gives a byte order mark no width', () => {
    expect(codeFrame('\ufeffab c', { line: 1, column: 5 })).toBe(frame(['> 1 | ab c', '    |    ^']));
  });

  it('replaces control characters', () => {
    expect(codeFrame('a\x1b[31m\x00b', { line: 1, column: 2 })).toBe(
      frame(['> 1 | a\ufffd[31m\ufffdb', '    |  ^']),
    );
  });

  it('splits lines at every line terminator of ECMAScript', () => {
    expect(codeFrame('a\r\nb\rc\u2028d\u2029e\nf', { line: 4, column: 1 })).toBe(
      frame(['  2 | b', '  3 | c', '> 4 | d', '    | ^', '  5 | e', '  6 | f']),
    );
  });

  it('cuts long lines to a window around the column', () => {
    const line = 'abcdefghij'.repeat(100);
    const [shown = '', caret = ''] = codeFrame(line, { line: 1, column: 505 }).split('\n');
    expect(shown.length).toBeLessThan(120);
    expect(shown).toMatch(/^> 1 \| \.\.\..*\.\.\.$/);
    expect(shown.charAt(caret.indexOf('^'))).toBe(line.charAt(504));
    const head = codeFrame(line, { line: 1, column: 1 }).split('\n');
    expect(head[0]).toBe(`> 1 | ${line.slice(0, 100)}...`);
    const tail = codeFrame(line, { line: 1, column: 1_001 }).split('\n');
    expect(tail[0]).toBe(`> 1 | ...${line.slice(-100)}`);
    expect(tail[1]?.indexOf('^')).toBe(tail[0]?.length);
  });

  it('never shows half of a surrogate pair', () => {
    for (let column = 1; column < 400; column += 1) {
      const text = codeFrame(`x${'\u{1f600}'.repeat(300)}`, { line: 1, column });
      expect(text).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('stays below 1 000 characters', () => {
    const program = Array.from({ length: 9 }, () => 'x'.repeat(100_000)).join('\n');
    expect(codeFrame(program, { line: 5, column: 50_000 }).length).toBeLessThan(1_000);
  });
});

describe('source lines', () => {
  const program = 'ab\r\ncd\r\u2028e';

  it('counts and finds lines', () => {
    expect(countLines(program)).toBe(4);
    expect([1, 2, 3, 4].map((line) => lineAt(program, line))).toEqual([
      { start: 0, end: 2 },
      { start: 4, end: 6 },
      { start: 7, end: 7 },
      { start: 8, end: 9 },
    ]);
    expect(countLines('')).toBe(1);
    expect(lineAt('', 1)).toEqual({ start: 0, end: 0 });
  });

  it('locates every offset where its line says', () => {
    for (let offset = 0; offset <= program.length; offset += 1) {
      const { line, column } = locationAt(program, offset);
      expect(lineAt(program, line).start + column - 1).toBe(offset);
    }
  });
});
