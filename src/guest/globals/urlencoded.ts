import {
  append,
  type List,
  list,
  numberToString,
  regExpTest,
  stringCharCodeAt,
  stringIndexOf,
  stringSlice,
} from '../../bridge/intrinsics.ts';
import { stringToUpperCase } from '../builtins.ts';
import { Utf8Decoder } from './decoders.ts';
import { TextBuilder } from './text-builder.ts';
import { encodeUtf8, wellFormed } from './utf8.ts';

export interface Pair {
  readonly name: string;
  readonly value: string;
}

/** Reads `application/x-www-form-urlencoded`. Nothing is malformed. */
export function parsePairs(text: string): List<Pair> {
  const pairs = list<Pair>();
  for (let start = 0; start < text.length; ) {
    const next = stringIndexOf(text, '&', start);
    const end = next === -1 ? text.length : next;
    if (end > start) {
      const part = stringSlice(text, start, end);
      const equals = stringIndexOf(part, '=');
      const name = equals === -1 ? part : stringSlice(part, 0, equals);
      append(pairs, {
        name: decode(name),
        value: equals === -1 ? '' : decode(stringSlice(part, equals + 1)),
      });
    }
    start = end + 1;
  }
  return pairs;
}

const ENCODED = /[+%]/;
const PLUS = 43;
const PERCENT = 37;
const SPACE = 32;

function decode(text: string): string {
  if (!regExpTest(ENCODED, text)) return wellFormed(text);
  const bytes = encodeUtf8(text);
  const { length } = bytes;
  let size = 0;
  // In place: what is decoded is never longer.
  for (let index = 0; index < length; index++) {
    const byte = bytes[index]!;
    const escaped =
      byte === PERCENT && index + 2 < length ? hexByte(bytes[index + 1]!, bytes[index + 2]!) : -1;
    if (escaped !== -1) index += 2;
    bytes[size++] = escaped !== -1 ? escaped : byte === PLUS ? SPACE : byte;
  }
  const builder = new TextBuilder();
  const decoder = new Utf8Decoder((to) => to.addUnit(0xfffd));
  decoder.decode(bytes, builder, size);
  decoder.end(builder);
  return builder.take();
}

function hexByte(high: number, low: number): number {
  const first = hexValue(high);
  const second = hexValue(low);
  return first === -1 || second === -1 ? -1 : first * 16 + second;
}

function hexValue(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const lower = unit | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

export function serializePairs(pairs: List<Pair>): string {
  let text = '';
  for (let index = 0; index < pairs.length; index++) {
    const { name, value } = pairs[index]!;
    text += `${index === 0 ? '' : '&'}${encode(name)}=${encode(value)}`;
  }
  return text;
}

const PLAIN = /^[a-zA-Z0-9*._-]*$/;

function encode(text: string): string {
  if (regExpTest(PLAIN, text)) return text;
  const bytes = encodeUtf8(text);
  const builder = new TextBuilder();
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte === SPACE) builder.addUnit(PLUS);
    else if (isPlain(byte)) builder.addUnit(byte);
    else {
      const digits = stringToUpperCase(numberToString(byte + 256, 16));
      builder.addUnit(PERCENT);
      builder.addUnit(stringCharCodeAt(digits, 1));
      builder.addUnit(stringCharCodeAt(digits, 2));
    }
  }
  return builder.take();
}

function isPlain(byte: number): boolean {
  if (byte >= 48 && byte <= 57) return true;
  const lower = byte | 32;
  return (
    (lower >= 97 && lower <= 122 && byte >= 65) || byte === 42 || byte === 45 || byte === 46 || byte === 95
  );
}
