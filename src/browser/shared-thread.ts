import { clock } from './clock.ts';

/** How long a frame is kept busy to find out whether that stops the page, in ms. */
const SPIN_MS = 60;
const TICK_MS = 5;

/** A page may be late for reasons of its own: only a frame that stops it every time is believed to. */
const TRIES = 3;

let examined = false;

/**
 * Warns, once per page, when the browser gives sandboxed frames no process of their own: programs then cannot reach the
 * page either, but one that exhausts its memory takes the page with it.
 */
export async function warnOnceIfShared(spin: (ms: number) => void): Promise<void> {
  if (examined) return;
  examined = true;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (!(await isStalled(() => spin(SPIN_MS)))) return;
    // Something else may hold the page up, or the machine is busy: then nothing is known.
    if (await isStalled(() => {})) return;
  }
  console.warn(
    'codeseam: this browser runs sandboxed frames in the process of the page, so a program that exhausts its memory may end the page',
  );
}

/** Whether the page misses its timers for about as long as the frame is kept busy. */
function isStalled(begin: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const start = clock.now();
    let last = start;
    let longest = 0;
    begin();
    const tick = (): void => {
      const now = clock.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (now - start > 2 * SPIN_MS) resolve(longest > SPIN_MS * 0.8);
      else clock.after(TICK_MS, tick);
    };
    tick();
  });
}
