/**
 * THE TRUST BOUNDARY. Unknown in; freshly built messages or nothing out. What arrives at the host was sent from a realm
 * that a hostile program lives in: no field is believed before its type and range were checked here, nothing of the
 * received object is passed on but buffers of a fixed length that are not shared, nothing is repaired, and the caller's
 * policy for nothing is to end the run.
 * Tried by test/hostile/frames.test.ts, test/hostile/fuzz.test.ts and test/attacks/catalogue/junk-frames.ts.
 */
import { type Buffers, totalBytes } from './codec.ts';
import {
  append,
  arrayBufferByteLength,
  arrayBufferIsResizable,
  arrayIsArray,
  jsonParse,
  type List,
  list,
  numberIsSafeInteger,
  objectKeys,
  SetConstructor,
  setAdd,
  setHas,
  stringIndexOf,
  stringSlice,
} from './intrinsics.ts';
import {
  GUEST_FAILURES,
  type GuestMessage,
  HEADER_CHARACTERS,
  type HostMessage,
  LOG_LEVELS,
  MESSAGE_CHARACTERS,
} from './protocol.ts';

/**
 * Rebuilds the messages of a frame that a guest sent, or `undefined` if any part of it is not exactly right. `maxSize` is
 * of its characters and the bytes of its buffers together.
 */
export function parseGuestFrame(data: unknown, maxSize: number): List<GuestMessage> | undefined {
  const parts = partsOf(data);
  if (parts === undefined || parts.text.length + totalBytes(parts.buffers) > maxSize) return undefined;
  return parseMessages(parts, guestMessage);
}

/** The same for a frame that a host sent. The guest trusts its host, but not that nothing else can reach its port. */
export function parseHostFrame(data: unknown): List<HostMessage> | undefined {
  const parts = partsOf(data);
  return parts && parseMessages(parts, hostMessage);
}

interface Parts {
  readonly text: string;
  readonly buffers: Buffers;
}

/** A text alone, or one with buffers of a fixed length that nobody else has a hand on, and nothing beside them. */
function partsOf(data: unknown): Parts | undefined {
  if (typeof data === 'string') return { text: data, buffers: undefined };
  if (!arrayIsArray(data) || data.length < 2) return undefined;
  const text: unknown = data[0];
  if (typeof text !== 'string') return undefined;
  const buffers = list<ArrayBuffer>();
  // One that is listed twice would be shared by two values, of two calls even.
  const known = new SetConstructor<ArrayBuffer>();
  for (let index = 1; index < data.length; index++) {
    const buffer: unknown = data[index];
    if (!isFixedBuffer(buffer) || setHas(known, buffer)) return undefined;
    setAdd(known, buffer);
    append(buffers, buffer);
  }
  return objectKeys(data).length === data.length ? { text, buffers } : undefined;
}

function isFixedBuffer(value: unknown): value is ArrayBuffer {
  try {
    arrayBufferByteLength(value);
    return arrayBufferIsResizable?.(value) !== true;
  } catch {
    return false;
  }
}

/** Hands out the texts of a frame in order, and its buffers; a length that does not fit makes the whole frame bad. */
class Contents {
  readonly #parts: Parts;
  #position: number;
  #taken = 0;

  constructor(parts: Parts, start: number) {
    this.#parts = parts;
    this.#position = start;
  }

