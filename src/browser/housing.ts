/** What a worker lives in: a frame of its own, or the page itself. */
export interface Housing {
  /** Starts the worker, which gets the ports with its first message. Once. */
  spawn(script: string, ports: readonly MessagePort[], options?: { readonly wasm: boolean }): void;
  /** Calls back at most once, when the housing or the worker in it could not start or is known to be gone. */
  onFailure(listener: (detail: string) => void): void;
  /**
   * Looks for the life of the housing from now on, where nothing else would tell of its end: with more patience while only
   * code of ours is at work in it, which is as slow as a busy machine makes it.
   */
  watch(atWork: 'program' | 'ours'): void;
  unwatch(): void;
  /** Whether it is still there: false when it was removed or has crashed. */
  isAlive(): Promise<boolean>;
  /** Ends the worker, hard. Nothing is left afterwards. */
  close(): void;
}

/** Keeps the first failure until somebody listens. */
export class Failure {
  #detail: string | undefined;
  #listener: ((detail: string) => void) | undefined;

  fire(detail: string): void {
    if (this.#detail !== undefined) return;
    this.#detail = detail;
    this.#listener?.(detail);
  }

  listen(listener: (detail: string) => void): void {
    this.#listener = listener;
    if (this.#detail !== undefined) listener(this.#detail);
  }
}
