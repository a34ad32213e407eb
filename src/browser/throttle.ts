/** Frames that a program may send without a pause, and those that it may send for each ms that passes. */
const BURST = 2_000;
const FRAMES_PER_MS = 10;

/**
 * Slows a flood of frames down where it is made, as a full pipe would: the page has to handle each of them in a task, and
 * would not get to its timers. Every frame leaves before the program goes on, so that none is lost when it is killed.
 */
export function throttled(send: (frame: string) => void, now: () => number): (frame: string) => void {
  let budget = BURST;
  let last = now();
  return (frame) => {
    if (budget < 1) {
      do {
        const time = now();
        budget += (time - last) * FRAMES_PER_MS;
        last = time;
      } while (budget < 1);
      if (budget > BURST) budget = BURST;
    }
    budget -= 1;
    send(frame);
  };
}