  text(length: unknown): string | undefined {
    const { text } = this.#parts;
    if (!isCount(length) || length > text.length - this.#position) return undefined;
    const start = this.#position;
    this.#position += length;
    return stringSlice(text, start, this.#position);
  }

  /** As many as a message's last field says, which is one at least, where it is there at all. False if it cannot be. */
  buffers(fields: readonly unknown[], last: number): Buffers | false {
    if (fields.length === last) return undefined;
    const count = fields[last];
    const { buffers } = this.#parts;
    if (!isCount(count) || count === 0 || count > (buffers?.length ?? 0) - this.#taken) return false;
    const taken = list<ArrayBuffer>();
    for (let left = count; left > 0; left--) append(taken, buffers![this.#taken++]!);
    return taken;
  }

  get spent(): boolean {
    const { text, buffers } = this.#parts;
    return this.#position === text.length && this.#taken === (buffers?.length ?? 0);
  }
}

type MessageParser<Message> = (fields: readonly unknown[], contents: Contents) => Message | undefined;

function parseMessages<Message>(
  parts: Parts,
  parseMessage: MessageParser<Message>,
): List<Message> | undefined {
  const { text } = parts;
  const headerEnd = stringIndexOf(text, '\n');
  if (headerEnd < 0 || headerEnd > HEADER_CHARACTERS + MESSAGE_CHARACTERS) return undefined;
  let header: unknown;
  try {
    header = jsonParse(stringSlice(text, 0, headerEnd));
  } catch {
    return undefined;
  }
  if (!arrayIsArray(header) || header.length === 0) return undefined;
  const contents = new Contents(parts, headerEnd + 1);
  const messages = list<Message>();
  for (let index = 0; index < header.length; index++) {
    const fields: unknown = header[index];
    const message = arrayIsArray(fields) ? parseMessage(fields, contents) : undefined;
    if (message === undefined) return undefined;
    append(messages, message);
  }
  return contents.spent ? messages : undefined;
}

function guestMessage(fields: readonly unknown[], contents: Contents): GuestMessage | undefined {
  const count = fields.length;
  if (count === 0) return undefined;
  const tag = fields[0];
  if (tag === 'call' && (count === 5 || count === 6)) {
    const id = fields[1];
    const namespace = fields[2];
    const member = fields[3];
    const args = contents.text(fields[4]);
    const buffers = contents.buffers(fields, 5);
    if (!isCount(id) || !isCount(namespace) || !isCount(member) || args === undefined || buffers === false) {
      return undefined;
    }
    return { tag, id, namespace, member, args, buffers };
  }
  if (tag === 'log' && count === 4) {
    const level = pick(LOG_LEVELS, fields[1]);
    const time = fields[2];
    const text = contents.text(fields[3]);
    if (level === undefined || !isTime(time) || text === undefined) return undefined;
    return { tag, level, time, text };
  }
  if (tag === 'dropped' && count === 3) {
    const entries = fields[1];
    const bytes = fields[2];
    return isCount(entries) && isCount(bytes) ? { tag, entries, bytes } : undefined;
  }
  if (tag === 'taken' && count === 2) {
    const characters = fields[1];
    return isCount(characters) ? { tag, characters } : undefined;
  }
  if (tag === 'done' && count === 2 && fields[1] === -1) return { tag, value: undefined, buffers: undefined };
  if (tag === 'done' && (count === 2 || count === 3)) {
    const value = contents.text(fields[1]);
    const buffers = contents.buffers(fields, 2);
    return value === undefined || buffers === false ? undefined : { tag, value, buffers };
  }
  if (tag === 'fail' && count === 5) {
    const kind = pick(GUEST_FAILURES, fields[1]);
    const message = contents.text(fields[2]);
    const line = fields[3];
    const column = fields[4];
    if (kind === undefined || !message || !isCount(line) || !isCount(column)) return undefined;
    return { tag, kind, message, line, column };
  }
  return tag === 'ready' && count === 1 ? { tag } : undefined;
}

function hostMessage(fields: readonly unknown[], contents: Contents): HostMessage | undefined {
  const count = fields.length;
  if (count === 0) return undefined;
  const tag = fields[0];
  const id = fields[1];
  if (tag === 'resolve' && (count === 3 || count === 4)) {
    const value = contents.text(fields[2]);
    const buffers = contents.buffers(fields, 3);
    return isCount(id) && value !== undefined && buffers !== false ? { tag, id, value, buffers } : undefined;
  }
  if (tag === 'reject' && count === 3) {
    const error = contents.text(fields[2]);
    return isCount(id) && error !== undefined ? { tag, id, error } : undefined;
  }
  if (tag === 'run' && count === 5) {
    const manifest = contents.text(fields[1]);
    const script = contents.text(fields[2]);
    const program = contents.text(fields[3]);
    const mappings = contents.text(fields[4]);
    if (manifest === undefined || script === undefined || program === undefined || mappings === undefined) {
      return undefined;
    }
    return { tag, manifest, script, program, mappings };
  }
  return undefined;
}

function isCount(value: unknown): value is number {
  return numberIsSafeInteger(value) && (value as number) >= 0;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Number.MAX_SAFE_INTEGER;
}

function pick<Item>(list: readonly Item[], index: unknown): Item | undefined {
  return isCount(index) && index < list.length ? list[index] : undefined;
}
