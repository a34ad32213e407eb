const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** How long to wait before the next attempt to connect. The first one after a good time comes at once. */
export class Backoff {
  #failures = 0;
  #until = 0;

  /** An attempt failed: resolves to the wait, in milliseconds. */
  failed(): number {
    this.#failures += 1;
    return this.#wait(this.#failures);
  }

  /** A connection was lost, which is forgiven once. */
  lost(): number {
    this.#failures += 1;
    return this.#wait(this.#failures - 1);
  }

  /** The server did something useful. */
  reset(): void {
    this.#failures = 0;
  }

  get remainingMs(): number {
    return Math.max(0, this.#until - Date.now());
  }

  #wait(failures: number): number {
    const ms = failures === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
    this.#until = Date.now() + ms;
    return ms;
  }
}
