import type { Endpoint } from '../bridge/endpoint.ts';
import type { Clock } from './clock.ts';

/** The longest that frames, or replies, of one run keep the host's event loop at a stretch, in ms; a single one may take longer. */
export const SLICE_MS = 10;

/** Frames with less than this between them, in ms, are of one turn of the event loop: what lies between is spent on them. */
const SAME_TURN_MS = 1;

/**
 * Hands frames on as they arrive, until a slice is used up; the rest waits for a later turn. A platform delivers all
 * that has queued up at once, so without this a flood of frames would stop the host's timers.
 */
export class Inbox {
  readonly #clock: Clock;
  readonly #handle: (frame: unknown) => void;
  readonly #endpoint: Pick<Endpoint, 'pause' | 'resume'>;
  readonly #waiting: unknown[] = [];
  #next = 0;
  /** What frames have taken of this turn of the event loop, in ms; it may be of a few turns, as long as it is little. */
  #spentMs = 0;
  #handledAt = Number.NEGATIVE_INFINITY;
  #renewing = false;

  constructor(endpoint: Pick<Endpoint, 'pause' | 'resume'>, clock: Clock, handle: (frame: unknown) => void) {
    this.#endpoint = endpoint;
    this.#clock = clock;
    this.#handle = handle;
  }

  push(frame: unknown): void {
    if (this.#waiting.length === 0 && this.#spentMs < SLICE_MS) {
      const start = this.#clock.now();
      const sinceLast = start - this.#handledAt;
      this.#handle(frame);
      this.#handledAt = this.#clock.now();
      // To receive a frame, and what follows on a call (promises, its reply), may take longer than to handle it.
      this.#spentMs += this.#handledAt - start + (sinceLast < SAME_TURN_MS ? sinceLast : 0);
      if (this.#spentMs > SLICE_MS / 2) this.#renew();
      return;
    }
    this.#waiting.push(frame);
    if (this.#waiting.length > 1) return;
    this.#endpoint.pause?.();
    this.#clock.soon(this.#drain);
  }

  /** Drops what waits. */
  clear(): void {
    this.#waiting.length = 0;
    this.#next = 0;
  }

  /** Begins a new slice with the next turn. Asked for late, so that frames that come one a turn never pay for it. */
  #renew(): void {
    if (this.#renewing) return;
    this.#renewing = true;
    this.#clock.soon(() => {
      this.#renewing = false;
      this.#spentMs = 0;
    });
  }

  readonly #drain = (): void => {
    const until = this.#clock.now() + SLICE_MS;
    while (this.#next < this.#waiting.length && this.#clock.now() < until) {
      const frame = this.#waiting[this.#next];
      // Let go of each frame as it is handled: together they may be large.
      this.#waiting[this.#next++] = undefined;
      this.#handle(frame);
    }
    if (this.#next < this.#waiting.length) return this.#clock.soon(this.#drain);
    this.clear();
    this.#endpoint.resume?.();
  };
}
