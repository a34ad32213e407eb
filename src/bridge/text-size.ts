import { regExpTest, stringCharCodeAt, stringSlice } from './intrinsics.ts';

const NOT_ASCII = /[^\x00-\x7f]/;

/** Bytes of `text` in UTF-8. */
export function utf8Bytes(text: string): number {
  if (!regExpTest(NOT_ASCII, text)) return text.length;
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = stringCharCodeAt(text, index);
    // Each half of a surrogate pair counts two: four bytes a pair.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
  }
  return bytes;
}

/** The longest head of `text` that fits in `maxBytes` of UTF-8, never ending inside a surrogate pair. */
export function utf8Head(text: string, maxBytes: number): string {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = stringCharCodeAt(text, index);
    const pair = unit >= 0xd800 && unit < 0xdc00 && index + 1 < text.length;
    bytes += pair ? 4 : unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
    if (bytes > maxBytes) return stringSlice(text, 0, index);
    if (pair) index++;
  }
  return text;
}
