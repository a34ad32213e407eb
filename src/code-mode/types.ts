/**
 * The vocabulary of Code Mode, the consumer above the seam: what a tool is, what becomes of its calls, and what a model
 * gets to read. Types only, no behaviour. The runtime below knows nothing of any of this.
 */
import type { CodeLogEntry, CodeRunResult } from '../seam/types.ts';

/** A JSON Schema (draft 7 or 2020-12) as plain data. What is not understood of it counts as "anything". */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** A part of a result that a model reads: text, or what MCP calls a content block (an image, audio, a resource). */
export type ContentBlock = TextBlock | OtherBlock;

/** A text in the result of a tool. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

/** Passed through with the fields that MCP gives its kind; with any other field it is data like all else. */
export interface OtherBlock {
  readonly type: 'image' | 'audio' | 'resource' | 'resource_link';
  readonly [field: string]: unknown;
}

/** One tool that a program may call as `tools[name](args)`. */
export interface CodeTool {
  /** Any string but ''. Programs use it exactly as it is. */
  readonly name: string;
  /** What it does, for the model. Default: none. */
  readonly description?: string | undefined;
  /** Of its one argument, which is an object. Arguments are checked against it before the tool runs. Default: any object. */
  readonly inputSchema?: JsonSchema | undefined;
  /** Of what it returns: the declared type in the SDK. Not checked. Default: unknown. */
  readonly outputSchema?: JsonSchema | undefined;
  /** Whether it changes nothing: such calls overlap, all others run alone. Default: false. */
  readonly readOnly?: boolean | undefined;
  /**
   * Checks and converts the argument in place of `inputSchema`, which then only describes it. May return a promise.
   * @throws Error with a message that a model can act on.
   */
  readonly parse?: ((args: unknown) => unknown) | undefined;
  /**
   * Does the work. What it returns is copied into the program; what it throws is a `ToolCallError` there.
   * A name that is not a tool's never gets here.
   */
  execute(args: unknown, context: ToolCallContext): unknown;
}

/** What a tool is told about the call that runs it. */
export interface ToolCallContext {
  /** Unique within the run: `call-1`, `call-2`, in the order in which the program made the calls. */
  readonly callId: string;
  /**
   * Fires when the run ends, however it ends, while the call is still under way. A listener of yours must not throw: an
   * `AbortSignal` has nobody to tell, and raises it as an uncaught exception.
   */
  readonly signal: AbortSignal;
}

/**
 * How one call went. `refused`: the tool never ran (wrong arguments, too many calls). `dropped`: the run ended before the
 * call started, or the tool went on for longer than `settleMs` after that. A value is a copy, or a text if it has none.
 */
export type ToolCallOutcome =
  | { readonly type: 'resolved'; readonly value: unknown }
  | { readonly type: 'rejected'; readonly message: string }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'dropped' };

/** What `onEvent` sees of a call. Every `start` is followed by exactly one `settle`; a call that never ran has only that. */
export type ToolCallEvent =
  | { readonly type: 'start'; readonly callId: string; readonly toolName: string; readonly args: unknown }
  | {
      readonly type: 'settle';
      readonly callId: string;
      readonly toolName: string;
      readonly args: unknown;
      readonly outcome: ToolCallOutcome;
      /** Milliseconds since its start, 0 for one that never ran. */
      readonly durationMs: number;
    };

/** The `run_code` tool, in the form that MCP and most model APIs take. */
export interface RunCodeTool {
  readonly name: string;
  readonly description: string;
  /** Of `RunCodeInput`. */
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: { readonly [name: string]: JsonSchema };
    readonly required: readonly string[];
    readonly additionalProperties: false;
  };
}

/** What the model gives to the `run_code` tool. */
export interface RunCodeInput {
  /** The program as the model wrote it: see the README, "What models write". */
  readonly code: string;
  /** One sentence for whoever watches. Default: ''. */
  readonly description?: string | undefined;
}

/** What a host may add to one execution. */
export interface ExecuteOptions {
  /** Ends the run as `abort`, and its calls with it. */
  readonly signal?: AbortSignal | undefined;
  /** Sees each log entry as it arrives. What it throws changes nothing. */
  readonly onLog?: ((entry: CodeLogEntry) => void) | undefined;
  /** Sees every call start and settle, in order. What it throws changes nothing. */
  readonly onEvent?: ((event: ToolCallEvent) => void) | undefined;
}

/** What came of one `run_code`. */
export interface RunCodeOutcome {
  /** For the model: what was logged, then the value or the failure, within `maxResultCharacters`. */
  readonly content: ContentBlock[];
  readonly isError: boolean;
  /** The run as the runtime reported it, positions being those of the submitted text. */
  readonly run: CodeRunResult;
}

/** Many tools behind one: what `createCodeMode` returns. */
export interface CodeMode {
  /** What to offer to the model in place of the tools. */
  readonly tool: RunCodeTool;
  /** The tools as TypeScript declarations, byte for byte the same for the same tools. */
  readonly sdk: string;
  /** How to write programs, for the system prompt; the description of `tool` contains it. */
  readonly instructions: string;
  /**
   * Runs one program and resolves when nothing of it is left: every call has settled, or `settleMs` is over. What a
   * model did wrong is a result with `isError`, never a rejection.
   * @throws TypeError for options that are wrong; whatever the runtime rejects with, as when it is disposed.
   */
  execute(input: RunCodeInput, options?: ExecuteOptions): Promise<RunCodeOutcome>;
  /** The tools that fit a query best, best first. Default limit: 10. */
  search(query: string, limit?: number): readonly CodeTool[];
  /** The declarations of some tools; a name that none has is said in a comment. */
  describe(names: readonly string[]): string;
}
