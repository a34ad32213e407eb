import type { Readable } from 'node:stream';
import type { Endpoint } from '../../bridge/endpoint.ts';
import type { Frame } from '../../bridge/protocol.ts';

type Listener = (event: { data: unknown }) => void;

/** The host's end of a child's pipes. It reads nothing while it is paused: the pipe then fills up, and the child waits. */
export class PipeEndpoint implements Endpoint {
  readonly #source: Readable;
  readonly #listeners = new Set<Listener>();
  readonly postMessage: (frame: Frame) => void;
  #early: string[] = [];
  #closed = false;

  constructor(source: Readable, send: (frame: string) => void) {
    this.#source = source;
    this.postMessage = (frame) => {
      if (!this.#closed && typeof frame === 'string') send(frame);
    };
  }

  /** Begins to read. What comes before anybody listens is kept. */
  read(take: (chunk: Buffer) => void): void {
    this.#source.on('data', take);
  }

  receive(frame: string): void {
    if (this.#closed) return;
    if (this.#listeners.size === 0) this.#early.push(frame);
    for (const listener of this.#listeners) listener({ data: frame });
  }

  addEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.add(listener);
    for (const frame of this.#early.splice(0)) listener({ data: frame });
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.delete(listener);
  }

  pause(): void {
    this.#source.pause();
  }

  resume(): void {
    this.#source.resume();
  }

  close(): void {
    this.#closed = true;
    this.#listeners.clear();
    this.#source.destroy();
  }
}
