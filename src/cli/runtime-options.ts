import { parseArgs } from 'node:util';
import { ProcessCodeRuntime, WorkerThreadCodeRuntime } from '../node/index.ts';
import type { CodeRuntime } from '../seam/code-runtime.ts';
import type { CodeRuntimeConfig } from '../seam/config.ts';
import { LIMITS } from '../seam/limits.ts';
import { nearName } from '../seam/nearest-names.ts';
import { UsageError } from './usage.ts';

/** The options of a command that runs programs, in the form that `parseArgs` takes. */
export const RUNTIME_OPTIONS = {
  'compute-ms': { type: 'string' },
  'wall-ms': { type: 'string' },
  'memory-mb': { type: 'string' },
  'log-bytes': { type: 'string' },
  'value-bytes': { type: 'string' },
  isolation: { type: 'string' },
} as const;

export interface RuntimeOptionValues {
  readonly 'compute-ms'?: string | undefined;
  readonly 'wall-ms'?: string | undefined;
  readonly 'memory-mb'?: string | undefined;
  readonly 'log-bytes'?: string | undefined;
  readonly 'value-bytes'?: string | undefined;
  readonly isolation?: string | undefined;
}

const LIMIT_OPTIONS = [
  ['compute-ms', 'computeMs'],
  ['wall-ms', 'maxWallMs'],
  ['memory-mb', 'maxMemoryMb'],
  ['log-bytes', 'maxLogBytes'],
  ['value-bytes', 'maxValueBytes'],
] as const;

/** The runtime that those options describe. */
export function createRuntime(values: RuntimeOptionValues, rest: CodeRuntimeConfig): CodeRuntime {
  const limits = LIMIT_OPTIONS.flatMap(([option, limit]) => {
    const { min, max, unit } = LIMITS[limit];
    const expected = `a whole number of ${unit} from ${min} to ${max}`;
    const value = wholeNumber(`--${option}`, values[option], expected, min, max);
    return value === undefined ? [] : [[limit, value]];
  });
  const config: CodeRuntimeConfig = { ...rest, ...Object.fromEntries(limits) };
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
  what: string,
  min: number,
  max: number,
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`Expected ${option} to be ${what}, got "${value}"`);
}

export const parseOptions: typeof parseArgs = (config) =>
  orMisused(() => {
    try {
      return parseArgs(config);
    } catch (error) {
      throw unknownOption(error, Object.keys(config?.options ?? {})) ?? error;
    }
  });

/** The parser's own message says how to write a file whose name begins with a dash. */
function unknownOption(error: unknown, names: readonly string[]): UsageError | undefined {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const option = /^Unknown option '([^']*)'/.exec(String(message))?.[1];
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION' || option === undefined) return undefined;
  const options = [...names.map((name) => `--${name}`), '--help'];
  const meant = nearName(option, options);
  const all = `expected one of ${options.join(', ')}`;
  return new UsageError(
    `Unknown option "${option}": ${meant === undefined ? all : `did you mean "${meant}"`}`,
  );
}

/** Whatever is wrong in there is the caller's doing. */
function orMisused<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
