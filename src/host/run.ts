import type { ByteText } from '../bridge/byte-text.ts';
import { decodeValue, encodeValue, totalBytes } from '../bridge/codec.ts';
import { Outbox } from '../bridge/outbox.ts';
import { parseGuestFrame } from '../bridge/parse-frame.ts';
import {
  type CallMessage,
  type DoneMessage,
  type FailMessage,
  type GuestMessage,
  MAX_ARGUMENTS,
  maxArgumentCharacters,
  maxFrameCharacters,
  type RunManifest,
} from '../bridge/protocol.ts';
import type { CodeRuntimeLimits } from '../seam/limits.ts';
import type { ValidRequest } from '../seam/request.ts';
import type { CodeRunFailure, CodeRunResult } from '../seam/types.ts';
import type { TranspileResult } from '../transpile/transpiler.ts';
import type { Clock } from './clock.ts';
import { failure } from './failure.ts';
import { encodeCallError, encodeHostError } from './host-error.ts';
import { Inbox } from './inbox.ts';
import { LogLedger } from './log-ledger.ts';
import { Replies } from './replies.ts';
import type { Substrate, SubstrateEnd } from './substrate.ts';

/** The transpiled program, and the map back to the submitted one. */
type TranspiledProgram = Extract<TranspileResult, { outcome: 'transpiled' }>;

export interface RunOptions {
  readonly request: ValidRequest;
  readonly limits: CodeRuntimeLimits;
  readonly code: TranspiledProgram;
  readonly substrate: Substrate;
  readonly clock: Clock;
  readonly byteText: ByteText | undefined;
  readonly carriesBuffers: boolean;
}

type Outcome = { readonly value: unknown } | { readonly error: CodeRunFailure } | Record<never, never>;

/**
 * The host's side of one run: drives one program over one endpoint to exactly one outcome.
 * Everything that can end a run goes through `#settle`; whatever comes after the first is dropped.
 */
export class Run {
  /** Resolves to the one outcome; never rejects. */
  readonly result: Promise<CodeRunResult>;

  readonly #options: RunOptions;
  readonly #logs: LogLedger;
  readonly #replies: Replies;
  readonly #inbox: Inbox;
  readonly #pending = new Map<number, number>();
  readonly #startedAt: number;
  #resolve!: (result: CodeRunResult) => void;
  #settled = false;
  #lastId = -1;
  #pendingCharacters = 0;
  #started = 0;
  #finished = 0;

