import type { Clock } from '../host/clock.ts';

/** Timers that keep no process alive: a run in progress does that by other means. */
export const clock: Clock = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
  // A timer of 0 ms takes more than one.
  soon: (callback) => void setImmediate(callback),
};
