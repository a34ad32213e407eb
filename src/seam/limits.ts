/**
 * Every limit of a backend's configuration: one table for the types, the validation, the defaults and the README.
 * A default is never anywhere else. The few bounds that cannot be configured are listed in the README.
 */
export const LIMITS = {
  computeMs: {
    default: 60_000,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    unit: 'ms',
    meaning: 'Busy time of the program, measured; awaiting a slow call costs nothing',
  },
  maxWallMs: {
    default: 600_000,
    min: 1,
    max: 2_147_483_647,
    unit: 'ms',
    meaning: 'Elapsed time since the program started; never pauses',
  },
  maxLogBytes: {
    default: 1_048_576,
    min: 0,
    max: 536_870_912,
    unit: 'bytes',
    meaning: 'Log text kept; the fitting head stays, one last entry says how much was dropped',
  },
  maxValueBytes: {
    default: 67_108_864,
    min: 1,
    max: 268_435_456,
    unit: 'bytes',
    meaning: 'The encoded size of the largest single value that may cross, either way',
  },
  maxMemoryMb: {
    default: 512,
    min: 16,
    max: 65_536,
    unit: 'MiB',
    meaning: 'Memory of one run: heap and buffers',
  },
  maxPendingCalls: {
    default: 10_000,
    min: 1,
    max: 1_000_000,
    unit: 'calls',
    meaning: 'Host calls in flight; one more rejects that call',
  },
  maxConcurrentRuns: {
    default: 8,
    min: 1,
    max: 1_024,
    unit: 'runs',
    meaning: 'Runs at a time; further runs wait in order and their clocks start when they do',
  },
  warmWorkers: {
    default: 1,
    min: 0,
    max: 64,
    unit: 'workers',
    meaning: 'Workers booted ahead; each still runs exactly one program',
  },
} as const satisfies Record<string, LimitRule>;

/** What holds for one limit: its default, its range (both ends included), its unit, and what it bounds. */
export interface LimitRule {
  readonly default: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  readonly meaning: string;
}

/** The name of a limit: a field of the configuration. */
export type LimitName = keyof typeof LIMITS;

/** The limits in force for a runtime, defaults filled in. Units and meanings: `LIMITS`. */
export type CodeRuntimeLimits = { readonly [Name in LimitName]: number };
