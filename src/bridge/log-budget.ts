import { LOG_ENTRY_BYTES } from './protocol.ts';
import { utf8Bytes, utf8Head } from './text-size.ts';

/**
 * The cap on log text. The guest keeps to it and the host holds the guest to it, with the same arithmetic: entries are
 * kept whole while they fit, the first that does not is cut, and all later ones are dropped and counted.
 */
export class LogBudget {
  entries = 0;
  bytes = 0;
  #left: number;

  constructor(maxLogBytes: number) {
    this.#left = maxLogBytes;
  }

  /**
   * The part of the entry that still fits, or `undefined` once nothing does. `cut` is what was left out when the text was
   * made, in characters: it was too long for the whole budget then.
   */
  admit(text: string, cut = 0): string | undefined {
    const size = utf8Bytes(text);
    if (cut === 0 && size + LOG_ENTRY_BYTES <= this.#left) {
      this.#left -= size + LOG_ENTRY_BYTES;
      return text;
    }
    const head = utf8Head(text, this.#left - LOG_ENTRY_BYTES);
    this.#left = 0;
    this.entries += 1;
    this.bytes += size - utf8Bytes(head) + cut;
    return head === '' ? undefined : head;
  }

  get exhausted(): boolean {
    return this.entries > 0;
  }
}
