import { MessageChannel, Worker } from 'node:worker_threads';
import { EndSignal, type Substrate } from '../../host/substrate.ts';
import { keepLoopsInterruptible } from './interruptible-loops.ts';
import { PortEndpoint } from './port-endpoint.ts';
import type { SupervisorNotice, SupervisorOrder, WorkerSettings } from './supervision.ts';
import supervisorScript from './supervisor-entry.ts?script';

/** The host's view of one program worker. */
interface Charge {
  readonly end: EndSignal;
  readonly exited: () => void;
  /** Set as soon as the meter was read for the last time. */
  busyMs: number | undefined;
  stopped: ((meter: { readonly busyMs: number }) => void) | undefined;
}

/** The host's handle of its supervisor thread, which is started with the first worker and never keeps a process alive. */
export class Supervisor {
  readonly #charges = new Map<number, Charge>();
  #thread: Worker | undefined;
  #lastId = 0;

  /** Starts a program worker, at the far end of the substrate's endpoint. */
  async boot(settings: WorkerSettings): Promise<Substrate> {
    const id = ++this.#lastId;
    const { port1, port2 } = new MessageChannel();
    const endpoint = new PortEndpoint(port1);
    const end = new EndSignal();
    let markExited = (): void => {};
    const exited = new Promise<void>((resolve) => {
      markExited = resolve;
    });
    const charge: Charge = { end, exited: markExited, busyMs: undefined, stopped: undefined };
    this.#charges.set(id, charge);
    this.#order({ order: 'boot', worker: id, port: port2, settings }, [port2]);
    let stopping: Promise<{ readonly busyMs: number }> | undefined;
    return {
      endpoint,
      exited,
      onEnd: (listener) => end.listen(listener),
      start: (limits) => this.#order({ order: 'start', worker: id, limits }),
      stop: () => (stopping ??= this.#stop(id, charge).finally(() => endpoint.close())),
    };
  }

  /** Ends the supervisor thread, and with it whatever it still supervises. */
  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #stop(id: number, charge: Charge): Promise<{ readonly busyMs: number }> {
    if (charge.busyMs !== undefined) return Promise.resolve({ busyMs: charge.busyMs });
    return new Promise((resolve) => {
      charge.stopped = resolve;
      this.#order({ order: 'stop', worker: id });
    });
  }

  #order(order: SupervisorOrder, transfer: readonly import('node:worker_threads').MessagePort[] = []): void {
    this.#thread ??= this.#startThread();
    this.#thread.postMessage(order, transfer);
  }

  #startThread(): Worker {
    keepLoopsInterruptible();
    const thread = new Worker(supervisorScript, {
      eval: true,
      name: 'codeseam supervisor',
      env: {},
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    thread.on('message', (notice: SupervisorNotice) => this.#noticed(notice));
    let detail = 'its supervisor exited';
    thread.on('error', (error) => {
      detail = `its supervisor failed: ${error.message}`;
    });
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const id of [...this.#charges.keys()]) {
        this.#noticed({ notice: 'end', worker: id, end: { cause: 'exited', detail }, busyMs: 0 });
        this.#noticed({ notice: 'exited', worker: id });
      }
    });
    thread.unref();
    return thread;
  }

  #noticed(notice: SupervisorNotice): void {
    const charge = this.#charges.get(notice.worker);
    if (charge === undefined) return;
    if ('busyMs' in notice) {
      charge.busyMs = notice.busyMs;
      charge.stopped?.({ busyMs: notice.busyMs });
    }
    if (notice.notice === 'end') charge.end.fire(notice.end);
    if (notice.notice !== 'exited') return;
    this.#charges.delete(notice.worker);
    charge.exited();
  }
}
