import type { ByteText } from '../bridge/byte-text.ts';

const { latin1Slice, latin1Write } = Buffer.prototype as unknown as {
  latin1Slice(this: Uint8Array, start: number, end: number): string;
  latin1Write(this: Uint8Array, text: string, start: number, length: number): number;
};
const { apply } = Reflect;

/**
 * Node's own conversions. The buffers may be of a program's realm, so nothing is read of them but what an array of this
 * realm is made over.
 */
export const byteText: ByteText = {
  toText: (buffer, offset, length) => apply(latin1Slice, new Uint8Array(buffer, offset, length), [0, length]),
  toBytes(text, buffer) {
    const bytes = new Uint8Array(buffer);
    apply(latin1Write, bytes, [text, 0, text.length]);
    // Of a character that is no byte a part was written.
    return apply(latin1Slice, bytes, [0, text.length]) === text;
  },
};
