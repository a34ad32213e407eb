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
  readonly #listeners = new Set<Listener>();
  #paused = false;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  postMessage(frame: Frame, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(frame, transfer);
  }

  addEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.add(listener);
    if (!this.#paused) this.#listen(listener);
  }

  removeEventListener(_type: 'message', listener: Listener): void {
    this.#listeners.delete(listener);
    this.#unlisten(listener);
  }

  pause(): void {
    this.#paused = true;
    for (const listener of this.#listeners) this.#unlisten(listener);
  }

  resume(): void {
    this.#paused = false;
    for (const listener of this.#listeners) this.#listen(listener);
  }

  close(): void {
    this.#port.close();
  }

  #listen(listener: Listener): void {
    this.#port.addEventListener('message', listener as (event: unknown) => void);
    this.#port.start();
    // Listening references the port, and an idle runtime must not keep its process alive.
    this.#port.unref();
  }

  #unlisten(listener: Listener): void {
    this.#port.removeEventListener('message', listener as (event: unknown) => void);
  }
}
