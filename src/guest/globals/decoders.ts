import { stringCharCodeAt } from '../../bridge/intrinsics.ts';
import type { TextBuilder } from './text-builder.ts';

/** Turns bytes into text, a chunk at a time. Each malformed sequence is one call of `malformed`. */
export interface Decoder {
  readonly decode: (bytes: Uint8Array, to: TextBuilder) => void;
  /** The input ends here. */
  readonly end: (to: TextBuilder) => void;
}

type Malformed = (to: TextBuilder) => void;

export class Utf8Decoder implements Decoder {
  readonly #malformed: Malformed;
  #point = 0;
  /** Bytes that the sequence begun still needs. */
  #needed = 0;
  /** The range that the next byte has to be in: it excludes overlong forms, surrogates and too large points. */
  #least = 0x80;
  #most = 0xbf;

  constructor(malformed: Malformed) {
    this.#malformed = malformed;
  }

  decode(bytes: Uint8Array, to: TextBuilder, length = bytes.length): void {
    for (let index = 0; index < length; index++) {
      const byte = bytes[index]!;
      if (this.#needed === 0) {
        if (byte < 0x80) to.addUnit(byte);
        else this.#begin(byte, to);
        continue;
      }
      const fits = byte >= this.#least && byte <= this.#most;
      this.#least = 0x80;
      this.#most = 0xbf;
      if (!fits) {
        this.#needed = 0;
        this.#malformed(to);
        // The byte may begin a sequence of its own.
        index--;
        continue;
      }
      this.#point = (this.#point << 6) | (byte & 0x3f);
      this.#needed -= 1;
      if (this.#needed === 0) to.addPoint(this.#point);
    }
  }

  end(to: TextBuilder): void {
    if (this.#needed === 0) return;
    this.#needed = 0;
    this.#least = 0x80;
    this.#most = 0xbf;
    this.#malformed(to);
  }

  #begin(byte: number, to: TextBuilder): void {
    if (byte < 0xc2 || byte > 0xf4) return this.#malformed(to);
    if (byte < 0xe0) {
      this.#needed = 1;
      this.#point = byte & 0x1f;
    } else if (byte < 0xf0) {
      this.#needed = 2;
      this.#point = byte & 0x0f;
      if (byte === 0xe0) this.#least = 0xa0;
      if (byte === 0xed) this.#most = 0x9f;
    } else {
      this.#needed = 3;
      this.#point = byte & 0x07;
      if (byte === 0xf0) this.#least = 0x90;
      if (byte === 0xf4) this.#most = 0x8f;
    }
  }
}

export class Utf16Decoder implements Decoder {
  readonly #malformed: Malformed;
  readonly #bigEndian: boolean;
  #firstByte = -1;
  #lead = -1;

  constructor(malformed: Malformed, bigEndian: boolean) {
    this.#malformed = malformed;
    this.#bigEndian = bigEndian;
  }

  decode(bytes: Uint8Array, to: TextBuilder): void {
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (this.#firstByte === -1) {
        this.#firstByte = byte;
        continue;
      }
      const unit = this.#bigEndian ? (this.#firstByte << 8) | byte : (byte << 8) | this.#firstByte;
      this.#firstByte = -1;
      this.#take(unit, to);
    }
  }

  end(to: TextBuilder): void {
    const incomplete = this.#lead !== -1 || this.#firstByte !== -1;
    this.#lead = -1;
    this.#firstByte = -1;
    if (incomplete) this.#malformed(to);
  }

  #take(unit: number, to: TextBuilder): void {
    const isTrail = unit >= 0xdc00 && unit <= 0xdfff;
    if (this.#lead !== -1) {
      const lead = this.#lead;
      this.#lead = -1;
      if (isTrail) {
        to.addUnit(lead);
        to.addUnit(unit);
        return;
      }
      this.#malformed(to);
    }
    if (unit >= 0xd800 && unit <= 0xdbff) this.#lead = unit;
    else if (isTrail) this.#malformed(to);
    else to.addUnit(unit);
  }
}

/** What the bytes 0x80 to 0x9f of windows-1252 stand for; all others stand for the unit of their own number. */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

export class Windows1252Decoder implements Decoder {
  decode(bytes: Uint8Array, to: TextBuilder): void {
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index]!;
      to.addUnit(byte >= 0x80 && byte < 0xa0 ? stringCharCodeAt(WINDOWS_1252, byte - 0x80) : byte);
    }
  }

  end(): void {}
}
