/// <reference lib="esnext.disposable" preserve="true" />
import type { CodeIsolation, CodeRunRequest, CodeRunResult, CodeRuntimeCapabilities } from './types.ts';

/** Engines without the symbol: compilers that lower `using` look the method up under this one. */
const asyncDispose: typeof Symbol.asyncDispose = (Symbol.asyncDispose ??
  Symbol.for('Symbol.asyncDispose')) as typeof Symbol.asyncDispose;

/**
 * The seam: WHAT a code runtime does. A backend says how, and keeps these guarantees:
 * a program is a hostile peer; no state survives a run; a run has exactly one outcome; abort, budgets and disposal stop
 * a synchronous infinite loop; disposal is to quiescence; an idle runtime keeps no process alive; the environment is empty.
 * `capabilities` says which of them the backend cannot keep.
 */
export abstract class CodeRuntime {
  /** The language of programs. Informational, never gating. */
  readonly language: string = 'typescript';

  /** Where programs run. A label, not a security claim. */
  abstract readonly isolation: CodeIsolation;

  /** What this backend promises, and what it cannot do. */
  abstract readonly capabilities: CodeRuntimeCapabilities;

  /**
   * Runs one program and resolves to its one outcome; a failed program is a value (`result.error`), never a rejection.
   * @throws TypeError that names the field, when the request is malformed.
   * @throws CodeRuntimeError with code `disposed`, after disposal.
   */
  abstract run(request: CodeRunRequest): Promise<CodeRunResult>;

  /**
   * Ends runs in flight as `abort` and resolves when every worker has exited. Idempotent.
   * @throws CodeRuntimeError with code `leaked`, when a worker could not be ended within a bound.
   */
  abstract dispose(): Promise<void>;

  /** `dispose()`, for `await using`. */
  [asyncDispose](): Promise<void> {
    return this.dispose();
  }
}
