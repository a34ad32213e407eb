import { reflectApply, stringFromCharCode, typedArrayBuffer } from '../../bridge/intrinsics.ts';

/** Units that are made into text at once: engines limit the number of arguments. */
const CHUNK = 4_096;

const Units = Uint16Array;

/** Makes a long text of code units. */
export class TextBuilder {
  #text = '';
  #room = 32;
  #units = new Units(this.#room);
  #count = 0;

  addUnit(unit: number): void {
    if (this.#count === this.#room) this.#makeRoom();
    this.#units[this.#count++] = unit;
  }

  addPoint(point: number): void {
    if (point <= 0xffff) return this.addUnit(point);
    this.addUnit(0xd800 + ((point - 0x10000) >> 10));
    this.addUnit(0xdc00 + ((point - 0x10000) & 0x3ff));
  }

  /** The text so far. The builder starts anew. */
  take(): string {
    this.#flush();
    const text = this.#text;
    this.#text = '';
    return text;
  }

  #makeRoom(): void {
    this.#flush();
    if (this.#room === CHUNK) return;
    this.#room = CHUNK;
    this.#units = new Units(CHUNK);
  }

  #flush(): void {
    const filled = new Units(typedArrayBuffer(this.#units) as ArrayBuffer, 0, this.#count);
    this.#text += reflectApply(stringFromCharCode, undefined, filled);
    this.#count = 0;
  }
}
