import type { ByteText } from '../bridge/byte-text.ts';
import { CodeRuntime } from '../seam/code-runtime.ts';
import type { ResolvedConfig } from '../seam/config.ts';
import { CodeRuntimeError } from '../seam/errors.ts';
import { type ValidRequest, validateRequest } from '../seam/request.ts';
import type {
  CodeIsolation,
  CodeRunFailure,
  CodeRunRequest,
  CodeRunResult,
  CodeRuntimeCapabilities,
} from '../seam/types.ts';
import type { Transpiler } from '../transpile/transpiler.ts';
import type { Clock } from './clock.ts';
import { failure } from './failure.ts';
import { Interruption } from './interruption.ts';
import { Pool } from './pool.ts';
import { Run } from './run.ts';
import { Slots } from './slots.ts';
import type { Substrate } from './substrate.ts';

/** What makes a backend: how to boot a guest on the far side of an endpoint, and what that guarantees. */
export interface Backend {
  readonly isolation: CodeIsolation;
  readonly capabilities: CodeRuntimeCapabilities;
  readonly transpiler: Transpiler;
  readonly clock: Clock;
  /** Makes large buffers cross quickly, where the platform can. */
  readonly byteText?: ByteText;
  /** Whether its endpoints, and the guest's power `post`, carry ArrayBuffers beside a text, by transfer, as ports do. */
  readonly carriesBuffers?: boolean;
  /** CPU time of the process that substrates live in, in ms: disposal is more patient where the machine gives it little. */
  readonly cpuMs?: () => number;
  /** Starts one substrate. A rejection makes the run that needed it `unavailable`. */
  boot(): Promise<Substrate>;
  /** Keeps the process alive while a run is in progress; the returned function lets go. */
  keepAlive?(): () => void;
  /** Ends what all substrates share, once they are gone. */
  close?(): Promise<void>;
}

/** A code runtime over the bridge: everything but what a `Backend` says. */
export abstract class BridgeCodeRuntime extends CodeRuntime {
  readonly isolation: CodeIsolation;
  readonly capabilities: CodeRuntimeCapabilities;

  readonly #backend: Backend;
  readonly #config: ResolvedConfig;
  readonly #pool: Pool;
  readonly #slots: Slots;
  readonly #active = new Map<Interruption, Promise<CodeRunResult>>();
  #disposal: Promise<void> | undefined;

  constructor(backend: Backend, config: ResolvedConfig) {
    super();
    this.isolation = backend.isolation;
    this.capabilities = Object.freeze({ ...backend.capabilities });
    this.#backend = backend;
    this.#config = config;
    const { clock, cpuMs } = backend;
    this.#pool = new Pool(() => backend.boot(), { size: config.warmWorkers, clock, cpuMs });
    this.#slots = new Slots(config.maxConcurrentRuns);
    this.#pool.refill(0);
  }

  async run(request: CodeRunRequest): Promise<CodeRunResult> {
    const valid = validateRequest(request);
    if (this.#disposal)
      throw new CodeRuntimeError('disposed', 'The runtime was disposed: it runs no more programs');
    const interruption = new Interruption(valid.signal);
    const letGo = this.#backend.keepAlive?.();
    const result = this.#execute(valid, interruption);
    this.#active.set(interruption, result);
    try {
      return await result;
    } finally {
      this.#active.delete(interruption);
      letGo?.();
      interruption.release();
    }
  }

  dispose(): Promise<void> {
    this.#disposal ??= this.#dispose();
    return this.#disposal;
  }

  async #dispose(): Promise<void> {
    const letGo = this.#backend.keepAlive?.();
    try {
      const results = [...this.#active.values()];
      for (const interruption of this.#active.keys())
        interruption.interrupt('The runtime was disposed during the run');
      await Promise.all(results);
      const transpilerGone = this.#backend.transpiler.dispose();
      try {
        await this.#pool.close();
        await this.#backend.close?.();
      } catch (leak) {
        // What the leaked ones share cannot end either, so that it is told to, but not waited for.
        this.#backend.close?.().catch(() => {});
        throw leak;
      } finally {
        await transpilerGone;
      }
    } finally {
      letGo?.();
    }
  }

  /** Takes a run through its stages. Interrupted at whichever, it ends there. */
  async #execute(request: ValidRequest, interruption: Interruption): Promise<CodeRunResult> {
    let leave = (): void => {};
    let taking: Promise<Substrate> | undefined;
    const admitted = new Promise<void>((resolve) => {
      leave = this.#slots.enter(resolve);
    });
    try {
      if (!(await interruption.race(admitted))) return interrupted(interruption);
      const { transpiler, clock, byteText, carriesBuffers = false } = this.#backend;
      // While the program is transpiled: both take time, and few programs do not compile.
      taking = this.#pool.take();
      // Seen to when its turn comes.
      taking.catch(() => {});
      const transpiling = await interruption.race(
        transpiler
          .transpile(request.program, { realm: this.#config.realm })
          .catch(
            (error: unknown) =>
              ({ outcome: 'unavailable', message: `The transpiler failed: ${error}` }) as const,
          ),
      );
      if (!transpiling) return interrupted(interruption);
      const transpiled = transpiling.value;
      if (transpiled.outcome === 'unavailable')
        return neverStarted(failure('unavailable', transpiled.message));
      if (transpiled.outcome === 'rejected') {
        const { message, location } = transpiled;
        return neverStarted({ kind: 'exception', message, ...(location && { location }) });
      }
      const substrate = await this.#takeSubstrate(taking, interruption);
      if (substrate === undefined) return interrupted(interruption);
      if (substrate instanceof Error) return neverStarted(failure('unavailable', substrate.message));
      taking = undefined;
      const carrier = { substrate, clock, byteText, carriesBuffers };
      const run = new Run({ request, limits: this.#config, code: transpiled, ...carrier });
      interruption.listen((message) => run.abort(message));
      return await run.result;
    } finally {
      if (taking) this.#pool.giveBack(taking);
      leave();
      this.#pool.refill(0);
    }
  }

  async #takeSubstrate(
    taking: Promise<Substrate>,
    interruption: Interruption,
  ): Promise<Substrate | Error | undefined> {
    try {
      return (await interruption.race(taking))?.value;
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      return new Error(`The worker could not be started: ${reason}`, { cause });
    }
  }
}

function interrupted(interruption: Interruption): CodeRunResult {
  return neverStarted(failure('abort', interruption.message ?? 'The run was aborted'));
}

function neverStarted(error: CodeRunFailure): CodeRunResult {
  const usage = {
    wallMs: 0,
    busyMs: 0,
    calls: { started: 0, settled: 0 },
    logs: { dropped: 0, droppedBytes: 0 },
  };
  return { logs: [], error, usage };
}
