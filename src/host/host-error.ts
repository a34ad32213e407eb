import { encodeValue } from '../bridge/codec.ts';

/** Longest name and message of a host's error that a program gets to see, in characters. */
const MAX_NAME = 200;
const MAX_MESSAGE = 64 * 1024;

/** Causes and aggregated errors are followed this deep, and this many are kept of each. */
const MAX_NESTING = 5;
const MAX_AGGREGATED = 20;

/**
 * Encodes what a host function threw, as the `Error` that the program gets: name, message, and `code`, `data`, `cause`
 * and aggregated errors where they can cross. Never a stack. Whatever was thrown, nothing is thrown here.
 */
export function encodeHostError(thrown: unknown, maxBytes: number): string {
  const full = encodeValue(cleanError(thrown, maxBytes, MAX_NESTING), { root: 'error', maxBytes });
  if (full.outcome === 'encoded') return full.text;
  const bare = plainError(nameOf(thrown), messageOf(thrown).slice(0, 1000));
  const fallback = encodeValue(bare, { root: 'error', maxBytes: Number.MAX_SAFE_INTEGER });
  if (fallback.outcome === 'encoded') return fallback.text;
  throw new Error('An error of a name and a message always encodes');
}

/** Encodes an error of our own about a call: `TypeError` or `RangeError`. */
export function encodeCallError(name: 'TypeError' | 'RangeError', message: string): string {
  return encodeHostError(plainError(name, message), Number.MAX_SAFE_INTEGER);
}

function cleanError(thrown: unknown, maxBytes: number, nesting: number): Error {
  const error = plainError(nameOf(thrown), messageOf(thrown));
  for (const field of ['code', 'data'] as const) {
    const value = read(thrown, field);
    if (value === undefined) continue;
    if (encodeValue(value, { root: field, maxBytes }).outcome === 'encoded')
      define(error, field, value, true);
  }
  if (nesting === 0) return error;
  const cause = read(thrown, 'cause');
  if (isErrorLike(cause)) define(error, 'cause', cleanError(cause, maxBytes, nesting - 1), false);
  else if (cause !== undefined && encodeValue(cause, { root: 'cause', maxBytes }).outcome === 'encoded') {
    define(error, 'cause', cause, false);
  }
  const errors = read(thrown, 'errors');
  if (isErrorLike(thrown) && Array.isArray(errors)) {
    const inner = errors.slice(0, MAX_AGGREGATED).map((item) => cleanError(item, maxBytes, nesting - 1));
    const aggregate = new AggregateError(inner, error.message);
    define(aggregate, 'name', error.name, false);
    for (const key of ['code', 'data', 'cause'] as const) {
      const descriptor = Object.getOwnPropertyDescriptor(error, key);
      if (descriptor) Object.defineProperty(aggregate, key, descriptor);
    }
    return aggregate;
  }
  return error;
}

function plainError(name: string, message: string): Error {
  const error = new Error(message);
  define(error, 'name', name, false);
  return error;
}

function nameOf(thrown: unknown): string {
  const name = isErrorLike(thrown) ? read(thrown, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME) : 'Error';
}

function messageOf(thrown: unknown): string {
  if (isErrorLike(thrown)) {
    const message = read(thrown, 'message');
    return typeof message === 'string' ? message.slice(0, MAX_MESSAGE) : '';
  }
  if (typeof thrown === 'string') return thrown.slice(0, MAX_MESSAGE);
  if (typeof thrown === 'object' && thrown !== null)
    return 'The host function threw an object that is not an Error';
  if (typeof thrown === 'function') return 'The host function threw a function';
  return `The host function threw ${String(thrown)}`;
}

/** An `Error` of any realm, or what behaves like one. */
function isErrorLike(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return value instanceof Error || typeof (value as { message?: unknown }).message === 'string';
  } catch {
    return false;
  }
}

function read(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    return (value as Record<string, unknown>)[field];
  } catch {
    return undefined;
  }
}

function define(target: object, field: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(target, field, { value, enumerable, writable: true, configurable: true });
}
