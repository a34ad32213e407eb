import { totalBytes } from '../bridge/codec.ts';
import type { Endpoint } from '../bridge/endpoint.ts';
import { Outbox } from '../bridge/outbox.ts';
import type { HostMessage } from '../bridge/protocol.ts';
import type { Clock } from './clock.ts';
import { SLICE_MS } from './inbox.ts';

/** Characters of replies, and bytes of their buffers, that may lie between host and guest, not yet taken, before further ones wait unencoded. */
const REPLY_WINDOW = 32 * 1024 * 1024;

type Reply = Extract<HostMessage, { tag: 'resolve' | 'reject' }>;

/**
 * The host's way to the guest. Replies that settle in one turn leave in one frame. A guest that takes none of them can
 * not fill the host's memory: beyond the window a settled value stays what it is, by reference, until there is room.
 */
export class Replies {
  readonly #clock: Clock;
  readonly #outbox: Outbox;
  readonly #waiting: (() => Reply)[] = [];
  #sent = 0;
  #taken = 0;
  #scheduled = false;
  #closed = false;

  constructor(clock: Clock, endpoint: Pick<Endpoint, 'postMessage'>) {
    this.#clock = clock;
    this.#outbox = new Outbox((text, buffers) => {
      if (buffers === undefined) return endpoint.postMessage(text);
      const transfer = Array.from(buffers);
      endpoint.postMessage([text, ...transfer], transfer);
    });
  }

  /** Queues a reply; `encode` is called when there is room for what it returns. */
  push(encode: () => Reply): void {
    if (this.#closed) return;
    this.#waiting.push(encode);
    this.#schedule();
  }

  /** Notes how much the guest has taken in all. False when it claims more than was ever sent. */
  taken(characters: number): boolean {
    if (characters < this.#taken || characters > this.#sent) return false;
    this.#taken = characters;
    if (this.#waiting.length > 0) this.#schedule();
    return true;
  }

  close(): void {
    this.#closed = true;
    this.#waiting.length = 0;
  }

  #schedule(): void {
    if (this.#scheduled || this.#closed) return;
    this.#scheduled = true;
    Promise.resolve().then(() => this.#flush());
  }

  #flush(): void {
    this.#scheduled = false;
    let next = 0;
    const until = this.#clock.now() + SLICE_MS;
    const hasRoom = (): boolean => this.#sent - this.#taken < REPLY_WINDOW;
    while (next < this.#waiting.length && hasRoom() && this.#clock.now() < until) {
      const reply = this.#waiting[next++]!();
      if (this.#closed) return;
      this.#sent += payloadSize(reply);
      this.#outbox.add(reply);
    }
    this.#waiting.splice(0, next);
    this.#outbox.flush();
    if (this.#waiting.length === 0 || !hasRoom() || this.#scheduled) return;
    this.#scheduled = true;
    this.#clock.soon(() => this.#flush());
  }
}

/** What a reply counts for in the window; the guest counts the same way. */
function payloadSize(reply: Reply): number {
  return reply.tag === 'resolve' ? reply.value.length + totalBytes(reply.buffers) : reply.error.length;
}
