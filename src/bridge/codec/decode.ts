import {
  arrayIsArray,
  jsonParse,
  objectKeys,
  regExpTest,
  stringIndexOf,
  stringSlice,
} from '../intrinsics.ts';
import { createNode, fillNode, isTagged } from './revive.ts';
import { refuse, Table } from './table.ts';
import { type Decoding, MAX_JSON_DEPTH } from './types.ts';
import { HEADER_DEPTH, TAG } from './wire.ts';

const MALFORMED: Decoding = { outcome: 'malformed' };
const DIGITS = /^[1-9][0-9]{0,9}$/;

/**
 * Decodes a text of `encodeValue`. The text may come from a hostile peer: whatever it is, nothing is thrown, nothing
 * hangs, and nothing is allocated that is not in proportion to the text.
 */
export function decodeValue(text: string): Decoding {
  try {
    const format = text[0];
    if (format === 'J') {
      const value = jsonParse(stringSlice(text, 1));
      return depthWithin(value, MAX_JSON_DEPTH) ? { outcome: 'decoded', value } : MALFORMED;
    }
    return format === 'X' ? { outcome: 'decoded', value: decodeTable(text) } : MALFORMED;
  } catch {
    return MALFORMED;
  }
}

function depthWithin(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (left === 0) return false;
  if (arrayIsArray(value)) {
    for (let index = 0; index < value.length; index++) if (!depthWithin(value[index], left - 1)) return false;
    return true;
  }
  const keys = objectKeys(value);
  for (let index = 0; index < keys.length; index++) {
    if (!depthWithin((value as Record<string, unknown>)[keys[index]!], left - 1)) return false;
  }
  return true;
}

function decodeTable(text: string): unknown {
  const colon = stringIndexOf(text, ':');
  const digits = stringSlice(text, 1, colon);
  if (colon < 2 || !regExpTest(DIGITS, digits)) refuse();
  const headerEnd = colon + 1 + Number(digits);
  if (headerEnd > text.length) refuse();
  const header = jsonParse(stringSlice(text, colon + 1, headerEnd));
  if (!arrayIsArray(header) || header.length === 0 || !depthWithin(header, HEADER_DEPTH)) refuse();
  const table = new Table(text, header, headerEnd);
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
