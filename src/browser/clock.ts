import type { Clock } from '../host/clock.ts';

/** The page's timers, which a page in the background gets once a second at most. */
export const clock: Clock = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  soon: (callback) => void setTimeout(callback),
};
