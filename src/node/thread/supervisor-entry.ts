import guestScript from '../../guest/entry.ts?script';
import { watchBudgets } from '../../host/budgets.ts';
import type { SubstrateEnd } from '../../host/substrate.ts';
import type { CodeRuntimeLimits } from '../../seam/limits.ts';
import { clock } from '../clock.ts';
import { MEMORY_POLL_MS, Meter } from './meter.ts';
import type { SupervisorNotice, SupervisorOrder, WorkerSettings, WorkerStart } from './supervision.ts';
import workerScript from './worker-entry.ts?script';

// A script from a string has no imports; builtins come from the process.
const { parentPort, Worker } = process.getBuiltinModule('node:worker_threads');
type WorkerInstance = InstanceType<typeof Worker>;

const MEBIBYTE = 1024 * 1024;

/** How often, and how many times more, a worker that does not exit is told to, in ms. */
const TERMINATE_INTERVAL_MS = 50;
const TERMINATE_TRIES = 200;

/**
 * The engine's own limit lies far above the budget, since reaching it by one large step aborts the whole process; a
 * poll ends the run at the budget. The limit is there for growth that is quicker than the poll.
 */
function heapLimitMb(maxMemoryMb: number): number {
  return maxMemoryMb * 4 + 256;
}

/**
 * The engine's code of the guest's script, by realm, from the first worker that greeted. It saves the others most of what
 * their guest takes to start.
 */
const guestCodes = new Map<WorkerSettings['realm'], Uint8Array>();

/** One program worker and what watches it. */
class Supervised {
  readonly #id: number;
  readonly #worker: WorkerInstance;
  readonly #meter: Meter;
  #unwatch: (() => void)[] = [];
  #stopping = false;

  constructor(id: number, port: import('node:worker_threads').MessagePort, settings: WorkerSettings) {
    this.#id = id;
    const { realm } = settings;
    const start: WorkerStart = { port, realm, guestScript, guestCode: guestCodes.get(realm) };
    this.#worker = new Worker(workerScript, {
      eval: true,
      name: 'codeseam program',
      env: {},
      argv: [],
      // A promise with a hostile prototype makes Node's consistency check of async hooks abort the process.
      execArgv: ['--no-force-async-hooks-checks'],
      // Captured and left unread: what a program's surroundings print is not the host's output.
      stdout: true,
      stderr: true,
      workerData: start,
      transferList: [port],
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb(settings.maxMemoryMb) },
    });
    // It says so once, before it greets: later it belongs to its program, and is not listened to.
    if (start.guestCode === undefined)
      this.#worker.once('message', (code: Uint8Array) => guestCodes.set(realm, code));
    this.#meter = new Meter(this.#worker);
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('error', (error: unknown) => this.#end({ cause: 'exited', detail: errorDetail(error) }));
    this.#worker.on('exit', (code) => {
      this.#end({ cause: 'exited', detail: `it exited with code ${code}` });
      workers.delete(this.#id);
      notify({ notice: 'exited', worker: this.#id });
    });
  }

  start(limits: CodeRuntimeLimits): void {
    this.#meter.start();
    const expired = (budget: 'computeMs' | 'maxWallMs' | 'maxMemoryMb'): void => {
      this.#end({ cause: 'expired', budget });
    };
    this.#unwatch.push(watchBudgets(clock, limits, () => this.#meter.busyMs(), expired));
    const poll = setInterval(async () => {
      const bytes = await this.#meter.memoryBytes().catch(() => 0);
      if (bytes > limits.maxMemoryMb * MEBIBYTE && !this.#stopping) expired('maxMemoryMb');
    }, MEMORY_POLL_MS);
    this.#unwatch.push(() => clearInterval(poll));
  }

  stop(): void {
    if (this.#stopping) return;
    notify({ notice: 'stopped', worker: this.#id, busyMs: this.#meter.busyMs() });
    this.#terminate();
  }

  #end(end: SubstrateEnd): void {
    if (this.#stopping) return;
    notify({ notice: 'end', worker: this.#id, end, busyMs: this.#meter.busyMs() });
    this.#terminate();
  }

  #terminate(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const unwatch of this.#unwatch) unwatch();
    this.#worker.setMaxListeners(0);
    this.#worker.terminate();
    // A termination that hits while the platform calls back into a program's promises gets lost in there.
    let left = TERMINATE_TRIES;
    const again = setInterval(() => {
      if (--left === 0) clearInterval(again);
      this.#worker.terminate();
    }, TERMINATE_INTERVAL_MS);
    this.#worker.once('exit', () => clearInterval(again));
  }
}

function errorDetail(error: unknown): string {
  if (!(error instanceof Error)) return 'it failed with an exception';
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'it ran out of memory (maxMemoryMb)';
  return `it failed with ${error.name}: ${error.message}`;
}

function notify(notice: SupervisorNotice): void {
  parentPort?.postMessage(notice);
}

const workers = new Map<number, Supervised>();

parentPort?.on('message', (message: SupervisorOrder) => {
  switch (message.order) {
    case 'boot':
      try {
        workers.set(message.worker, new Supervised(message.worker, message.port, message.settings));
      } catch (error) {
        const end = { cause: 'exited', detail: errorDetail(error) } as const;
        notify({ notice: 'end', worker: message.worker, end, busyMs: 0 });
        notify({ notice: 'exited', worker: message.worker });
      }
      return;
    case 'start':
      return workers.get(message.worker)?.start(message.limits);
    case 'stop':
      // One that is gone has been told of already.
      return workers.get(message.worker)?.stop();
  }
});
