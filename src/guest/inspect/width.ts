import { stringCharCodeAt } from '../../bridge/intrinsics.ts';
import { stringCodePointAt } from '../builtins.ts';

/** First and last code points that take two columns. */
const WIDE: readonly number[] = [
  0x1100, 0x115f, 0x2e80, 0x303e, 0x3041, 0xa4cf, 0xa960, 0xa97c, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10,
  0xfe19, 0xfe30, 0xfe6b, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x1f300, 0x1f64f, 0x1f680, 0x1f6ff, 0x1f900,
  0x1f9ff, 0x20000, 0x3fffd,
];

/** First and last code points that take none: marks on the character before, joiners, selectors. */
const EMPTY: readonly number[] = [
  0x300, 0x36f, 0x200b, 0x200f, 0x20d0, 0x20ff, 0xfe00, 0xfe0f, 0xfe20, 0xfe2f,
];

/** How many columns a text takes in a font of fixed width, as nearly as can be told without tables. */
export function widthOf(text: string): number {
  let width = 0;
  for (let index = 0; index < text.length; index++) {
    if (stringCharCodeAt(text, index) < 0x300) {
      width += 1;
      continue;
    }
    const point = stringCodePointAt(text, index)!;
    if (point > 0xffff) index++;
    if (isIn(EMPTY, point)) continue;
    width += isIn(WIDE, point) ? 2 : 1;
  }
  return width;
}

function isIn(ranges: readonly number[], point: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (point >= ranges[index]! && point <= ranges[index + 1]!) return true;
  }
  return false;
}
