import { type Remote, wrap } from 'comlink';
import type { CodeRealm } from '../seam/types.ts';
import type { TranspilerWorker } from './transpiler-worker.ts';
import type { CompiledWasm, WasmFile } from './wasm-api.ts';
import type { TranspileReply, TranspileService } from './worker.ts';

/**
 * How long a worker may take to start, and for any program, in seconds. Ordinary programs take milliseconds; what takes
 * longer than this is endless, or grows with the square of its length, as finding the places of very many mistakes does.
 */
export const MAX_ANSWER_SECONDS = 10;

/** What a program may take beyond that for each million of its characters, in seconds: ten times what is needed. */
export const SECONDS_PER_MILLION_CHARACTERS = 5;

/** How long a worker may take for a program, in seconds. */
export function secondsFor(program: string): number {
  return MAX_ANSWER_SECONDS + Math.floor((program.length / 1_000_000) * SECONDS_PER_MILLION_CHARACTERS);
}

/** What became of a request. A worker that did not answer it is of no use any more. */
export type Answer<T> =
  | { readonly outcome: 'answered'; readonly value: T }
  | { readonly outcome: 'crashed'; readonly reason: string }
  | { readonly outcome: 'overdue' };

/** One transpiler worker, one request at a time: when it dies, the request in flight ends with it. */
export class WorkerSession {
  readonly #worker: TranspilerWorker;
  readonly #service: Remote<TranspileService>;
  #crash: string | undefined;
  #onCrash: (() => void) | undefined;

  constructor(worker: TranspilerWorker) {
    this.#worker = worker;
    this.#service = wrap<TranspileService>(worker.endpoint as unknown as Parameters<typeof wrap>[0]);
    worker.onCrash((reason) => {
      this.#crash ??= reason;
      this.#onCrash?.();
    });
  }

  /** Whether the worker has died by itself. */
  get crashed(): boolean {
    return this.#crash !== undefined;
  }

  boot(wasm: CompiledWasm | WasmFile, name: string): Promise<Answer<void>> {
    return this.#request(MAX_ANSWER_SECONDS, () => this.#service.boot(wasm, name));
  }

  transpile(program: string, realm: CodeRealm): Promise<Answer<TranspileReply>> {
    return this.#request(secondsFor(program), () => this.#service.transpile(program, realm));
  }

  ref(): void {
    this.#worker.ref();
  }

  unref(): void {
    this.#worker.unref();
  }

  /** Ends the worker and the request in flight. */
  end(): Promise<void> {
    this.#crash ??= 'The worker was ended';
    this.#onCrash?.();
    return this.#worker.terminate();
  }

  #request<T>(maxSeconds: number, send: () => Promise<T>): Promise<Answer<T>> {
    return new Promise((resolve) => {
      // Ticks instead of one timer: while the host is busy none elapses, however late the answer is read.
      let seconds = 0;
      const clock = setInterval(() => {
        seconds += 1;
        if (seconds > maxSeconds) settle({ outcome: 'overdue' });
      }, 1_000);
      const settle = (answer: Answer<T>): void => {
        clearInterval(clock);
        this.#onCrash = undefined;
        resolve(answer);
      };
      const crash = (reason: string): void => settle({ outcome: 'crashed', reason });
      this.#onCrash = () => crash(this.#crash ?? '');
      if (this.#crash !== undefined) return crash(this.#crash);
      send().then(
        (value) => settle({ outcome: 'answered', value }),
        (error: unknown) => crash(error instanceof Error ? error.message : String(error)),
      );
    });
  }
}
