import { regExpTest, stringCharCodeAt, Uint8ArrayConstructor } from '../../bridge/intrinsics.ts';
import { TextBuilder } from './text-builder.ts';

const REPLACEMENT = 0xfffd;

/** The code point at an index, half a surrogate pair counting as the replacement character. */
function scalarAt(text: string, index: number): number {
  const unit = stringCharCodeAt(text, index);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const next = unit < 0xdc00 && index + 1 < text.length ? stringCharCodeAt(text, index + 1) : 0;
  return next >= 0xdc00 && next <= 0xdfff ? 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00) : REPLACEMENT;
}

function sizeOf(point: number): number {
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

const SURROGATE = /[\ud800-\udfff]/;

/** The text with every half of a surrogate pair replaced. */
export function wellFormed(text: string): string {
  if (!regExpTest(SURROGATE, text)) return text;
  const builder = new TextBuilder();
  for (let index = 0; index < text.length; index++) {
    const point = scalarAt(text, index);
    builder.addPoint(point);
    if (point > 0xffff) index++;
  }
  return builder.take();
}

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  let size = 0;
  for (let index = 0; index < text.length; index++) {
    const point = scalarAt(text, index);
    size += sizeOf(point);
    if (point > 0xffff) index++;
  }
  const bytes = new Uint8ArrayConstructor(size);
  encodeUtf8Into(text, bytes, size);
  return bytes;
}

/** Encodes as many whole characters as fit in `room` bytes. `read` counts units of the text. */
export function encodeUtf8Into(
  text: string,
  bytes: Uint8Array,
  room: number,
): { read: number; written: number } {
  let read = 0;
  let written = 0;
  while (read < text.length) {
    const point = scalarAt(text, read);
    const size = sizeOf(point);
    if (written + size > room) break;
    if (size === 1) bytes[written] = point;
    else {
      // The first byte tells the size by its leading ones; the others carry six bits each.
      bytes[written] = ((0xf00 >> size) & 0xff) | (point >> (6 * (size - 1)));
      for (let left = size - 2; left >= 0; left--) {
        bytes[written + size - 1 - left] = 0x80 | ((point >> (6 * left)) & 0x3f);
      }
    }
    written += size;
    read += point > 0xffff ? 2 : 1;
  }
  return { read, written };
}
