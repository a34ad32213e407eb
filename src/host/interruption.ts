import type { AbortSignalLike } from '../seam/types.ts';

/** The one way to end a run from outside, at whatever stage it is: the caller's signal, or disposal. */
export class Interruption {
  /** Why, once it has happened. */
  message: string | undefined;

  #listener: ((message: string) => void) | undefined;
  readonly #signal: AbortSignalLike | undefined;
  readonly #onAbort = (): void => this.interrupt(`The run was aborted: ${reasonText(this.#signal)}`);

  constructor(signal: AbortSignalLike | undefined) {
    this.#signal = signal;
    if (signal?.aborted) this.#onAbort();
    else signal?.addEventListener('abort', this.#onAbort);
  }

  interrupt(message: string): void {
    if (this.message !== undefined) return;
    this.message = message;
    this.#listener?.(message);
  }

  /** Sets who is told. Called at once when it has happened already. */
  listen(listener: (message: string) => void): void {
    this.#listener = listener;
    if (this.message !== undefined) listener(this.message);
  }

  /** Waits for a stage of the run: its value, or `undefined` as soon as the run is interrupted. */
  race<Value>(stage: Promise<Value>): Promise<{ readonly value: Value } | undefined> {
    return new Promise((resolve, reject) => {
      this.listen(() => resolve(undefined));
      stage.then((value) => resolve({ value }), reject);
    });
  }

  /** Leaves no listener behind on a signal that may outlive thousands of runs. */
  release(): void {
    this.#listener = undefined;
    try {
      this.#signal?.removeEventListener('abort', this.#onAbort);
    } catch {
      // A signal of the caller's own making that cannot let go is theirs to mend: the run has its outcome.
    }
  }
}

/** A signal's reason is anything at all; reading it must not throw. */
function reasonText(signal: AbortSignalLike | undefined): string {
  try {
    const reason = signal?.reason;
    return reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
  } catch {
    return 'for a reason that cannot be read';
  }
}
