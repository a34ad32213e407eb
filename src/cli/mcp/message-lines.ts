/** Two forms of one value, text and structure, as large as a value that crosses into a program may be. */
export const MAX_MESSAGE_BYTES = 134_217_728;

const LINE_FEED = 10;

/**
 * Cuts what a server writes into its messages, in time that grows with their length alone: the SDK's own buffer looks
 * through a long message again with every piece of it, and allows 10 MB. Programs are there to read what is longer.
 */
export class MessageLines {
  #pieces: Buffer[] = [];
  #bytes = 0;

  /**
   * The lines that end in this piece. Nothing is to be taken after a failure.
   * @throws RangeError at a line that is too long, whether or not its end is in sight.
   */
  *take(piece: Buffer): Generator<string> {
    let rest = piece;
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      this.#keep(rest.subarray(0, end));
      const line = Buffer.concat(this.#pieces).toString('utf8');
      this.#forget();
      rest = rest.subarray(end + 1);
      yield line;
    }
    this.#keep(rest);
  }

  #keep(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes <= MAX_MESSAGE_BYTES) return;
    this.#forget();
    throw new RangeError(`sent a message of more than ${MAX_MESSAGE_BYTES / 2 ** 20} MB`);
  }

  #forget(): void {
    this.#pieces = [];
    this.#bytes = 0;
  }
}
