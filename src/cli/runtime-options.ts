import { parseArgs } from 'node:util';
import { ProcessCodeRuntime, WorkerThreadCodeRuntime } from '../node/index.ts';
import type { CodeRuntime } from '../seam/code-runtime.ts';
import type { CodeRuntimeConfig } from '../seam/config.ts';
import { UsageError } from './usage.ts';

/** The options of a command that runs programs, in the form that `parseArgs` takes. */
export const RUNTIME_OPTIONS = {
  'compute-ms': { type: 'string' },
  'wall-ms': { type: 'string' },
  isolation: { type: 'string' },
} as const;

export interface RuntimeOptionValues {
  readonly 'compute-ms'?: string | undefined;
  readonly 'wall-ms'?: string | undefined;
  readonly isolation?: string | undefined;
}

/** The runtime that those options describe. */
export function createRuntime(values: RuntimeOptionValues, rest: CodeRuntimeConfig): CodeRuntime {
  const computeMs = wholeNumber('--compute-ms', values['compute-ms']);
  const maxWallMs = wholeNumber('--wall-ms', values['wall-ms']);
  const config: CodeRuntimeConfig = {
    ...rest,
    ...(computeMs !== undefined && { computeMs }),
    ...(maxWallMs !== undefined && { maxWallMs }),
  };
  const isolation = values.isolation ?? 'worker-thread';
  return orMisused(() => {
    if (isolation === 'worker-thread') return new WorkerThreadCodeRuntime(config);
    if (isolation === 'process' || isolation === 'container') {
      return new ProcessCodeRuntime({ ...config, isolation });
    }
    throw new UsageError(
      `Expected --isolation to be "worker-thread", "process" or "container", got "${isolation}"`,
    );
  });
}

/** The number that an option was given, if it was. */
export function wholeNumber(
  option: string,
  value: string | undefined,
  what = 'a whole number of ms',
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`Expected ${option} to be ${what}, got "${value}"`);
}

export const parseOptions: typeof parseArgs = (config) => orMisused(() => parseArgs(config));

/** Whatever is wrong in there is the caller's doing. */
function orMisused<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
