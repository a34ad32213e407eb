import { encodeValue } from '../bridge/codec.ts';
import {
  defineData,
  defineProperty,
  jsonParse,
  PromiseConstructor,
  reflectApply,
  reflectDeleteProperty,
} from '../bridge/intrinsics.ts';
import { LogBudget } from '../bridge/log-budget.ts';
import { Outbox } from '../bridge/outbox.ts';
import { parseHostFrame } from '../bridge/parse-frame.ts';
import { PROGRAM_HOOK } from '../bridge/program-hook.ts';
import type { DoneMessage, FailMessage, LogMessage, RunManifest, RunMessage } from '../bridge/protocol.ts';
import { BindingErrors } from './binding-errors.ts';
import { Calls } from './calls.ts';
import { inspect } from './inspect.ts';
import { defineNamespaces } from './namespaces.ts';
import type { GuestHandle, GuestPowers } from './powers.ts';
import { Rejections } from './rejections.ts';
import type { Stacks } from './stack.ts';
import { describeThrown } from './thrown.ts';
import { Timers } from './timers.ts';

type Ending = DoneMessage | FailMessage;

/** Log entries that are dropped between two notices of it to the host. */
const DROPS_PER_NOTICE = 1024;

/** What a run is made of, beside its program. */
export interface RunParts {
  readonly powers: GuestPowers;
  readonly stacks: Stacks;
  readonly isProxy: (value: object) => boolean;
  /** Gets the namespaces of bindings. */
  readonly global: object;
}

