import { append, type List, list, mathFloor, mathMax, mathMin } from '../../bridge/intrinsics.ts';
import { mathRound, mathSqrt, stringPadEnd, stringPadStart } from '../builtins.ts';
import type { Context } from './context.ts';
import { widthOf } from './width.ts';

const SEPARATOR = ', ';

/** A character is about this many times as high as it is wide: the block of entries should look like a square. */
const CHARACTER_RATIO = 2.5;

const MAX_COLUMNS = 15;

/**
 * Sets the entries of a list in columns, if they are of similar lengths and at least three fit on a line. Returns the
 * lines, or the same list if it does not pay. The last entry is kept apart if it is a note about what was left out.
 */
export function inColumns(
  context: Context,
  entries: List<string>,
  { numeric, lastIsNote }: { readonly numeric: boolean; readonly lastIsNote: boolean },
): List<string> {
  const count = lastIsNote ? entries.length - 1 : entries.length;
  const widths = list<number>();
  let total = 0;
  let widest = 0;
  for (let index = 0; index < count; index++) {
    const width = widthOf(entries[index]!) + SEPARATOR.length;
    append(widths, width);
    total += width;
    widest = mathMax(widest, width);
  }
  const columns = columnCount(context, { count, all: entries.length, total, widest });
  if (columns <= 1) return entries;
  const columnWidths = widestOfEach(widths, columns);
  const lines = list<string>();
  for (let start = 0; start < count; start += columns) {
    const end = mathMin(start + columns, count);
    let line = '';
    for (let index = start; index < end; index++) {
      const last = index === end - 1;
      const text = last ? entries[index]! : entries[index]! + SEPARATOR;
      // Padding counts units, columns count what is seen.
      const padded =
        columnWidths[index - start]! + entries[index]!.length + SEPARATOR.length - widths[index]!;
      if (numeric) line += stringPadStart(text, last ? padded - SEPARATOR.length : padded);
      else line += last ? text : stringPadEnd(text, padded);
    }
    append(lines, line);
  }
  if (lastIsNote) append(lines, entries[count]!);
  return lines;
}

interface Measure {
  readonly count: number;
  readonly all: number;
  readonly total: number;
  readonly widest: number;
}

function columnCount({ settings, indentation }: Context, { count, all, total, widest }: Measure): number {
  if (widest * 3 + indentation >= settings.breakLength) return 1;
  if (total / widest <= 5 && widest - SEPARATOR.length > 6) return 1;
  // The more the lengths differ, the narrower the columns are taken to be.
  const spread = mathSqrt(widest - total / all);
  const typical = mathMax(widest - 3 - spread, 1);
  return mathMin(
    mathRound(mathSqrt(CHARACTER_RATIO * typical * count) / typical),
    mathFloor((settings.breakLength - indentation) / widest),
    settings.compact * 4,
    MAX_COLUMNS,
  );
}

function widestOfEach(widths: List<number>, columns: number): List<number> {
  const result = list<number>();
  for (let column = 0; column < columns; column++) {
    let widest = 0;
    for (let index = column; index < widths.length; index += columns)
      widest = mathMax(widest, widths[index]!);
    append(result, widest);
  }
  return result;
}
