import { encodeValue } from '../bridge/codec.ts';

/** Longest name and message of a host's error that a program gets to see, in characters. */
const MAX_NAME = 200;
const MAX_MESSAGE = 64 * 1024;

/** Errors that one error may bring along, as causes and as what it aggregates, all levels together. */
const MAX_ERRORS = 32;

/**
 * Encodes what a host function threw, as the `Error` that the program gets: name, message, and `code`, `data`, `cause`
 * and aggregated errors where they can cross. Never a stack. Whatever was thrown, nothing is thrown here.
 */
export function encodeHostError(thrown: unknown, maxBytes: number): string {
  try {
    const full = encodeValue(new Cleaner(maxBytes).clean(thrown), { root: 'error', maxBytes });
    if (full.outcome === 'encoded') return full.text;
  } catch {}
  return encodeBare(nameOf(thrown), messageOf(thrown).slice(0, 1000));
}

function encodeBare(name: string, message: string): string {
  const encoding = encodeValue(plainError(name, message), {
    root: 'error',
    maxBytes: Number.MAX_SAFE_INTEGER,
  });
  if (encoding.outcome === 'encoded') return encoding.text;
  throw new Error('An error of a name and a message always encodes');
}

/** Encodes an error of our own about a call: `TypeError` or `RangeError`. */
export function encodeCallError(name: 'TypeError' | 'RangeError', message: string): string {
  return encodeBare(name, message);
}

/** Rebuilds errors field by field, each of them once however often it is met. */
class Cleaner {
  readonly #maxBytes: number;
  readonly #known = new Map<unknown, Error>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  clean(thrown: unknown): Error {
    const known = this.#known.get(thrown);
    if (known) return known;
    const errors = isErrorLike(thrown) ? this.#listOf(read(thrown, 'errors')) : undefined;
    const error = errors ? new AggregateError([], messageOf(thrown)) : new Error(messageOf(thrown));
    this.#known.set(thrown, error);
    define(error, 'name', nameOf(thrown), false);
    for (const field of ['code', 'data'] as const) this.#carry(error, field, read(thrown, field), true);
    const cause = read(thrown, 'cause');
    if (!isErrorLike(cause)) this.#carry(error, 'cause', cause, false);
    else if (this.#hasRoom(cause)) define(error, 'cause', this.clean(cause), false);
    if (errors) {
      const inner = errors.filter((item) => this.#hasRoom(item)).map((item) => this.clean(item));
      define(error, 'errors', inner, false);
    }
    return error;
  }

  #hasRoom(error: unknown): boolean {
    return this.#known.has(error) || this.#known.size < MAX_ERRORS;
  }

  #carry(error: Error, field: string, value: unknown, enumerable: boolean): void {
    if (value === undefined) return;
    if (encodeValue(value, { root: field, maxBytes: this.#maxBytes }).outcome === 'encoded') {
      define(error, field, value, enumerable);
    }
  }

  /** The items of an array, each read on its own; undefined for what is no array, or does not let itself be read. */
  #listOf(value: unknown): unknown[] | undefined {
    try {
      if (!Array.isArray(value)) return undefined;
      return Array.from({ length: Math.min(value.length, MAX_ERRORS) }, (_, index) =>
        read(value, String(index)),
      );
    } catch {
      return undefined;
    }
  }
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
