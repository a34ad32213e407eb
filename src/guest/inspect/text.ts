import {
  numberToString,
  objectIs,
  stringCharCodeAt,
  stringIndexOf,
  stringSlice,
  toBigInt,
} from '../../bridge/intrinsics.ts';
import { stringPadStart, stringRepeat, stringToUpperCase, symbolToString } from '../builtins.ts';
import type { Context } from './context.ts';

type Primitive = string | number | bigint | boolean | symbol | null | undefined;

/** A string shorter than this is never split at its line ends. */
const MIN_SPLIT_LENGTH = 16;

export function numberText(value: number): string {
  return objectIs(value, -0) ? '-0' : `${value}`;
}

/** Beyond this the digits of a BigInt take too long to be worked out. */
const MAX_BIGINT = toBigInt(1) << toBigInt(100_000);

export function bigIntText(value: bigint): string {
  return value > MAX_BIGINT || value < -MAX_BIGINT ? '<a BigInt of more than 30 000 digits>' : `${value}n`;
}

/** A primitive inside of something: strings are quoted, long ones cut, those of several lines split. */
export function primitiveText(context: Context, value: Primitive): string {
  switch (typeof value) {
    case 'string':
      return stringText(context, value);
    case 'number':
      return numberText(value);
    case 'bigint':
      return bigIntText(value);
    case 'symbol':
      return symbolText(value);
    default:
      return `${value}`;
  }
}

export function symbolText(value: symbol): string {
  return escaped(symbolToString(value));
}

function stringText({ settings, indentation }: Context, value: string): string {
  const kept = cut(value, settings.maxStringLength);
  const tail = tailOf(value, kept);
  const long = kept.length > MIN_SPLIT_LENGTH && kept.length > settings.breakLength - indentation - 4;
  if (!long) return quote(kept) + tail;
  let text = '';
  for (let start = 0; start < kept.length; ) {
    const end = stringIndexOf(kept, '\n', start) + 1 || kept.length;
    if (start > 0) text += ` +\n${stringRepeat(' ', indentation + 2)}`;
    text += quote(stringSlice(kept, start, end));
    start = end;
  }
  return text + tail;
}

/** A text that is not quoted, cut if it is too long. */
export function shorten(text: string, maxLength: number): string {
  const kept = cut(text, maxLength);
  return kept + tailOf(text, kept);
}

function tailOf(text: string, kept: string): string {
  return kept.length === text.length ? '' : `... ${plural(text.length - kept.length, 'more character')}`;
}

/** `1 item`, `2 items`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The head of a text that is too long, never ending inside of a surrogate pair. */
export function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const last = maxLength - 1;
  return stringSlice(
    text,
    0,
    last >= 0 && isPair(text, last, stringCharCodeAt(text, last)) ? last : maxLength,
  );
}

/** A string literal, in the first kind of quotes that need no escape. */
export function quote(text: string): string {
  const has = (part: string): boolean => stringIndexOf(text, part) !== -1;
  if (!has("'")) return `'${escaped(text)}'`;
  if (!has('"')) return `"${escaped(text)}"`;
  if (!has('`') && !has('${')) return `\`${escaped(text)}\``;
  return `'${escaped(text, APOSTROPHE)}'`;
}

const APOSTROPHE = 39;
const BACKSLASH = 92;

/** Escapes what cannot be seen, backslashes, halves of surrogate pairs, and the quote if one is given. */
function escaped(text: string, quoteUnit = BACKSLASH): string {
  let result = '';
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = stringCharCodeAt(text, index);
    if (unit >= 32 && unit < 127 && unit !== BACKSLASH && unit !== quoteUnit) continue;
    if (isPair(text, index, unit)) {
      index++;
      continue;
    }
    const replacement = escapeOf(unit);
    if (replacement === undefined) continue;
    result += stringSlice(text, start, index) + replacement;
    start = index + 1;
  }
  return start === 0 ? text : result + stringSlice(text, start);
}

function isPair(text: string, index: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdbff || index + 1 >= text.length) return false;
  const next = stringCharCodeAt(text, index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

function escapeOf(unit: number): string | undefined {
  if (unit > 159 && (unit < 0xd800 || unit > 0xdfff)) return undefined;
  switch (unit) {
    case 8:
      return '\\b';
    case 9:
      return '\\t';
    case 10:
      return '\\n';
    case 12:
      return '\\f';
    case 13:
      return '\\r';
    case APOSTROPHE:
      return "\\'";
    case BACKSLASH:
      return '\\\\';
    default:
      return unit > 159 ? `\\u${numberToString(unit, 16)}` : `\\x${hexByte(unit)}`;
  }
}

function hexByte(unit: number): string {
  return stringPadStart(stringToUpperCase(numberToString(unit, 16)), 2, '0');
}

/** Moves all lines but the first to the right. */
export function indentLines(text: string, columns: number): string {
  if (columns === 0 || stringIndexOf(text, '\n') === -1) return text;
  const indent = stringRepeat(' ', columns);
  let result = '';
  for (let start = 0; start < text.length; ) {
    const end = stringIndexOf(text, '\n', start) + 1 || text.length;
    result += start === 0 ? stringSlice(text, start, end) : indent + stringSlice(text, start, end);
    start = end;
  }
  return result;
}
