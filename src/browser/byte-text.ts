import type { ByteText } from '../bridge/byte-text.ts';

/** The conversion that a browser has: code units in the byte order of the machine, which is the same on all that run one. */
export function createByteText(): ByteText {
  const { Uint8Array: Bytes, Uint16Array: Codes } = globalThis;
  const decoder = new TextDecoder('utf-16le', { ignoreBOM: true });
  return { toText: (buffer, offset, length) => decoder.decode(new Codes(new Bytes(buffer, offset, length))) };
}
