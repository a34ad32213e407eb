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
   * The lines that end in this piece.
   * @throws RangeError when a line has no end in sight.
   */
  take(piece: Buffer): string[] {
    const lines: string[] = [];
    let rest = piece;
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      lines.push(Buffer.concat([...this.#pieces, rest.subarray(0, end)]).toString('utf8'));
      this.#pieces = [];
      this.#bytes = 0;
      rest = rest.subarray(end + 1);
    }
    this.#pieces.push(rest);
    this.#bytes += rest.length;
    if (this.#bytes > MAX_MESSAGE_BYTES) {
      throw new RangeError(`Expected a message of at most ${MAX_MESSAGE_BYTES} bytes`);
    }
    return lines;
  }
}
