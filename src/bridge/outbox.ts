import type { Buffers } from './codec/types.ts';
import { append, list } from './intrinsics.ts';
import {
  FRAME_CHARACTERS,
  GUEST_FAILURES,
  type GuestMessage,
  HEADER_CHARACTERS,
  type HostMessage,
  LOG_LEVELS,
} from './protocol.ts';

/**
 * Gathers messages into frames, in order. Built by string concatenation alone: nothing here looks anything up on a
 * prototype, so a program that patches its realm cannot change what is sent.
 */
export class Outbox {
  #header = '';
  #body = '';
  #buffers: Buffers;
  readonly #post: (text: string, buffers: Buffers) => unknown;

  /** `post` returns false when it could not send: the messages are kept then, for the next flush. */
  constructor(post: (text: string, buffers: Buffers) => unknown) {
    this.#post = post;
  }

  get isEmpty(): boolean {
    return this.#header === '';
  }

  /** Adds a message to the frame under way. A full frame leaves at once. */
  add(message: GuestMessage | HostMessage): void {
    const buffers = buffersOf(message);
    const fields = buffers === undefined ? fieldsOf(message) : `${fieldsOf(message)},${buffers.length}`;
    const text = textOf(message);
    // What is made of a large text may keep all of its frame in memory, so it travels alone.
    const isLarge = text.length >= FRAME_CHARACTERS / 4 || buffers !== undefined;
    if (isLarge) this.flush();
    const header = this.#header === '' ? `[${fields}]` : `${this.#header},[${fields}]`;
    const body = this.#body + text;
    const all = buffers === undefined ? this.#buffers : together(this.#buffers, buffers);
    // Together, and after all that may run out of stack: a frame is never half of a message.
    this.#header = header;
    this.#body = body;
    this.#buffers = all;
    if (isLarge || body.length >= FRAME_CHARACTERS || header.length >= HEADER_CHARACTERS) this.flush();
  }

  flush(): void {
    if (this.#header === '') return;
    if (this.#post(`[${this.#header}]\n${this.#body}`, this.#buffers) === false) return;
    this.#header = '';
    this.#body = '';
    this.#buffers = undefined;
  }
}

/** The message's part of the header, without its brackets. */
function fieldsOf(message: GuestMessage | HostMessage): string {
  switch (message.tag) {
    case 'ready':
      return '"ready"';
    case 'call':
      return `"call",${message.id},${message.namespace},${message.member},${message.args.length}`;
    case 'log':
      return `"log",${indexOf(LOG_LEVELS, message.level)},${message.time},${message.text.length}`;
    case 'dropped':
      return `"dropped",${message.entries},${message.bytes}`;
    case 'taken':
      return `"taken",${message.characters}`;
    case 'done':
      return `"done",${message.value === undefined ? -1 : message.value.length}`;
    case 'fail':
      return `"fail",${indexOf(GUEST_FAILURES, message.kind)},${message.message.length},${message.line},${message.column}`;
    case 'run':
      return `"run",${message.manifest.length},${message.script.length},${message.program.length},${message.mappings.length}`;
    case 'resolve':
      return `"resolve",${message.id},${message.value.length}`;
    case 'reject':
      return `"reject",${message.id},${message.error.length}`;
  }
}

/** The message's long texts, end to end. */
function textOf(message: GuestMessage | HostMessage): string {
  switch (message.tag) {
    case 'call':
      return message.args;
    case 'log':
      return message.text;
    case 'done':
      return message.value ?? '';
    case 'fail':
      return message.message;
    case 'run':
      return message.manifest + message.script + message.program + message.mappings;
    case 'resolve':
      return message.value;
    case 'reject':
      return message.error;
    default:
      return '';
  }
}

function buffersOf(message: GuestMessage | HostMessage): Buffers {
  return message.tag === 'call' || message.tag === 'done' || message.tag === 'resolve'
    ? message.buffers
    : undefined;
}

function together(first: Buffers, then: Buffers): Buffers {
  const all = list<ArrayBuffer>();
  if (first !== undefined) for (let index = 0; index < first.length; index++) append(all, first[index]!);
  if (then !== undefined) for (let index = 0; index < then.length; index++) append(all, then[index]!);
  return all;
}

function indexOf(list: readonly string[], item: string): number {
  for (let index = 0; index < list.length; index++) if (list[index] === item) return index;
  return 0;
}
