import type { ByteText } from '../bridge/byte-text.ts';

/** The components of a URL, in the order in which `parseUrl` tells them. */
export const URL_COMPONENTS = [
  'href',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
  'origin',
] as const;

/**
 * All that the guest is given by whoever prepares its realm. Only primitives come in across this border, and bytes,
 * which are put into buffers of the program's realm: no object of an outer realm can ever be reached from a program. What
 * a power throws is swallowed, never seen.
 */
export interface GuestPowers {
  /**
   * Sends one frame to the host: a text, or an array of the text and of `buffers`, which are transferred. They are in a
   * list of this realm without a prototype, and there are none unless `carriesBuffers` says so. False when the frame could
   * not be sent: the guest tries again.
   */
  readonly post: (text: string, buffers?: ArrayLike<ArrayBuffer>) => boolean;
  /** Whether `post` and the way to `GuestHandle.receive` carry buffers beside a text. */
  readonly carriesBuffers?: boolean;
  /** Which realm this is: the bare realm is emptied by the guest, Node's own is left as it is. */
  readonly realm: 'bare' | 'node';
  /**
   * Compiles and evaluates a classic script in the guest's realm, though code from strings is off there. Returns '', or
   * when it does not compile the JSON of `[message, line, column]`, the position being 1-based and of the script.
   */
  readonly evaluate: (script: string) => string;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Calls `GuestHandle.timer(id)` after `delayMs` (0 to 2^31 - 1). */
  readonly setTimer: (id: number, delayMs: number) => void;
  /** Calls off a timer that has not fired; of any other id it makes nothing. */
  readonly clearTimer: (id: number) => void;
  /** Calls `GuestHandle.turn()` in a later macrotask, when microtasks and rejection reports have run dry. */
  readonly requestTurn: () => void;
  /** Random bytes as a Latin-1 string, one character each. */
  readonly randomBytes: (count: number) => string;
  /**
   * Parses a URL with the platform's own parser. Returns the JSON of its `URL_COMPONENTS`, or '' when it is invalid.
   * With `property`, sets that property of `input` to `value` first, as the platform's setter does.
   */
  readonly parseUrl: (input: string, base: string | undefined, property?: string, value?: string) => string;
  /** The one power that is lent objects: buffers of this realm, of which it must read and write nothing but the bytes. */
  readonly byteText?: ByteText;
}

/** What the guest gives back: the doors through which its surroundings wake it. None of them throws. */
export interface GuestHandle {
  /** A frame from the host. Anything else is dropped. */
  readonly receive: (frame: unknown) => void;
  /** A timer that `setTimer` set has come due. */
  readonly timer: (id: number) => void;
  /** The turn has come that `requestTurn` asked for. */
  readonly turn: () => void;
  /** A promise of this realm was rejected with no handler attached. Both values are of this realm; they only pass through. */
  readonly rejected: (promise: unknown, reason: unknown) => void;
  /** A handler was attached late to a promise that was reported before. */
  readonly handled: (promise: unknown) => void;
  /** An exception that nobody caught (a finalizer, an event of the `node` realm). */
  readonly uncaught: (error: unknown) => void;
}
