/**
 * The vocabulary of the seam: what goes into a run and what comes out. Types only, no behaviour.
 * Platform objects are described structurally, so that no DOM or Node type reaches a consumer.
 */

/**
 * A host function that the program may call. Arguments and resolution cross by value (see the README, "Values").
 * Parameters may be annotated with what the function expects: nothing checks that the program keeps to it.
 */
export type CodeBindingFunction = {
  /** Is given copies of the arguments; what it returns or resolves to is copied back. */
  call(...args: unknown[]): unknown;
}['call'];

/**
 * The functions of a namespace: an object literal, or an object of an interface or a class. All of its own enumerable
 * properties have to be functions; methods of a class are not among them, so list those: `{ price: (name) => shop.price(name) }`.
 */
export type CodeBindingFunctions =
  | Readonly<Record<string, CodeBindingFunction>>
  // What an interface describes has no index signature. No collection, and literals are checked by the other type all the same.
  | (object & { readonly [Symbol.iterator]?: never });

/** One global object of async callables inside the program. */
export interface CodeBindingNamespace {
  /** Name of the global. A portable identifier: see `isPortableName`. */
  readonly global: string;
  /** The members by name. Any string is a legal member name, `then`, `a-b` and `__proto__` included. */
  readonly functions: CodeBindingFunctions;
  /** When given, a host rejection is an instance of this class inside the program, which can test it with `instanceof`. */
  readonly errorClass?: CodeBindingErrorClass | undefined;
}

/** The class of what host functions of a namespace throw inside the program. */
export interface CodeBindingErrorClass {
  /** Name of the class, a global of the program. A portable identifier. */
  readonly name: string;
  /** Property of the error that holds the name of the member that failed. */
  readonly memberNameProperty: string;
}

/** The part of `AbortSignal` that a runtime uses. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  /** Calls the listener when the signal fires; never for a signal that is `aborted` already. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Takes a listener back, so that a signal which outlives the run keeps nothing of it. */
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Everything that a runtime acts on. Limits are the backend's configuration, never part of a request. */
export interface CodeRunRequest {
  /** TypeScript, run as the body of a strict async function: top-level `await` and `return` work. */
  readonly program: string;
  /** The program's only powers. Default: none. */
  readonly bindings?: readonly CodeBindingNamespace[] | undefined;
  /** Ends the run as `abort`, at once, even inside a synchronous infinite loop. */
  readonly signal?: AbortSignalLike | undefined;
  /** Sees each log entry as it arrives. What it throws changes nothing. */
  readonly onLog?: ((entry: CodeLogEntry) => void) | undefined;
}

/** The level of a console method: `log`, `table`, `dir` and `group` are `log`; `trace` and `assert` are `error`. */
export type CodeLogLevel = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** One console call. */
export interface CodeLogEntry {
  readonly level: CodeLogLevel;
  /** The formatted text, in the style of Node's `util.inspect`. */
  readonly text: string;
  /** Milliseconds since the run's start. */
  readonly time: number;
}

/**
 * Why a run failed; exactly one per failed run.
 * - `exception`: the program failed to parse or transform, threw, rejected, or can never finish.
 * - `timeout`: a budget of the backend expired; the message says which and its limit.
 * - `abort`: the signal fired, or the runtime was disposed mid-run.
 * - `worker-exit`: the substrate died without settling, or was ended for what it did (memory, exit, protocol violation).
 * - `invalid-output`: the completion value cannot cross; the message names the path and the type.
 * - `output-limit`: the completion value is larger than `maxValueBytes`.
 * - `unavailable`: the program never started and is not to blame; a later run tries again.
 */
export type CodeRunFailureKind =
  | 'exception'
  | 'timeout'
  | 'abort'
  | 'worker-exit'
  | 'invalid-output'
  | 'output-limit'
  | 'unavailable';

/** A position in the program as submitted; line 1, column 1 is its first character. */
export interface CodeLocation {
  readonly line: number;
  readonly column: number;
}

/** Why a run failed: what kind of failure, in words for the model, and where in the program, if a place is known. */
export interface CodeRunFailure {
  readonly kind: CodeRunFailureKind;
  /** Written for a model to read and correct itself; never empty, never unbounded. */
  readonly message: string;
  readonly location?: CodeLocation;
}

/** How far the run got, failed or not. */
export interface CodeRunUsage {
  /** Elapsed milliseconds since the program started. */
  readonly wallMs: number;
  /** Milliseconds that the program kept its thread busy. */
  readonly busyMs: number;
  /** Host calls that were started, and how many of them settled before the run ended. */
  readonly calls: { readonly started: number; readonly settled: number };
  /** Log entries, and bytes of text, beyond `maxLogBytes`. */
  readonly logs: { readonly dropped: number; readonly droppedBytes: number };
}

/** `error` is present if and only if the run failed; `value` only if the program returned something but `undefined`. */
export interface CodeRunResult {
  /** Whatever a program of a model returned, hence `unknown`: check it before you use it, by hand or with a schema. */
  readonly value?: unknown;
  /** The texts of the log entries, in order. */
  readonly logs: string[];
  readonly error?: CodeRunFailure;
  readonly usage: CodeRunUsage;
}

/** Where programs run: a label for deployments and diagnostics, not a security claim. */
export type CodeIsolation = 'worker-thread' | 'web-worker' | 'process' | 'container' | (string & {});

/** The globals a program finds. `bare`: ECMAScript and a short list, the same everywhere. `node`: Node's own, with its authority. */
export type CodeRealm = 'bare' | 'node';

/** What a backend declares that it can do. The conformance suite tests what is declared; the rest is not promised. */
export interface CodeRuntimeCapabilities {
  readonly realm: CodeRealm;
  /** Whether a synchronous infinite loop can be stopped: budgets, abort and disposal then always hold. */
  readonly hardKill: boolean;
  /**
   * What `maxMemoryMb` covers and by which means.
   * - `none`: it cannot be enforced.
   * - `heap-and-buffers`: heap and buffers of the run alone, read at intervals.
   * - `process-growth`: growth of the host's process while the program is busy, read at intervals.
   * - `operating-system`: all memory of the run's process, read at intervals, and limited by the operating system.
   * - `heap`: the heap of the run's process, limited by the engine.
   */
  readonly memoryLimit: 'none' | 'heap-and-buffers' | 'process-growth' | 'operating-system' | 'heap';
  /** Whether `busyMs` is measured, so that a hot loop cannot hide behind a pending call. */
  readonly busyTime: boolean;
  /** Whether code from strings (`eval`, `Function`) is off. */
  readonly noCodeFromStrings: boolean;
  /**
   * Whether the `stack` of every error that a program sees speaks of the program as submitted. Without it, that of an
   * error which the engine threw and the program caught is the engine's own text; all others, and the positions of
   * failures, are right all the same.
   */
  readonly cleanStacks: boolean;
}
