import type { Endpoint } from '../bridge/endpoint.ts';
import type { CodeRuntimeLimits } from '../seam/limits.ts';

/**
 * One booted guest, good for exactly one program. All that a backend has to make: an endpoint to the guest, and a way
 * to meter and to kill what the guest runs on.
 */
export interface Substrate {
  readonly endpoint: Endpoint;
  /** Starts the meters: the program runs from now on. Budgets that the backend owns are enforced from here. */
  start(limits: CodeRuntimeLimits): void;
  /**
   * Reads the busy time and ends the guest, hard. Resolves as soon as the meter was read: from then on nothing of the
   * program is believed any more, while the actual exit may take a little longer (`exited`).
   */
  stop(): Promise<{ readonly busyMs: number }>;
  /** Resolves when nothing of the guest is left. */
  readonly exited: Promise<void>;
  /** Whether a guest that was booted ahead is still there, where nothing tells when it is not. Default: it is. */
  isAlive?(): Promise<boolean>;
  /** Called at most once, when the guest ends by anything but `stop()`. */
  onEnd(listener: (end: SubstrateEnd) => void): void;
}

/** Why a guest ended before it was stopped. */
export type SubstrateEnd =
  /** A budget expired. The guest may still be running: the host stops it. */
  | { readonly cause: 'expired'; readonly budget: 'computeMs' | 'maxWallMs' | 'maxMemoryMb' }
  /** It died by itself; `detail` completes the sentence "The worker ended before the program did: …". */
  | { readonly cause: 'exited'; readonly detail: string };

/** The one end of a substrate, told to whoever listens by then; the newest listener replaces the one before. */
export class EndSignal {
  #end: SubstrateEnd | undefined;
  #listener: ((end: SubstrateEnd) => void) | undefined;

  /** Tells the end; only the first one counts. */
  fire(end: SubstrateEnd): void {
    if (this.#end) return;
    this.#end = end;
    this.#listener?.(end);
  }

  /** Is told the end, at once if it has come already. */
  listen(listener: (end: SubstrateEnd) => void): void {
    this.#listener = listener;
    if (this.#end) listener(this.#end);
  }
}
