/**
 * The one thing the bridge knows of a transport: the shape that comlink uses too. A `MessagePort` is one as it is.
 * Messages arrive in order and whole, or not at all.
 */
export interface Endpoint {
  postMessage(frame: string): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  /** Begins delivery, where the transport queues messages until told (a `MessagePort`). */
  start?(): void;
  /** Holds the other side back, where the transport can make it wait, until `resume`. */
  pause?(): void;
  resume?(): void;
}
