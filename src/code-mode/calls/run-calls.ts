import type { CodeBindingFunction, CodeBindingNamespace } from '../../seam/types.ts';
import type { ToolCallEvent, ToolCallOutcome } from '../types.ts';
import { CallEvents } from './call-events.ts';
import { CallQueue, type Place } from './call-queue.ts';
import { type CheckedArguments, oneArgument } from './check-arguments.ts';
import type { PreparedTool } from './prepare-tool.ts';
import { toolFailure } from './tool-failure.ts';

/** The class of what a failed call rejects with inside the program. */
export const TOOL_CALL_ERROR = 'ToolCallError';

/** Calls beyond `maxCalls` whose arguments a listener still gets: a program may make very many of these. */
const MAX_EXCESS_TOLD = 100;

export interface RunCallsOptions {
  readonly global: string;
  readonly tools: readonly PreparedTool[];
  readonly maxCalls: number;
  readonly maxParallel: number;
  readonly settleMs: number;
  readonly onEvent: ((event: ToolCallEvent) => void) | undefined;
}

/** One call of the program, from the moment it arrives until its one outcome. */
interface Call {
  readonly callId: string;
  readonly tool: PreparedTool;
  /** As the program sent them, for the listener. */
  readonly sent: unknown;
  /** What the tool gets. */
  args: unknown;
  readonly controller: AbortController;
  startedAt: number | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** All calls of one run: counted, checked, queued, watched, and brought to rest when the run ends. */
export class RunCalls {
  /** What the program may call. */
  readonly namespace: CodeBindingNamespace;

  readonly #options: RunCallsOptions;
  readonly #events: CallEvents;
  readonly #queue: CallQueue;
  /** Calls without an outcome. */
  readonly #open = new Set<Call>();
  #count = 0;
  #ended = false;
  /** Tools and checks of theirs that are under way, whether or not anybody waits for them. */
  #busy = 0;
  #onIdle: (() => void) | undefined;

  constructor(options: RunCallsOptions) {
    this.#options = options;
    this.#events = new CallEvents(options.onEvent);
    this.#queue = new CallQueue(options.maxParallel);
    const functions: Record<string, CodeBindingFunction> = Object.create(null);
    for (const tool of options.tools) functions[tool.name] = (...list) => this.#submit(tool, list);
    this.namespace = {
      global: options.global,
      functions,
      errorClass: { name: TOOL_CALL_ERROR, memberNameProperty: 'toolName' },
    };
  }

  /** The run is over, or about to be: nothing starts any more, and what is under way is told to stop. Idempotent. */
  end(reason: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#queue.clear();
    for (const call of [...this.#open]) {
      if (call.startedAt === undefined) this.#drop(call);
      else call.controller.abort(reason);
    }
  }

  /** Ends, then waits until nothing is under way, or `settleMs` is over; from then on nothing is told any more. */
  async close(): Promise<void> {
    this.end(new DOMException('The run has ended', 'AbortError'));
    if (this.#busy > 0) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
        timer = setTimeout(resolve, this.#options.settleMs);
      });
      clearTimeout(timer);
    }
    for (const call of [...this.#open]) this.#drop(call);
    this.#events.close();
  }

  #submit(tool: PreparedTool, list: readonly unknown[]): Promise<unknown> {
    const result = new Promise<unknown>((resolve, reject) => {
      const args = oneArgument(tool.name, list);
      const { maxCalls } = this.#options;
      const excess = ++this.#count - maxCalls;
      const call: Call = {
        callId: `call-${this.#count}`,
        tool,
        sent:
          excess > MAX_EXCESS_TOLD ? undefined : this.#events.keep(typeof args === 'string' ? list[0] : args),
        args,
        controller: new AbortController(),
        startedAt: undefined,
        resolve,
        reject,
      };
      if (this.#ended) return reject(new Error('The run has ended'));
      this.#open.add(call);
      if (excess > 0)
        return this.#refuse(call, `A program may make at most ${maxCalls} calls: this one was not made`);
      if (typeof args === 'string') return this.#refuse(call, args);
      this.#admit(call, args);
    });
    // Whoever made the call may have gone by now.
    result.catch(() => {});
    return result;
  }

  /** The call keeps its place while its arguments are checked. */
  #admit(call: Call, args: object): void {
    const place: Place = {
      overlaps: call.tool.readOnly,
      state: 'checking',
      start: () => this.#start(call),
    };
    this.#queue.add(place);
    const decide = (checked: CheckedArguments): void => {
      // The run may have ended meanwhile.
      if (!this.#open.has(call)) return;
      if (checked.outcome === 'accepted') {
        call.args = checked.args;
        place.state = 'ready';
      } else {
        place.state = 'left';
        this.#refuse(call, checked.message);
      }
      this.#queue.advance();
    };
    const checked = call.tool.check(args);
    if (checked instanceof Promise) this.#track(checked.then(decide));
    else decide(checked);
  }

  /** Resolves when the tool has settled. */
  #start(call: Call): Promise<void> {
    const { callId, tool, sent, controller } = call;
    call.startedAt = performance.now();
    this.#events.emit({ type: 'start', callId, toolName: tool.name, args: sent });
    // A listener may have ended the run.
    if (this.#ended) {
      this.#drop(call);
      return Promise.resolve();
    }
    const work = new Promise((resolve) =>
      resolve(tool.execute(call.args, { callId, signal: controller.signal })),
    );
    return this.#track(
      work.then(
        (value) => {
          if (this.#settle(call, { type: 'resolved', value })) call.resolve(value);
        },
        (thrown: unknown) => {
          const error = toolFailure(thrown);
          if (this.#settle(call, { type: 'rejected', message: error.message })) call.reject(error);
        },
      ),
    );
  }

  #refuse(call: Call, message: string): void {
    if (this.#settle(call, { type: 'refused', message })) call.reject(new Error(message));
  }

  #drop(call: Call): void {
    if (this.#settle(call, { type: 'dropped' })) call.reject(new Error('The run ended before the call did'));
  }

  /** False if the call has an outcome already. */
  #settle(call: Call, outcome: ToolCallOutcome): boolean {
    if (!this.#open.delete(call)) return false;
    const { callId, tool, sent, startedAt } = call;
    const durationMs = startedAt === undefined ? 0 : performance.now() - startedAt;
    this.#events.emit({ type: 'settle', callId, toolName: tool.name, args: sent, outcome, durationMs });
    return true;
  }

  #track(work: Promise<void>): Promise<void> {
    this.#busy++;
    return work.then(() => {
      this.#busy--;
      if (this.#busy === 0) this.#onIdle?.();
    });
  }
}
