import { describeValue } from '../seam/describe-value.ts';
import { refuseUnknownFields } from '../seam/nearest-names.ts';
import type { ExecuteOptions } from './types.ts';

const FIELDS = ['signal', 'onLog', 'onEvent'];

/**
 * Validates what a host passes to `execute`.
 * @throws TypeError that names the field.
 */
export function validExecuteOptions(options: unknown): ExecuteOptions {
  if (options === undefined) return {};
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new TypeError(`Expected the options of execute to be an object, got ${describeValue(options)}`);
  refuseUnknownFields(options, FIELDS, 'the options of execute');
  const { signal, onLog, onEvent } = options as { readonly [Field in keyof ExecuteOptions]: unknown };
  if (signal !== undefined && !isAbortSignal(signal))
    throw new TypeError(`Expected "signal" to be an AbortSignal, got ${describeValue(signal)}`);
  for (const [field, value] of Object.entries({ onLog, onEvent }))
    if (value !== undefined && typeof value !== 'function')
      throw new TypeError(`Expected "${field}" to be a function, got ${describeValue(value)}`);
  return { signal, onLog, onEvent } as ExecuteOptions;
}

/** By behaviour, not by class, as the seam has it. */
function isAbortSignal(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const signal = value as { readonly [Field in keyof AbortSignal]?: unknown };
  return (
    typeof signal.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function' &&
    typeof signal.removeEventListener === 'function'
  );
}
