import { stringCharCodeAt, stringIndexOf } from '../intrinsics.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** Set in the codes of braces and not in those of brackets, which are the same otherwise. */
const BRACE_BIT = 0x20;

/**
 * Whether no bracket of a JSON text is nested deeper than that. Asked before the text is parsed: a parser makes a deep
 * nest of brackets into fifty times its length in memory, and whoever looks at the result recurses.
 */
export function nestsWithin(text: string, start: number, end: number, levels: number): boolean {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const code = stringCharCodeAt(text, at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      if (at < 0) return false;
    } else if ((code & ~BRACE_BIT) === OPEN_BRACKET) {
      if (++depth > levels) return false;
    } else if ((code & ~BRACE_BIT) === CLOSE_BRACKET) {
      depth--;
    }
  }
  return true;
}

/** Where the string that begins at `start` ends; -1 when it does not. */
function endOfString(text: string, start: number): number {
  let end = start;
  let escaped: boolean;
  do {
    end = stringIndexOf(text, '"', end + 1);
    if (end < 0) return -1;
    escaped = false;
    for (let at = end - 1; stringCharCodeAt(text, at) === BACKSLASH; at--) escaped = !escaped;
  } while (escaped);
  return end;
}
