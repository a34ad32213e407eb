import { append, arrayJoin, type List, list } from '../../bridge/intrinsics.ts';
import { quote, shorten } from '../inspect/text.ts';
import type { Pair } from './urlencoded.ts';

/** Pairs that are shown, and characters of each part. */
const MAX_PAIRS = 100;
const MAX_PART = 1_000;

/** Characters that fit on one line with the braces. */
const LINE = 76;

/** How pairs are printed: `Name { 'a' => '1', 'b' => '2' }`. */
export function pairsText(className: string, pairs: List<Pair>): string {
  if (pairs.length === 0) return `${className} {}`;
  const entries = list<string>();
  let length = className.length;
  for (let index = 0; index < pairs.length && index < MAX_PAIRS; index++) {
    const { name, value } = pairs[index]!;
    const entry = `${quote(shorten(name, MAX_PART))} => ${quote(shorten(value, MAX_PART))}`;
    length += entry.length + 2;
    append(entries, entry);
  }
  if (pairs.length > MAX_PAIRS) append(entries, `... ${pairs.length - MAX_PAIRS} more items`);
  if (length <= LINE) return `${className} { ${arrayJoin(entries, ', ')} }`;
  return `${className} {\n  ${arrayJoin(entries, ',\n  ')}\n}`;
}
