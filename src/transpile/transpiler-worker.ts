/** The shape that comlink asks of a port. */
export interface TranspilerEndpoint {
  postMessage(message: unknown, transfer?: readonly object[]): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  removeEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

/** A worker that runs `serveTranspiler`, as an environment starts it. */
export interface TranspilerWorker {
  readonly endpoint: TranspilerEndpoint;
  /** Calls `listener` when the worker dies by itself; more than once is harmless. */
  onCrash(listener: (reason: string) => void): void;
  /** Resolves when the worker is gone. */
  terminate(): Promise<void>;
  /** While referenced, the worker keeps the process alive. It starts out referenced. */
  ref(): void;
  unref(): void;
}
