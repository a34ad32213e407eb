import {
  FRAME_CHARACTERS,
  GUEST_FAILURES,
  type GuestMessage,
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
  readonly #post: (frame: string) => unknown;

  /** `post` returns false when it could not send: the messages are kept then, for the next flush. */
  constructor(post: (frame: string) => unknown) {
    this.#post = post;
  }

  get isEmpty(): boolean {
    return this.#header === '';
  }

  /** Adds a message to the frame under way. A full frame leaves at once. */
  add(message: GuestMessage | HostMessage): void {
    const separator = this.#header === '' ? '' : ',';
    switch (message.tag) {
      case 'ready':
        this.#header += `${separator}["ready"]`;
        break;
      case 'call':
        this.#header += `${separator}["call",${message.id},${message.namespace},${message.member},${message.args.length}]`;
        this.#body += message.args;
        break;
      case 'log':
        this.#header += `${separator}["log",${indexOf(LOG_LEVELS, message.level)},${message.time},${message.text.length}]`;
        this.#body += message.text;
        break;
      case 'dropped':
        this.#header += `${separator}["dropped",${message.entries},${message.bytes}]`;
        break;
      case 'taken':
        this.#header += `${separator}["taken",${message.characters}]`;
        break;
      case 'done':
        this.#header += `${separator}["done",${message.value === undefined ? -1 : message.value.length}]`;
        this.#body += message.value ?? '';
        break;
      case 'fail':
        this.#header += `${separator}["fail",${indexOf(GUEST_FAILURES, message.kind)},${message.message.length},${message.line},${message.column}]`;
        this.#body += message.message;
        break;
      case 'run':
        this.#header += `${separator}["run",${message.manifest.length},${message.script.length},${message.program.length},${message.mappings.length}]`;
        this.#body += message.manifest + message.script + message.program + message.mappings;
        break;
      case 'resolve':
        this.#header += `${separator}["resolve",${message.id},${message.value.length}]`;
        this.#body += message.value;
        break;
      case 'reject':
        this.#header += `${separator}["reject",${message.id},${message.error.length}]`;
        this.#body += message.error;
        break;
    }
    if (this.#body.length >= FRAME_CHARACTERS || this.#header.length >= FRAME_CHARACTERS) this.flush();
  }

  flush(): void {
    if (this.#header === '') return;
    if (this.#post(`[${this.#header}]\n${this.#body}`) === false) return;
    this.#header = '';
    this.#body = '';
  }
}

function indexOf(list: readonly string[], item: string): number {
  for (let index = 0; index < list.length; index++) if (list[index] === item) return index;
  return 0;
}
