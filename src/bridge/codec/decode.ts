import type { ByteText } from '../byte-text.ts';
import { arrayIsArray, jsonParse, regExpTest, stringIndexOf, stringSlice, toNumber } from '../intrinsics.ts';
import { nestsWithin } from './nesting.ts';
import { createNode, fillNode, isTagged } from './revive.ts';
import { refuse, Table } from './table.ts';
import { type Buffers, type Decoding, MAX_JSON_DEPTH } from './types.ts';
import { HEADER_DEPTH, TAG } from './wire.ts';

const MALFORMED: Decoding = { outcome: 'malformed' };
const DIGITS = /^[1-9][0-9]{0,9}$/;

/**
 * Decodes a text of `encodeValue`. The text may come from a hostile peer: whatever it is, nothing is thrown, nothing
 * hangs, and nothing is allocated that is not in proportion to the text. `buffers` become part of the value as they are.
 */
export function decodeValue(text: string, byteText?: ByteText, buffers?: Buffers): Decoding {
  try {
    if (typeof text !== 'string') return MALFORMED;
    if (text[0] === 'X') return { outcome: 'decoded', value: decodeTable(text, byteText, buffers) };
    if (buffers !== undefined) return MALFORMED;
    if (text[0] === 'S') return { outcome: 'decoded', value: stringSlice(text, 1) };
    if (text[0] !== 'J' || !nestsWithin(text, 1, text.length, MAX_JSON_DEPTH)) return MALFORMED;
    return { outcome: 'decoded', value: jsonParse(stringSlice(text, 1)) };
  } catch {
    return MALFORMED;
  }
}

function decodeTable(text: string, byteText: ByteText | undefined, buffers: Buffers): unknown {
  const colon = stringIndexOf(text, ':');
  const digits = stringSlice(text, 1, colon);
  if (colon < 2 || !regExpTest(DIGITS, digits)) refuse();
  const headerEnd = colon + 1 + toNumber(digits);
  if (headerEnd > text.length) refuse();
  if (!nestsWithin(text, colon + 1, headerEnd, HEADER_DEPTH)) refuse();
  const header = jsonParse(stringSlice(text, colon + 1, headerEnd));
  if (!arrayIsArray(header) || header.length === 0) refuse();
  const table = new Table(text, header, { tail: headerEnd, byteText, buffers });
  const count = header.length - 1;
  // First every object, so that each can be referred to; views last, because they are made of their buffers.
  for (let pass = 0; pass < 2; pass++) {
    for (let index = 0; index < count; index++) {
      if (isView(header[index + 1]) === (pass === 1)) table.objects[index] = createNode(table, index);
    }
  }
  const value = table.resolve(header[0], -1);
  for (let index = 0; index < count; index++) {
    if (!table.isNamed(index)) refuse();
    fillNode(table, index);
  }
  if (!table.spent) refuse();
  return value;
}

function isView(node: unknown): boolean {
  return isTagged(node, TAG.view);
}
