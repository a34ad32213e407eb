import type { CallRecord } from '../run/calls.ts';

/** The most calls in flight in each of so many equal slices of a span of time. */
export function concurrency(
  calls: readonly CallRecord[],
  from: number,
  to: number,
  slices: number,
): number[] {
  const most = new Array<number>(slices).fill(0);
  const length = Math.max(1, to - from);
  const sliceOf = (time: number): number =>
    Math.min(slices - 1, Math.max(0, Math.floor(((time - from) / length) * slices)));
  // Calls are recorded in the order in which they start.
  const ends = calls.map(({ end }) => end ?? to).sort((a, b) => a - b);
  let inFlight = 0;
  let next = 0;
  let slice = 0;
  const moveTo = (time: number): void => {
    const target = sliceOf(time);
    while (slice < target) most[++slice] = inFlight;
    most[slice] = Math.max(most[slice]!, inFlight);
  };
  for (const { start } of calls) {
    while (next < ends.length && ends[next]! <= start) {
      moveTo(ends[next++]!);
      inFlight -= 1;
    }
    moveTo(start);
    inFlight += 1;
    most[slice] = Math.max(most[slice]!, inFlight);
  }
  while (next < ends.length) {
    moveTo(ends[next++]!);
    inFlight -= 1;
  }
  moveTo(to);
  return most;
}

/** The outline of those numbers, in a box of one unit a slice and 100 high. */
export function outline(most: readonly number[]): string {
  const peak = Math.max(1, ...most);
  const steps = most.map((value, slice) => `V${(100 - (value / peak) * 96).toFixed(1)}H${slice + 1}`);
  return `M0 100${steps.join('')}V100Z`;
}