  constructor(options: RunOptions) {
    const { request, limits, code, substrate, clock } = options;
    this.#options = options;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#logs = new LogLedger(limits.maxLogBytes, request.onLog);
    this.#inbox = new Inbox(substrate.endpoint, clock, (frame) => this.#take(frame));
    this.#replies = new Replies(clock, substrate.endpoint);
    this.#startedAt = clock.now();
    substrate.endpoint.addEventListener('message', this.#onMessage);
    substrate.onEnd((end) => this.#fail(endFailure(end, limits)));
    substrate.start(limits);
    const outbox = new Outbox((text) => substrate.endpoint.postMessage(text));
    outbox.add({
      tag: 'run',
      manifest: JSON.stringify(manifestOf(options)),
      script: code.script,
      program: request.program,
      mappings: code.mappings,
    });
    outbox.flush();
  }

  /** Ends the run as `abort`, unless it has settled. */
  abort(message: string): void {
    this.#fail(failure('abort', message));
  }

  readonly #onMessage = (event: { data: unknown }): void => this.#inbox.push(event.data);

  /** It must never throw, whatever was sent. */
  #take(frame: unknown): void {
    if (this.#settled) return;
    const messages = parseGuestFrame(frame, maxFrameCharacters(this.#options.limits));
    if (messages === undefined) return this.#violation('a frame that is not part of the protocol');
    for (let index = 0; index < messages.length && !this.#settled; index++) this.#accept(messages[index]!);
  }

  #accept(message: GuestMessage): void {
    switch (message.tag) {
      case 'call':
        return this.#call(message);
      case 'log':
        return this.#logs.add({ level: message.level, text: message.text, time: message.time });
      case 'dropped':
        return this.#logs.guestDropped(message.entries, message.bytes);
      case 'taken':
        if (!this.#replies.taken(message.characters))
          this.#violation('a receipt for replies that were never sent');
        return;
      case 'done':
        return this.#done(message);
      case 'fail':
        return this.#fail(this.#programFailure(message));
      case 'ready':
        return this.#violation('a second greeting');
    }
  }

  #call({ id, namespace, member, args, buffers }: CallMessage): void {
    const { request, limits, byteText } = this.#options;
    const target = request.namespaces[namespace];
    const fn = target?.functions[member];
    const decoded = decodeValue(args, byteText, buffers);
    if (target === undefined || fn === undefined)
      return this.#violation('a call of a binding that does not exist');
    if (id <= this.#lastId) return this.#violation('a call id that is not new');
    if (decoded.outcome !== 'decoded' || !isArgumentList(decoded.value))
      return this.#violation('malformed arguments');
    const list = decoded.value;
    const size = args.length + totalBytes(buffers);
    if (size > limits.maxValueBytes) return this.#violation('arguments larger than maxValueBytes');
    this.#lastId = id;
    this.#pending.set(id, size);
    this.#pendingCharacters += size;
    if (this.#pending.size > limits.maxPendingCalls)
      return this.#violation('more pending calls than maxPendingCalls');
    if (this.#pendingCharacters > maxArgumentCharacters(limits))
      return this.#violation('too many bytes of arguments');
    this.#started++;
    const name = `${target.global}.${target.members[member]}`;
    // Both handlers at once, and a synchronous throw is a rejection like any other.
    new Promise((resolve) => resolve(fn(...list))).then(
      (value) => this.#reply(id, () => this.#resolution(id, name, value)),
      (thrown: unknown) =>
        this.#reply(id, () => ({ tag: 'reject', id, error: encodeHostError(thrown, limits.maxValueBytes) })),
    );
  }

  #reply(id: number, encode: Parameters<Replies['push']>[0]): void {
    if (this.#settled) return;
    this.#finished++;
    // Pending until its reply leaves: one that cannot leave, because the guest takes none, still counts.
    this.#replies.push(() => {
      this.#pendingCharacters -= this.#pending.get(id) ?? 0;
      this.#pending.delete(id);
      return encode();
    });
  }

  #resolution(id: number, name: string, value: unknown): ReturnType<Parameters<Replies['push']>[0]> {
    const { limits, byteText, carriesBuffers: attaches } = this.#options;
    const encoding = encodeValue(value, {
      root: 'result',
      maxBytes: limits.maxValueBytes,
      byteText,
      attaches,
    });
    if (encoding.outcome === 'encoded')
      return { tag: 'resolve', id, value: encoding.text, buffers: encoding.buffers };
    const type = encoding.outcome === 'too-large' ? 'RangeError' : 'TypeError';
    return {
      tag: 'reject',
      id,
      error: encodeCallError(type, `The result of ${name} cannot cross: ${encoding.message}`),
    };
  }

  #done({ value, buffers }: DoneMessage): void {
    if (value === undefined) return this.#settle({});
    const { limits, byteText } = this.#options;
    if (value.length + totalBytes(buffers) > limits.maxValueBytes)
      return this.#violation('a completion value larger than maxValueBytes');
    const decoded = decodeValue(value, byteText, buffers);
    if (decoded.outcome !== 'decoded') return this.#violation('a malformed completion value');
    this.#settle({ value: decoded.value });
  }

  #programFailure({ kind, message, line, column }: FailMessage): CodeRunFailure {
    const location = line > 0 && column > 0 ? { line, column } : undefined;
    return failure(kind, message, this.#options.request.program, location);
  }

  #violation(what: string): void {
    this.#fail(failure('worker-exit', `The worker was ended because it broke the protocol: it sent ${what}`));
  }

  #fail(error: CodeRunFailure): void {
    this.#settle({ error });
  }

  #settle(outcome: Outcome): void {
    if (this.#settled) return;
    this.#settled = true;
    const { substrate, clock } = this.#options;
    substrate.endpoint.removeEventListener('message', this.#onMessage);
    this.#replies.close();
    this.#inbox.clear();
    const wallMs = clock.now() - this.#startedAt;
    const logs = this.#logs.close(wallMs);
    const calls = { started: this.#started, settled: this.#finished };
    const resolve = (busyMs: number): void =>
      this.#resolve({
        ...outcome,
        logs: logs.logs,
        usage: { wallMs, busyMs: Math.min(busyMs, wallMs), calls, logs: logs.usage },
      });
    substrate.stop().then(
      ({ busyMs }) => resolve(busyMs),
      () => resolve(0),
    );
  }
}

/** An ordinary array: a sparse one would be filled up when it is spread, whatever its length claims. */
function isArgumentList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length <= MAX_ARGUMENTS && Object.keys(value).length === value.length;
}

function manifestOf({ request, limits, code }: RunOptions): RunManifest {
  const { maxValueBytes, maxLogBytes, maxPendingCalls } = limits;
  return {
    firstLine: code.firstLine,
    namespaces: request.namespaces.map(({ global, members, errorClass }) => ({
      global,
      members,
      ...(errorClass && { errorClass }),
    })),
    limits: { maxValueBytes, maxLogBytes, maxPendingCalls },
  };
}

function endFailure(end: SubstrateEnd, limits: CodeRuntimeLimits): CodeRunFailure {
  if (end.cause === 'exited')
    return failure('worker-exit', `The worker ended before the program did: ${end.detail}`);
  switch (end.budget) {
    case 'computeMs':
      return failure(
        'timeout',
        `The program was busy for longer than computeMs allows: ${limits.computeMs} ms`,
      );
    case 'maxWallMs':
      return failure('timeout', `The program ran for longer than maxWallMs allows: ${limits.maxWallMs} ms`);
    case 'maxMemoryMb':
      return failure(
        'worker-exit',
        `The program used more memory than maxMemoryMb allows: ${limits.maxMemoryMb} MiB`,
      );
  }
}
