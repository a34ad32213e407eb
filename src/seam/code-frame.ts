import { linesAround } from './source-lines.ts';
import type { CodeLocation } from './types.ts';

/** Lines shown above and below the one in question. */
const CONTEXT_LINES = 2;

/** Characters of a line that are shown; a longer one is cut to a window around the column. */
const LINE_WIDTH = 100;

const CUT = '...';

/**
 * Shows where `location` is in the program: its line between two lines of context, line numbers in a gutter, a caret
 * under the column. A location beyond the program is moved to its nearest end. The frame is below 1 000 characters.
 */
export function codeFrame(program: string, location: CodeLocation): string {
  const { line, lines } = linesAround(program, location.line, CONTEXT_LINES);
  const digits = String(lines.at(-1)?.number ?? line).length;
  const rows: string[] = [];
  for (const { number, start, end } of lines) {
    const gutter = `${number === line ? '>' : ' '} ${String(number).padStart(digits)} |`;
    const column = number === line ? Math.min(Math.max(location.column, 1), end - start + 1) : 1;
    const shown = showLine(program, start, end, column);
    rows.push(shown.text === '' ? gutter : `${gutter} ${shown.text}`);
    if (number === line) rows.push(`  ${' '.repeat(digits)} | ${shown.padding}^`);
  }
  return rows.join('\n');
}

/** A line as it is shown, and what goes before the caret so that it stands under `column`. */
function showLine(
  program: string,
  start: number,
  end: number,
  column: number,
): { text: string; padding: string } {
  const length = end - start;
  const caret = column - 1;
  let from = length <= LINE_WIDTH ? 0 : Math.max(0, Math.min(caret - LINE_WIDTH / 2, length - LINE_WIDTH));
  let to = Math.min(from + LINE_WIDTH, length);
  // Half a surrogate pair would be shown as garbage.
  if (isTrailSurrogate(program, start + from, end)) from += 1;
  if (isTrailSurrogate(program, start + to, end)) to -= 1;
  const head = from > 0 ? CUT : '';
  const text = `${head}${program.slice(start + from, start + to)}${to < length ? CUT : ''}`;
  const before = head + program.slice(start + from, start + caret);
  return {
    text: printable(text).trimEnd(),
    // A tab is as wide as the reader's editor says: only another tab is sure to be as wide.
    padding: printable(before).replace(/[^\t]/g, ' '),
  };
}

function isTrailSurrogate(program: string, index: number, end: number): boolean {
  return index < end && /[\udc00-\udfff]/.test(program.charAt(index));
}

/** Control characters could move the reader's cursor; a byte order mark has no width. */
function printable(text: string): string {
  return text.replaceAll('\ufeff', '').replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '\ufffd');
}
