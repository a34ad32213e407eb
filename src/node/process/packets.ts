/**
 * What the two pipes between the host and a child carry: packets of a kind, a length and a payload. Text that is all
 * Latin-1, as frames with bytes in them are, takes one byte a character; any other text two, so that nothing is lost.
 */
export const PACKET = {
  /** A frame of the bridge, as Latin-1. */
  latin1: 1,
  /** A frame of the bridge, as UTF-16. */
  utf16: 2,
  /** A beat to be answered: four bytes. */
  beat: 3,
  /** The answer: the same, and how long the child says that it was busy since it started, in ms, as a double. */
  answer: 4,
} as const;

const HEADER_BYTES = 5;
const BEAT_BYTES = 4;
const ANSWER_BYTES = 12;

const BEYOND_LATIN1 = /[^\x00-\xff]/;

/** A program of Node's own realm may replace the global. */
const Bytes = Buffer;

export function framePacket(frame: string): Buffer {
  const encoding = BEYOND_LATIN1.test(frame) ? 'utf16le' : 'latin1';
  const bytes = encoding === 'latin1' ? frame.length : frame.length * 2;
  const packet = Bytes.allocUnsafe(HEADER_BYTES + bytes);
  packet.writeUInt8(encoding === 'latin1' ? PACKET.latin1 : PACKET.utf16);
  packet.writeUInt32LE(bytes, 1);
  packet.write(frame, HEADER_BYTES, encoding);
  return packet;
}

export function beatPacket(beat: number): Buffer {
  const packet = Bytes.allocUnsafe(HEADER_BYTES + BEAT_BYTES);
  packet.writeUInt8(PACKET.beat);
  packet.writeUInt32LE(BEAT_BYTES, 1);
  packet.writeUInt32LE(beat, HEADER_BYTES);
  return packet;
}

export function beatAnswer(beat: number, busyMs: number): Buffer {
  const packet = Bytes.allocUnsafe(HEADER_BYTES + ANSWER_BYTES);
  packet.writeUInt8(PACKET.answer);
  packet.writeUInt32LE(ANSWER_BYTES, 1);
  packet.writeUInt32LE(beat, HEADER_BYTES);
  packet.writeDoubleLE(busyMs, HEADER_BYTES + BEAT_BYTES);
  return packet;
}

/** What one side takes; a packet that it does not take is malformed. */
export interface PacketHandlers {
  readonly frame: (frame: string) => void;
  readonly beat?: (beat: number) => void;
  readonly answer?: (beat: number, busyMs: number) => void;
  /** The bytes are no packets; nothing of them is read any more. */
  readonly malformed: () => void;
}

/** Puts packets together from what a pipe brings, and takes none that is longer than allowed. */
export class PacketReader {
  readonly #handlers: PacketHandlers;
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #length = 0;
  #wanted = HEADER_BYTES;
  #broken = false;

  constructor(maxBytes: number, handlers: PacketHandlers) {
    this.#maxBytes = maxBytes;
    this.#handlers = handlers;
  }

  push(chunk: Buffer): void {
    if (this.#broken) return;
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length < this.#wanted) return;
    const bytes = this.#chunks.length === 1 ? chunk : Bytes.concat(this.#chunks, this.#length);
    const rest = bytes.subarray(this.#readAll(bytes));
    this.#chunks = [rest];
    this.#length = rest.length;
  }

  /** Reads what is complete; returns where the rest begins, and remembers how much that needs. */
  #readAll(bytes: Buffer): number {
    let at = 0;
    while (!this.#broken) {
      this.#wanted = HEADER_BYTES;
      if (bytes.length - at < HEADER_BYTES) return at;
      const kind = bytes.readUInt8(at);
      const length = bytes.readUInt32LE(at + 1);
      // Before its payload is waited for: what is no header may promise any length.
      if (!this.#takes(kind, length)) {
        this.#broken = true;
        this.#handlers.malformed();
        break;
      }
      this.#wanted = HEADER_BYTES + length;
      if (bytes.length - at < this.#wanted) return at;
      this.#read(kind, bytes, at + HEADER_BYTES, at + this.#wanted);
      at += this.#wanted;
    }
    return bytes.length;
  }

  #takes(kind: number, length: number): boolean {
    switch (kind) {
      case PACKET.latin1:
        return length <= this.#maxBytes;
      case PACKET.utf16:
        return length <= this.#maxBytes && length % 2 === 0;
      case PACKET.beat:
        return this.#handlers.beat !== undefined && length === BEAT_BYTES;
      case PACKET.answer:
        return this.#handlers.answer !== undefined && length === ANSWER_BYTES;
      default:
        return false;
    }
  }

  #read(kind: number, bytes: Buffer, start: number, end: number): void {
    switch (kind) {
      case PACKET.latin1:
        return this.#handlers.frame(bytes.toString('latin1', start, end));
      case PACKET.utf16:
        return this.#handlers.frame(bytes.toString('utf16le', start, end));
      case PACKET.beat:
        return this.#handlers.beat?.(bytes.readUInt32LE(start));
      case PACKET.answer:
        return this.#handlers.answer?.(bytes.readUInt32LE(start), bytes.readDoubleLE(start + BEAT_BYTES));
    }
  }
}
