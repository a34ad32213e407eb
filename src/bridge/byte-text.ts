/**
 * A platform's own way between bytes and text of one Latin-1 character each: as fast as it copies memory. Where there is
 * none, the codec does it character by character.
 */
export interface ByteText {
  /** The text of a range of bytes. */
  readonly toText: (buffer: ArrayBuffer, offset: number, length: number) => string;
  /** Fills a buffer of the text's length. False when a character is no byte. */
  readonly toBytes?: (text: string, buffer: ArrayBuffer) => boolean;
}

/** Bytes below which it is not worth asking the platform. */
export const MANY_BYTES = 1_024;
