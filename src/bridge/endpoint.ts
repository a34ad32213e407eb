import type { Frame } from './protocol.ts';

/**
 * The one thing the bridge knows of a transport: the shape that comlink uses too. A `MessagePort` is one as it is.
 * Messages arrive in order and whole, or not at all.
 */
export interface Endpoint {
  /**
   * Sends one frame to the other side. It is a string, unless the backend says that its endpoint carries buffers: then
   * it may be a string and buffers, all of which are in `transfer` as well.
   */
  postMessage(frame: Frame, transfer?: object[]): void;
  /** Calls the listener with each frame of the other side, which is untrusted: `data` may be anything. */
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  /** Ends that. */
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  /** Begins delivery, where the transport queues messages until told (a `MessagePort`). */
  start?(): void;
  /** Holds the other side back, where the transport can make it wait, until `resume`. */
  pause?(): void;
  /** Lets the other side go on. */
  resume?(): void;
}
