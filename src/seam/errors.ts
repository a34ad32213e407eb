/**
 * Lifecycle misuse of a runtime. Frozen by semantic versioning: the code is the contract, the words are free.
 * - `disposed`: `run()` was called after disposal.
 * - `leaked`: a substrate could not be ended (a builtin that ignores termination); `dispose()` rejects with it.
 */
export type CodeRuntimeErrorCode = 'disposed' | 'leaked';

/** Lifecycle misuse, told by its `code`. A bad argument is a `TypeError` or a `RangeError` instead. */
export class CodeRuntimeError extends Error {
  override readonly name = 'CodeRuntimeError';
  readonly code: CodeRuntimeErrorCode;

  constructor(code: CodeRuntimeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
