import type { CodeRealm } from '../seam/types.ts';
import type { TranspileOptions, TranspileResult, Transpiler } from './transpiler.ts';
import type { TranspilerWorker } from './transpiler-worker.ts';
import type { CompiledWasm, WasmFile } from './wasm-api.ts';
import { secondsFor, WorkerSession } from './worker-session.ts';

/** Longest program, in characters. A dense one of this length takes about a gigabyte for as long as it is compiled. */
export const MAX_PROGRAM_CHARACTERS = 10_000_000;

/**
 * What a worker may have handled before it is replaced, in characters of programs: the compiler's service keeps the
 * output of every transform as long as it lives.
 */
export const MAX_CHARACTERS_PER_WORKER = 8 * 1_024 * 1_024;

/** What the compiler's memory may have grown to for the worker to be kept, in bytes. */
export const MAX_IDLE_MEMORY = 256 * 1_024 * 1_024;

/** What an environment gives to the transpiler. */
export interface TranspilerEnvironment {
  /** Starts a worker that runs `serveTranspiler`. What it throws becomes the `unavailable` message. */
  spawn(): TranspilerWorker;
  /**
   * The compiled module, the same one for every worker, or its file where a module cannot be sent to a worker. What it
   * rejects with becomes the `unavailable` message.
   */
  loadWasm(): Promise<CompiledWasm | WasmFile>;
  /** What messages call that file. */
  readonly wasmName: string;
}

interface Job {
  readonly program: string;
  readonly realm: CodeRealm;
  settle(result: TranspileResult): void;
}

const DISPOSED: TranspileResult = { outcome: 'unavailable', message: 'The transpiler is disposed' };

/**
 * Transpiles in one worker, which starts with the first program and then stays. The compiler has a single thread, so
 * programs wait in order here and not there: when it crashes, which some programs make it do, the guilty one is known.
 */
export class EsbuildTranspiler implements Transpiler {
  readonly #environment: TranspilerEnvironment;
  readonly #queue: Job[] = [];
  readonly #ending = new Set<Promise<void>>();
  #current: Job | undefined;
  #session: WorkerSession | undefined;
  #characters = 0;
  #disposed = false;

  constructor(environment: TranspilerEnvironment) {
    this.#environment = environment;
  }

  transpile(program: string, { realm }: TranspileOptions): Promise<TranspileResult> {
    if (this.#disposed) return Promise.resolve(DISPOSED);
    if (program.length > MAX_PROGRAM_CHARACTERS) {
      const lengths = `expected at most ${MAX_PROGRAM_CHARACTERS} characters, got ${program.length}`;
      return Promise.resolve(cannotTransform(lengths));
    }
    return new Promise((settle) => {
      this.#queue.push({ program, realm, settle });
      if (this.#current === undefined) void this.#work();
    });
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#current?.settle(DISPOSED);
    for (const job of this.#queue.splice(0)) job.settle(DISPOSED);
    this.#discard();
    await Promise.all(this.#ending);
  }

  async #work(): Promise<void> {
    this.#session?.ref();
    for (let job = this.#queue.shift(); job !== undefined; job = this.#queue.shift()) {
      this.#current = job;
      job.settle(await this.#attempt(job));
    }
    this.#current = undefined;
    this.#session?.unref();
  }

  async #attempt({ program, realm }: Job): Promise<TranspileResult> {
    for (let crashes = 0; ; ) {
      const session = await this.#start();
      if (typeof session === 'string') return { outcome: 'unavailable', message: session };
      const answer = await session.transpile(program, realm);
      if (answer.outcome === 'answered') {
        this.#characters += program.length;
        const worn =
          this.#characters > MAX_CHARACTERS_PER_WORKER || answer.value.memoryBytes > MAX_IDLE_MEMORY;
        if (worn) this.#discard();
        return answer.value.result;
      }
      this.#discard();
      if (answer.outcome === 'overdue') {
        return cannotTransform(`the compiler took more than ${secondsFor(program)} seconds for it`);
      }
      // The first time it may have been for what others left behind, or for what killed all around it.
      crashes += 1;
      if (crashes === 2) return cannotTransform('it is nested too deeply or too large for the compiler');
    }
  }

  /** The worker, started if there is none, or why there cannot be one. */
  async #start(): Promise<WorkerSession | string> {
    if (this.#session?.crashed) this.#discard();
    if (this.#session !== undefined) return this.#session;
    if (this.#disposed) return 'The transpiler is disposed';
    try {
      for (let crashes = 0; ; ) {
        const session = new WorkerSession(this.#environment.spawn());
        this.#session = session;
        const answer = await session.boot(await this.#environment.loadWasm(), this.#environment.wasmName);
        if (answer.outcome === 'answered') return session;
        this.#discard();
        if (answer.outcome === 'overdue') return 'The transpiler cannot be started: it does not answer';
        crashes += 1;
        if (crashes === 2 || this.#disposed) return `The transpiler cannot be started: ${answer.reason}`;
      }
    } catch (error) {
      this.#discard();
      return `The transpiler cannot be started: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  #discard(): void {
    const ending = this.#session?.end();
    this.#session = undefined;
    this.#characters = 0;
    if (ending === undefined) return;
    const ended = ending.then(
      () => {},
      () => {},
    );
    this.#ending.add(ended);
    void ended.then(() => this.#ending.delete(ended));
  }
}

function cannotTransform(reason: string): TranspileResult {
  return { outcome: 'rejected', message: `The program could not be transformed: ${reason}` };
}
