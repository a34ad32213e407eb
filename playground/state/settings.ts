import { LIMITS } from 'codeseam';

/** The limits that a page can set per run. */
export interface Budgets {
  readonly computeMs: number;
  readonly maxWallMs: number;
  readonly maxLogBytes: number;
  readonly maxValueBytes: number;
  readonly maxPendingCalls: number;
}

export type BudgetName = keyof Budgets;

export interface Settings {
  readonly budgets: Budgets;
  /** Added to every call of the host, in ms. */
  readonly delayMs: number;
}

export const MAX_DELAY_MS = 2_000;

/** Shorter than the library's own: a visitor does not want to wait for a minute. */
const SHORTER = { computeMs: 10_000, maxWallMs: 60_000 };

export const DEFAULT_SETTINGS: Settings = {
  budgets: {
    ...SHORTER,
    maxLogBytes: LIMITS.maxLogBytes.default,
    maxValueBytes: LIMITS.maxValueBytes.default,
    maxPendingCalls: LIMITS.maxPendingCalls.default,
  },
  delayMs: 0,
};

export const BUDGET_NAMES = Object.keys(DEFAULT_SETTINGS.budgets) as BudgetName[];

/** The nearest value that the runtime accepts. */
export function clampBudget(name: BudgetName, value: number): number {
  const { min, max, default: fallback } = LIMITS[name];
  if (!Number.isFinite(value)) return fallback;
  return Math.min(max, Math.max(min, Math.round(value)));
}

/** Busy time is part of elapsed time: a runtime refuses more of the one than of the other, and the one set last wins. */
export function reconcile(budgets: Budgets, changed: Partial<Budgets> = {}): Budgets {
  const { computeMs, maxWallMs } = budgets;
  if (computeMs <= maxWallMs) return budgets;
  if (changed.maxWallMs !== undefined) return { ...budgets, computeMs: maxWallMs };
  const elapsed = clampBudget('maxWallMs', computeMs);
  return { ...budgets, maxWallMs: elapsed, computeMs: Math.min(computeMs, elapsed) };
}

export function clampDelay(value: number): number {
  return Number.isFinite(value) ? Math.min(MAX_DELAY_MS, Math.max(0, Math.round(value))) : 0;
}
