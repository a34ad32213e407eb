/** Between two ticks, in ms: as often as a page gets its timers without being held back. */
const PERIOD_MS = 16;

/** What is shorter than this tells nothing of timers, in ms. */
const TELLING_MS = 200;

export interface Hold<T> {
  readonly result: T;
  readonly elapsedMs: number;
  /** Ticks that came, as a share of those that were due. */
  readonly share: number;
  /** How much of the time the host's thread was busy, where its platform tells; otherwise 1. */
  readonly busy: number;
}

/** Counts how often a timer of the host fires while something goes on. */
export async function hold<T>(start: () => Promise<T>, busyMs?: () => number): Promise<Hold<T>> {
  let ticks = 0;
  const timer = setInterval(() => ticks++, PERIOD_MS);
  const startedAt = performance.now();
  const busyBefore = busyMs?.() ?? 0;
  try {
    const result = await start();
    const elapsedMs = performance.now() - startedAt;
    const busy = busyMs ? (busyMs() - busyBefore) / elapsedMs : 1;
    return { result, elapsedMs, share: (ticks * PERIOD_MS) / elapsedMs, busy };
  } finally {
    clearInterval(timer);
  }
}

/** What holds a host up does so each time; a machine that was busy with something else, seldom. */
const TIMES = 3;

/**
 * How the host was held up, '' when it was not. On a busy machine many ticks are late, but a host that is held up is busy
 * as well; and where that is not told, a program that is as busy and silent (`quiet`) has to be much better for it.
 */
export async function heldUp(
  first: Hold<unknown>,
  again: () => Promise<Hold<unknown>>,
  quiet: () => Promise<Hold<unknown>>,
): Promise<string> {
  const shares: string[] = [];
  for (let held = first; ; held = await again()) {
    if (held.elapsedMs < TELLING_MS || held.share > 0.5 || held.busy < 0.5) return '';
    const reference = await quiet();
    if (held.share > reference.share / 5) return '';
    shares.push(`${percent(held.share)} of the ticks, ${percent(reference.share)} beside a silent program`);
    if (shares.length === TIMES) return shares.join('; ');
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
