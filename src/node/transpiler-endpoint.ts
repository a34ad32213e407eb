import type { TranspilerEndpoint } from '../transpile/transpiler-worker.ts';

/** The part of Node's `Worker` and `MessagePort` that comlink needs. */
interface NodePort {
  postMessage(message: unknown): void;
  on(type: 'message', listener: (data: unknown) => void): unknown;
  off(type: 'message', listener: (data: unknown) => void): unknown;
}

/** Adapts Node's emitters to the event targets that comlink expects. Nothing is ever transferred. */
export function toTranspilerEndpoint(port: NodePort): TranspilerEndpoint {
  const listeners = new Map<(event: { data: unknown }) => void, (data: unknown) => void>();
  return {
    postMessage: (message) => port.postMessage(message),
    addEventListener(_type, listener) {
      const receive = (data: unknown): void => listener({ data });
      listeners.set(listener, receive);
      port.on('message', receive);
    },
    removeEventListener(_type, listener) {
      const receive = listeners.get(listener);
      if (receive !== undefined) port.off('message', receive);
      listeners.delete(listener);
    },
  };
}