/** The program's side of one run, in a realm that is ready: runs one program, reports one ending. */
export class ProgramRun implements GuestHandle {
  readonly timers: Timers;
  /** What printing a value needs to know. */
  readonly surroundings: {
    isProxy: (value: object) => boolean;
    stackOf: (error: object) => string | undefined;
  };
  /** The longest text that is of use to the log. */
  maxLogBytes = 0;
  readonly #parts: RunParts;
  readonly #outbox: Outbox;
  readonly #rejections = new Rejections();
  #calls: Calls | undefined;
  #logs: LogBudget | undefined;
  #startedAt = 0;
  #ending: Ending | undefined;
  #reported = false;
  #flushing = false;
  #turnRequested = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#outbox = new Outbox(parts.powers.post);
    this.timers = new Timers(parts.powers, {
      onUncaught: (error) => this.#fail(error),
      onCleared: () => void this.#checkForDeadEnd(),
    });
    this.surroundings = {
      isProxy: parts.isProxy,
      stackOf: (error) => parts.stacks.textOf(error),
    };
  }

  /** Tells the host that a program can come. */
  greet(): void {
    this.#outbox.add({ tag: 'ready' });
    this.#outbox.flush();
  }

  readonly receive = (frame: unknown): void => {
    const messages = parseHostFrame(frame);
    if (messages === undefined) return;
    for (let index = 0; index < messages.length; index++) {
      const message = messages[index]!;
      if (message.tag === 'run') this.#start(message);
      else this.#calls?.settle(message);
    }
    this.#checkForDeadEnd();
  };

  readonly timer = (id: number): void => {
    if (this.#ending) return;
    this.timers.fire(id);
    this.#checkForDeadEnd();
  };

  readonly turn = (): void => {
    this.#turnRequested = false;
    if (this.#ending) return this.#report(this.#ending);
    if (!this.#atDeadEnd()) return;
    this.#end(
      failMessage(
        'exception',
        'The program can never finish: it awaits something, and nothing that could settle it is pending, neither a call nor a timer',
      ),
    );
  };

  readonly rejected = (promise: unknown, reason: unknown): void => this.#rejections.add(promise, reason);

  readonly handled = (promise: unknown): void => this.#rejections.handled(promise);

  readonly uncaught = (error: unknown): void => this.#fail(error);

  #start(message: RunMessage): void {
    const { manifest: text, script } = message;
    const manifest = jsonParse(text) as RunManifest;
    this.#startedAt = this.#parts.powers.now();
    this.maxLogBytes = manifest.limits.maxLogBytes;
    this.#logs = new LogBudget(this.maxLogBytes);
    const errors = new BindingErrors(manifest);
    this.#calls = new Calls({
      outbox: this.#outbox,
      scheduleFlush: () => this.#scheduleFlush(),
      stacks: this.#parts.stacks,
      errors,
      isProxy: this.#parts.isProxy,
      byteText: this.#parts.powers.byteText,
      attaches: this.#parts.powers.carriesBuffers === true,
      manifest,
    });
    this.#parts.stacks.setSource(message, manifest.firstLine);
    defineNamespaces(this.#parts.global, manifest.namespaces, {
      send: this.#calls.send,
      missing: (namespace, member, text) => errors.missing(namespace, member, text),
    });
    let body: (() => Promise<unknown>) | undefined;
    defineProperty(globalThis, PROGRAM_HOOK, {
      configurable: true,
      value(program: () => Promise<unknown>) {
        reflectDeleteProperty(globalThis, PROGRAM_HOOK);
        body = program;
      },
    });
    const problem = this.#parts.powers.evaluate(script);
    if (body === undefined) this.#end(this.#compileFailure(problem));
    else this.#runBody(body, manifest);
  }

  async #runBody(body: () => Promise<unknown>, manifest: RunManifest): Promise<void> {
    try {
      const completion = reflectApply(body, undefined, []) as Promise<unknown>;
      // `await` looks at `constructor`, and a program may have patched the one that promises inherit.
      defineData(completion, 'constructor', PromiseConstructor, false);
      this.#end(this.#completion(await completion, manifest));
    } catch (error) {
      this.#fail(error);
    }
  }

  #completion(value: unknown, { limits }: RunManifest): Ending {
    if (value === undefined) return { tag: 'done', value: undefined, buffers: undefined };
    const maxBytes = limits.maxValueBytes;
    const { isProxy, powers } = this.#parts;
    const { byteText, carriesBuffers: attaches } = powers;
    // The program is over: nothing of it has to find its buffers as they were.
    const options = { root: 'value', maxBytes, isProxy, byteText, attaches, moves: true };
    const encoding = encodeValue(value, options);
    if (encoding.outcome === 'encoded')
      return { tag: 'done', value: encoding.text, buffers: encoding.buffers };
    const kind = encoding.outcome === 'too-large' ? 'output-limit' : 'invalid-output';
    return failMessage(kind, `The program finished, but its result cannot cross: ${encoding.message}`);
  }

  #compileFailure(problem: string): Ending {
    try {
      const [message, line, column] = jsonParse(problem) as [string, number, number];
      const at = this.#parts.stacks.position(line, column);
      return failMessage('exception', message, at?.line, at?.column);
    } catch {
      return failMessage('exception', 'The program could not be evaluated');
    }
  }

  #fail(error: unknown): void {
    if (this.#ending) return;
    const { text, at } = this.#describe(error);
    this.#end(failMessage('exception', text, at?.line, at?.column));
  }

  #describe(error: unknown) {
    return describeThrown(error, {
      bare: this.#parts.powers.realm === 'bare',
      stacks: this.#parts.stacks,
      inspect: (value) => inspect(value, undefined, this.surroundings),
      originOf: (value) => this.#calls?.originOf(value),
    });
  }

  /** The program is over. It is reported a turn later: by then the platform has told which rejections nobody handled. */
  #end(ending: Ending): void {
    if (this.#ending) return;
    this.#ending = ending;
    this.#calls?.close();
    this.#outbox.flush();
    this.#requestTurn();
  }

  #report(ending: Ending): void {
    if (this.#reported) return;
    this.#rejections.tell(
      (text) => this.log('error', text),
      (reason) => this.#describe(reason).text,
    );
    this.#reported = true;
    this.#noticeDrops();
    this.#outbox.add(ending);
    this.#outbox.flush();
  }

  /** An entry leaves at once: a program that never yields again has still logged it. */
  log(level: LogMessage['level'], text: string, cut = 0): void {
    const logs = this.#logs;
    if (logs === undefined || this.#reported) return;
    const admitted = logs.admit(text, cut);
    if (admitted !== undefined) this.#outbox.add({ tag: 'log', level, time: this.elapsed(), text: admitted });
    else if (logs.entries % DROPS_PER_NOTICE === 1) this.#noticeDrops();
    this.#outbox.flush();
    if (!this.#outbox.isEmpty) this.#scheduleFlush();
  }

  #noticeDrops(): void {
    if (this.#logs?.exhausted) {
      this.#outbox.add({ tag: 'dropped', entries: this.#logs.entries, bytes: this.#logs.bytes });
    }
  }

  /** Milliseconds since the run's start. */
  elapsed(): number {
    return this.#parts.powers.now() - this.#startedAt;
  }

  /** Calls that a program makes in one go leave in one frame. */
  async #scheduleFlush(): Promise<void> {
    if (this.#flushing) return;
    this.#flushing = true;
    await undefined;
    this.#flushing = false;
    this.#outbox.flush();
  }

  /** Only in the bare realm, where calls and timers are all that can wake a program. */
  #atDeadEnd(): boolean {
    if (this.#parts.powers.realm !== 'bare' || this.#ending || this.#calls === undefined) return false;
    return this.#calls.pending === 0 && this.timers.pending === 0;
  }

  /** Asked again when the program has had its next step, which mostly is another call: a turn costs as much as that. */
  async #checkForDeadEnd(): Promise<void> {
    if (!this.#atDeadEnd()) return;
    await undefined;
    // The reply to a call asks again, and so does a timer that goes off or is cleared.
    if (this.#calls?.pending === 0) this.#requestTurn();
  }

  #requestTurn(): void {
    if (this.#turnRequested) return;
    this.#turnRequested = true;
    this.#parts.powers.requestTurn();
  }
}

function failMessage(kind: FailMessage['kind'], message: string, line = 0, column = 0): FailMessage {
  return { tag: 'fail', kind, message, line, column };
}
