import type { Endpoint } from '../bridge/endpoint.ts';
import type { Clock } from './clock.ts';

/** The longest that frames, or replies, of one run keep the host's event loop at a stretch, in ms; a single one may take longer. */
export const SLICE_MS = 10;

/** Frames that follow each other within this time, in ms, came in one go of the event loop. */
const SAME_TURN_MS = 1;

/**
 * Hands frames on as they arrive, until a slice is used up; the rest waits for a later turn. A platform delivers all
 * that has queued up at once, so without this a flood of large frames would stop the host's timers.
 */
export class Inbox {
  readonly #clock: Clock;
  readonly #handle: (frame: unknown) => void;
  readonly #endpoint: Pick<Endpoint, 'pause' | 'resume'>;
  readonly #waiting: unknown[] = [];
  #next = 0;
  #sliceStart = 0;
  #lastEnd = Number.NEGATIVE_INFINITY;

  constructor(endpoint: Pick<Endpoint, 'pause' | 'resume'>, clock: Clock, handle: (frame: unknown) => void) {
    this.#endpoint = endpoint;
    this.#clock = clock;
    this.#handle = handle;
  }

  push(frame: unknown): void {
    const now = this.#clock.now();
    if (now - this.#lastEnd > SAME_TURN_MS) this.#sliceStart = now;
    if (this.#waiting.length === 0 && now - this.#sliceStart < SLICE_MS) {
      this.#handle(frame);
      this.#lastEnd = this.#clock.now();
      return;
    }
    this.#waiting.push(frame);
    if (this.#waiting.length > 1) return;
    this.#endpoint.pause?.();
    this.#clock.after(0, this.#drain);
  }

  /** Drops what waits. */
  clear(): void {
    this.#waiting.length = 0;
    this.#next = 0;
  }

  readonly #drain = (): void => {
    const until = this.#clock.now() + SLICE_MS;
    while (this.#next < this.#waiting.length && this.#clock.now() < until) {
      const frame = this.#waiting[this.#next];
      // Let go of each frame as it is handled: together they may be large.
      this.#waiting[this.#next++] = undefined;
      this.#handle(frame);
    }
    if (this.#next < this.#waiting.length) this.#clock.after(0, this.#drain);
    else {
      this.clear();
      this.#endpoint.resume?.();
    }
    this.#lastEnd = this.#clock.now();
  };
}
