/**
 * THE TRUST BOUNDARY. Unknown in; freshly built messages or nothing out. What arrives at the host was sent from a realm
 * that a hostile program lives in: no field is believed before its type and range were checked here, nothing of the
 * received object is passed on, nothing is repaired, and the caller's policy for nothing is to end the run.
 * Tried by test/hostile/frames.test.ts, test/hostile/fuzz.test.ts and test/attacks/catalogue/junk-frames.ts.
 */
import {
  append,
  arrayIsArray,
  jsonParse,
  type List,
  list,
  numberIsSafeInteger,
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

/** Rebuilds the messages of a frame that a guest sent, or `undefined` if any part of it is not exactly right. */
export function parseGuestFrame(data: unknown, maxCharacters: number): List<GuestMessage> | undefined {
  return parseFrame(data, maxCharacters, guestMessage);
}

/** The same for a frame that a host sent. The guest trusts its host, but not that nothing else can reach its port. */
export function parseHostFrame(data: unknown): List<HostMessage> | undefined {
  return parseFrame(data, Number.MAX_SAFE_INTEGER, hostMessage);
}

/** Hands out the texts of a frame in order; a length that does not fit makes the whole frame bad. */
class Texts {
  readonly #frame: string;
  #position: number;

  constructor(frame: string, start: number) {
    this.#frame = frame;
    this.#position = start;
  }

  take(length: unknown): string | undefined {
    if (!isCount(length) || length > this.#frame.length - this.#position) return undefined;
    const start = this.#position;
    this.#position += length;
    return stringSlice(this.#frame, start, this.#position);
  }

  get spent(): boolean {
    return this.#position === this.#frame.length;
  }
}

type MessageParser<Message> = (fields: readonly unknown[], texts: Texts) => Message | undefined;

function parseFrame<Message>(
  data: unknown,
  maxCharacters: number,
  parseMessage: MessageParser<Message>,
): List<Message> | undefined {
  if (typeof data !== 'string' || data.length > maxCharacters) return undefined;
  const headerEnd = stringIndexOf(data, '\n');
  if (headerEnd < 0 || headerEnd > HEADER_CHARACTERS + MESSAGE_CHARACTERS) return undefined;
  let header: unknown;
  try {
    header = jsonParse(stringSlice(data, 0, headerEnd));
  } catch {
    return undefined;
  }
  if (!arrayIsArray(header) || header.length === 0) return undefined;
  const texts = new Texts(data, headerEnd + 1);
  const messages = list<Message>();
  for (let index = 0; index < header.length; index++) {
    const fields: unknown = header[index];
    const message = arrayIsArray(fields) ? parseMessage(fields, texts) : undefined;
    if (message === undefined) return undefined;
    append(messages, message);
  }
  return texts.spent ? messages : undefined;
}

function guestMessage(fields: readonly unknown[], texts: Texts): GuestMessage | undefined {
  const count = fields.length;
  if (count === 0) return undefined;
  const tag = fields[0];
  if (tag === 'call' && count === 5) {
    const id = fields[1];
    const namespace = fields[2];
    const member = fields[3];
    const args = texts.take(fields[4]);
    if (!isCount(id) || !isCount(namespace) || !isCount(member) || args === undefined) return undefined;
    return { tag, id, namespace, member, args };
  }
  if (tag === 'log' && count === 4) {
    const level = pick(LOG_LEVELS, fields[1]);
    const time = fields[2];
    const text = texts.take(fields[3]);
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
  if (tag === 'done' && count === 2) {
    if (fields[1] === -1) return { tag, value: undefined };
    const value = texts.take(fields[1]);
    return value === undefined ? undefined : { tag, value };
  }
  if (tag === 'fail' && count === 5) {
    const kind = pick(GUEST_FAILURES, fields[1]);
    const message = texts.take(fields[2]);
    const line = fields[3];
    const column = fields[4];
    if (kind === undefined || !message || !isCount(line) || !isCount(column)) return undefined;
    return { tag, kind, message, line, column };
  }
  return tag === 'ready' && count === 1 ? { tag } : undefined;
}

function hostMessage(fields: readonly unknown[], texts: Texts): HostMessage | undefined {
  const count = fields.length;
  if (count === 0) return undefined;
  const tag = fields[0];
  const id = fields[1];
  if (tag === 'resolve' && count === 3) {
    const value = texts.take(fields[2]);
    return isCount(id) && value !== undefined ? { tag, id, value } : undefined;
  }
  if (tag === 'reject' && count === 3) {
    const error = texts.take(fields[2]);
    return isCount(id) && error !== undefined ? { tag, id, error } : undefined;
  }
  if (tag === 'run' && count === 5) {
    const manifest = texts.take(fields[1]);
    const script = texts.take(fields[2]);
    const program = texts.take(fields[3]);
    const mappings = texts.take(fields[4]);
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
