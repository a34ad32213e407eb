import type { Worker } from 'node:worker_threads';

/** How often the memory of a run is read, in ms. */
export const MEMORY_POLL_MS = 20;

/** The share of the time between two polls that a program must have been busy to be blamed for growth of the process. */
const BLAMED_SHARE = 0.5;

/** `Worker#getHeapStatistics`: Node 22.16 and later. Answers even while the worker is in a hot loop. */
interface HeapMetered {
  getHeapStatistics(): Promise<{ readonly used_heap_size: number; readonly external_memory: number }>;
}

/** Whether this version of Node can read the memory of one worker, buffers included. */
export function readsWorkerMemory(worker: object): worker is HeapMetered {
  return 'getHeapStatistics' in worker;
}

/** Reads what one worker uses, from the thread that started it. Relative to `start()`. */
export class Meter {
  readonly #worker: Worker;
  #startedAt = 0;
  #idleAtStart = 0;
  #rssAtStart = 0;
  #busyAtPoll = 0;
  #polledAt = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  start(): void {
    this.#startedAt = performance.now();
    this.#idleAtStart = this.#idle();
    this.#rssAtStart = process.memoryUsage.rss();
    this.#polledAt = this.#startedAt;
  }

  /** Milliseconds since the start that the worker was not waiting for events. */
  busyMs(): number {
    if (this.#startedAt === 0) return 0;
    const elapsed = performance.now() - this.#startedAt;
    return Math.max(0, elapsed - (this.#idle() - this.#idleAtStart));
  }

  /**
   * Bytes in use: heap and buffers of the worker. Where Node cannot tell, what the whole process has grown by since the
   * start, and that only while this program is the one that is busy.
   */
  async memoryBytes(): Promise<number> {
    if (readsWorkerMemory(this.#worker)) {
      const { used_heap_size, external_memory } = await this.#worker.getHeapStatistics();
      return used_heap_size + external_memory;
    }
    const now = performance.now();
    const busy = this.busyMs();
    const share = (busy - this.#busyAtPoll) / Math.max(1, now - this.#polledAt);
    this.#busyAtPoll = busy;
    this.#polledAt = now;
    return share < BLAMED_SHARE ? 0 : process.memoryUsage.rss() - this.#rssAtStart;
  }

  #idle(): number {
    return this.#worker.performance.eventLoopUtilization().idle;
  }
}
