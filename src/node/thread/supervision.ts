import type { MessagePort } from 'node:worker_threads';
import type { SubstrateEnd } from '../../host/substrate.ts';
import type { CodeRuntimeLimits } from '../../seam/limits.ts';
import type { CodeRealm } from '../../seam/types.ts';

/**
 * What the host and its supervisor thread say to each other. Both ends are ours; nothing of a program comes this way.
 *
 * The supervisor exists so that metering and killing never wait for the host's event loop: it starts the program
 * workers, reads their meters and terminates them, while frames go straight between host and program worker.
 */
export type SupervisorOrder =
  | {
      readonly order: 'boot';
      readonly worker: number;
      readonly port: MessagePort;
      readonly settings: WorkerSettings;
    }
  | { readonly order: 'start'; readonly worker: number; readonly limits: CodeRuntimeLimits }
  | { readonly order: 'stop'; readonly worker: number };

export type SupervisorNotice =
  /** The worker ended by itself, or is being terminated because a budget expired. */
  | { readonly notice: 'end'; readonly worker: number; readonly end: SubstrateEnd; readonly busyMs: number }
  /** The answer to `stop`: the meter was read, and the worker is being terminated. */
  | { readonly notice: 'stopped'; readonly worker: number; readonly busyMs: number }
  /** Nothing of the worker is left. */
  | { readonly notice: 'exited'; readonly worker: number };

export interface WorkerSettings {
  readonly realm: CodeRealm;
  readonly maxMemoryMb: number;
}

/** What a program worker starts with. */
export interface WorkerStart {
  /** Its end of the way to the host. */
  readonly port: MessagePort;
  readonly realm: CodeRealm;
  readonly guestScript: string;
  /** What an earlier worker told of the script; without, this one is to tell. */
  readonly guestCode: Uint8Array | undefined;
}
