/** Time, handed in: the host's side never asks where it runs. */
export interface Clock {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Calls back once after `delayMs` (at most 2^31 - 1); the returned function cancels. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** Calls back in a later turn of the event loop, after what is due by then. */
  readonly soon: (callback: () => void) => void;
}
