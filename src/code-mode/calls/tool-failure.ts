import { inspect } from '../../guest/inspect.ts';
import { bounded } from '../result/cut-text.ts';

/** Characters of a failed tool's message that a program, and so a model, gets to see. */
const MAX_MESSAGE = 10_000;

/** What an error may bring along; the seam keeps of it what can cross. */
const CARRIED = ['name', 'code', 'data', 'cause', 'errors'] as const;

/**
 * Whatever a tool threw, as an error that is safe to pass on: its message is bounded and never empty, and none of the
 * tool's own code runs when it is read again.
 */
export function toolFailure(thrown: unknown): Error {
  const error = new Error(messageOfThrown(thrown));
  for (const field of CARRIED) {
    const value = isObject(thrown) ? read(thrown, field) : undefined;
    if (value !== undefined)
      Object.defineProperty(error, field, { value, writable: true, configurable: true, enumerable: false });
  }
  return error;
}

/** The bounded message of whatever was thrown; never empty. */
export function messageOfThrown(thrown: unknown): string {
  const message = isObject(thrown) ? read(thrown, 'message') : thrown;
  if (typeof message === 'string' && message !== '') return bounded(message, MAX_MESSAGE);
  if (isObject(thrown)) return 'The tool failed without a message';
  return message === ''
    ? 'The tool threw an empty string'
    : `The tool threw ${bounded(inspect(thrown), MAX_MESSAGE)}`;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function read(value: object, field: string): unknown {
  try {
    return Reflect.get(value, field);
  } catch {
    return undefined;
  }
}
