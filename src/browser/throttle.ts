import type { Buffers } from '../bridge/codec.ts';

/** Frames that a program may send without a pause, and those that it may send for each ms that passes. */
const BURST = 2_000;
const FRAMES_PER_MS = 4;

/**
 * Slows a flood of frames down where it is made, as a full pipe would: the page has to handle each of them in a task, and
 * would not get to its timers. Every frame leaves before the program goes on, so that none is lost when it is killed.
 */
export class Throttle {
  readonly #send: (text: string, buffers: Buffers) => void;
  readonly #now: () => number;
  #budget = BURST;
  #last: number;

  constructor(send: (text: string, buffers: Buffers) => void, now: () => number) {
    this.#send = send;
    this.#now = now;
    this.#last = now();
  }

  send(text: string, buffers?: Buffers): void {
    if (this.#budget < 1) {
      do {
        const time = this.#now();
        this.#budget += (time - this.#last) * FRAMES_PER_MS;
        this.#last = time;
      } while (this.#budget < 1);
      if (this.#budget > BURST) this.#budget = BURST;
    }
    this.#budget -= 1;
    this.#send(text, buffers);
  }

  /** The page has answered: calls that are made in turn wait for it anyway. */
  answered(): void {
    if (this.#budget < BURST) this.#budget += 1;
  }
}
