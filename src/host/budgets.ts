import type { CodeRuntimeLimits } from '../seam/limits.ts';
import type { Clock } from './clock.ts';

/** How finely an almost spent busy budget is polled, in ms; also the most by which a budget is overshot. */
const POLL_MS = 5;

/**
 * Watches the wall and the busy budget of one run. Busy time never grows faster than wall time, so the busy meter is
 * read only when the budget could have expired at the earliest: a few reads per run.
 */
export function watchBudgets(
  clock: Clock,
  limits: Pick<CodeRuntimeLimits, 'computeMs' | 'maxWallMs'>,
  busyMs: () => number,
  onExpired: (budget: 'computeMs' | 'maxWallMs') => void,
): () => void {
  let cancel = (): void => {};
  const deadline = clock.now() + limits.maxWallMs;

  function check(): void {
    const wallLeft = deadline - clock.now();
    if (wallLeft <= 0) return onExpired('maxWallMs');
    const busyLeft = limits.computeMs - busyMs();
    if (busyLeft <= 0) return onExpired('computeMs');
    cancel = clock.after(Math.min(wallLeft, Math.max(busyLeft, POLL_MS)), check);
  }

  // Not at once: the meter starts in this very turn.
  cancel = clock.after(Math.min(limits.maxWallMs, limits.computeMs), check);
  return () => cancel();
}
