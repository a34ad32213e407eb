import type { MessagePort } from 'node:worker_threads';
import type { Endpoint } from '../../bridge/endpoint.ts';
import type { Frame } from '../../bridge/protocol.ts';

type Listener = Parameters<Endpoint['addEventListener']>[1];

/**
 * The host's end of a port to a worker. A port that nobody listens to takes nothing in, not even what has queued up
 * already: so a pause holds in the middle of a queue that Node would hand over in one go, however long it is.
 */
export class PortEndpoint implements Endpoint {
  readonly #port: MessagePort;
  /** By listener, what takes its messages: Node makes an event only for who asks for one, with much of its own to load. */
  readonly #takers = new Map<Listener, (data: unknown) => void>();
  #paused = false;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  postMessage(frame: Frame, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(frame, transfer);
  }

  addEventListener(_type: 'message', listener: Listener): void {
    const take = (data: unknown): void => listener({ data });
    this.#takers.set(listener, take);
    if (!this.#paused) this.#listen(take);
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    const take = this.#takers.get(listener);
    this.#takers.delete(listener);
    if (take) this.#port.off('message', take);
  }

  pause(): void {
    this.#paused = true;
    for (const take of this.#takers.values()) this.#port.off('message', take);
  }

  resume(): void {
    this.#paused = false;
    for (const take of this.#takers.values()) this.#listen(take);
  }

  close(): void {
    this.#port.close();
  }

  #listen(take: (data: unknown) => void): void {
    this.#port.on('message', take);
    // Listening references the port, and an idle runtime must not keep its process alive.
    this.#port.unref();
  }
}
