import type { Attack, BackendName } from './attack.ts';

/**
 * What an attack is allowed, unless it says otherwise: enough for a busy machine, and soon over. Workers that are booted
 * ahead would only cost time.
 */
const DEFAULTS = { warmWorkers: 0, computeMs: 5_000, maxWallMs: 15_000, maxMemoryMb: 256 };

/** The limits of a runtime for one attack. */
export function limitsOf({ limits }: Attack, backend: BackendName): Record<string, number> {
  const { maxMemoryMb, ...rest } = { ...DEFAULTS, ...limits };
  rest.computeMs = Math.min(rest.computeMs, rest.maxWallMs);
  return backend === 'frame' || backend === 'page worker' ? rest : { ...rest, maxMemoryMb };
}
