import type { Clock } from './clock.ts';

export interface Pace {
  /** Between two beats while the other side was busy of late, in ms. */
  readonly busyMs: number;
  /** Between two beats at the slowest, when it has been idle for a while. */
  readonly idleMs: number;
}

/** Round trips up to this long, in ms, are those of an idle worker. */
const NOISE_MS = 4;

/** On a busy machine an idle worker takes long as well. Up to this long, in ms, it is believed how busy it says it was. */
const BELIEVED_MS = 1_000;

/** A timer that is later than this, in ms, tells of a page that was stalled itself, or of a suspended machine. */
const STALL_MS = 100;

/** The most of one step that is believed, in ms: a page in the background gets its timers once a second. */
const MAX_STEP_MS = 1_100;

/**
 * Measures from outside how long a worker is busy, by round trips of a number that cannot be guessed: an idle worker
 * answers at once, a busy one when it is done. What the worker says about itself explains a short delay, never a long one.
 *
 * The page that measures may be stalled, in the background or stopped at a breakpoint, and the machine may sleep. So time
 * is believed in small steps, and only when the answer still has not come by the next step: it might have been waiting in
 * the queue of a page that did not get to read it.
 */
export class Heartbeat {
  readonly #send: (beat: number) => void;
  readonly #random: () => number;
  readonly #clock: Clock;
  readonly #pace: Pace;
  #cancel: (() => void) | undefined;
  #pauseMs: number;
  /** The number that is out; 0 when all are answered. */
  #beat = 0;
  #steppedAt = 0;
  /** Of the beat that is out: time believed, and the last step, which is not yet. */
  #believed = 0;
  #held = 0;
  #busy = 0;

  /**
   * @param send brings a number to the other side, whose answer is to be handed to `answered`.
   * @param random a number that nobody can guess, and never 0.
   */
  constructor(send: (beat: number) => void, random: () => number, clock: Clock, pace: Pace) {
    this.#send = send;
    this.#random = random;
    this.#clock = clock;
    this.#pace = pace;
    this.#pauseMs = pace.busyMs;
  }

  start(): void {
    this.#next();
    this.#schedule();
  }

  stop(): void {
    this.#cancel?.();
  }

  /** Milliseconds of the round trips so far that an idle worker would not have needed, the one under way included. */
  busyMs(): number {
    return this.#busy + this.#trip();
  }

  /** Milliseconds for which the last beat has had no answer, 0 when it has. */
  silentMs(): number {
    return this.#beat === 0 ? 0 : this.#believed;
  }

  #trip(): number {
    if (this.#beat === 0) return 0;
    const unconfirmed = this.#held + this.#clock.now() - this.#steppedAt;
    const trip = this.#believed + (unconfirmed > STALL_MS + this.#pauseMs ? 0 : unconfirmed);
    return trip > NOISE_MS ? trip : 0;
  }

  /** Whether this is the number that waits for its answer. */
  isOut(beat: unknown): boolean {
    return this.#beat !== 0 && beat === this.#beat;
  }

  /** @param ownMs how busy the other side says that it was since the answer before, at most. */
  answered(beat: unknown, ownMs: number): void {
    if (!this.isOut(beat)) return;
    let trip = this.#trip();
    if (trip < BELIEVED_MS) trip = Math.min(trip, ownMs);
    this.#beat = 0;
    this.#busy += trip;
    if (trip === 0) {
      this.#pauseMs = Math.min(this.#pauseMs * 1.25, this.#pace.idleMs);
      return;
    }
    // It may go on at once, and what it does between two beats is not seen.
    this.#pauseMs = this.#pace.busyMs;
    this.#next();
  }

  readonly #step = (): void => {
    if (this.#beat === 0) {
      this.#next();
    } else {
      const now = this.#clock.now();
      this.#believed += this.#held;
      this.#held = Math.min(now - this.#steppedAt, MAX_STEP_MS);
      this.#steppedAt = now;
      this.#pauseMs = this.#pace.busyMs;
    }
    this.#schedule();
  };

  #next(): void {
    this.#beat = this.#random();
    this.#believed = 0;
    this.#held = 0;
    this.#steppedAt = this.#clock.now();
    this.#send(this.#beat);
  }

  #schedule(): void {
    this.#cancel = this.#clock.after(this.#pauseMs, this.#step);
  }
}
