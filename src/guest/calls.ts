import type { ByteText } from '../bridge/byte-text.ts';
import { type Buffers, decodeValue, encodeArguments, ownBuffer, totalBytes } from '../bridge/codec.ts';
import {
  append,
  ErrorConstructor,
  list,
  mapDelete,
  mapGet,
  mapSet,
  mapSize,
  PromiseConstructor,
  weakMapGet,
  weakMapSet,
} from '../bridge/intrinsics.ts';
import type { Outbox } from '../bridge/outbox.ts';
import {
  FRAME_CHARACTERS,
  MAX_ARGUMENTS,
  maxArgumentCharacters,
  type RejectMessage,
  type ResolveMessage,
  type RunManifest,
} from '../bridge/protocol.ts';
import type { BindingErrors } from './binding-errors.ts';
import type { Stacks } from './stack.ts';

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly namespace: number;
  readonly member: number;
  readonly characters: number;
  /** Made when the call was: its stack is where the program called. */
  readonly site: object;
}

/** The program's calls that the host has not answered yet. */
export class Calls {
  readonly #outbox: Outbox;
  readonly #scheduleFlush: () => void;
  readonly #stacks: Stacks;
  readonly #errors: BindingErrors;
  readonly #isProxy: (value: object) => boolean;
  readonly #byteText: ByteText | undefined;
  readonly #attaches: boolean;
  readonly #manifest: RunManifest;
  readonly #pending = new Map<number, PendingCall>();
  /** Which call an error came from, by `namespace.member`. */
  readonly #origins = new WeakMap<object, string>();
  #lastId = 0;
  #characters = 0;
  #taken = 0;
  #receipted = 0;
  #closed = false;

  constructor(parts: {
    outbox: Outbox;
    scheduleFlush: () => void;
    stacks: Stacks;
    errors: BindingErrors;
    isProxy: (value: object) => boolean;
    byteText: ByteText | undefined;
    attaches: boolean;
    manifest: RunManifest;
  }) {
    this.#outbox = parts.outbox;
    this.#scheduleFlush = parts.scheduleFlush;
    this.#stacks = parts.stacks;
    this.#errors = parts.errors;
    this.#isProxy = parts.isProxy;
    this.#byteText = parts.byteText;
    this.#attaches = parts.attaches;
    this.#manifest = parts.manifest;
  }

  get pending(): number {
    return mapSize(this.#pending);
  }

  /** The call that an error is the answer to, as `namespace.member`. */
  originOf(error: unknown): string | undefined {
    return typeof error === 'object' && error !== null ? weakMapGet(this.#origins, error) : undefined;
  }

  /** No call leaves from here on. */
  close(): void {
    this.#closed = true;
  }

  readonly send = (namespace: number, member: number, args: unknown[]): Promise<unknown> => {
    const site = new ErrorConstructor();
    return new PromiseConstructor((resolve, reject) => {
      try {
        const { limits } = this.#manifest;
        if (args.length > MAX_ARGUMENTS)
          throw new RangeError(`A call takes at most ${MAX_ARGUMENTS} arguments`);
        const { text, buffers } = this.#encode(args, this.#name(namespace, member));
        const size = text.length + totalBytes(buffers);
        if (mapSize(this.#pending) >= limits.maxPendingCalls) {
          throw new RangeError(`More than ${limits.maxPendingCalls} calls are pending: maxPendingCalls`);
        }
        if (this.#characters + size > maxArgumentCharacters(limits)) {
          throw new RangeError(
            'The arguments of the pending calls are too large together: await some of them first',
          );
        }
        const id = ++this.#lastId;
        const call = { resolve, reject, namespace, member, characters: size, site };
        this.#outbox.add({ tag: 'call', id, namespace, member, args: text, buffers });
        mapSet(this.#pending, id, call);
        this.#characters += size;
        this.#scheduleFlush();
      } catch (error) {
        reject(error);
      }
    });
  };

  /** The host answered. False if there was no such call. */
  settle(reply: ResolveMessage | RejectMessage): boolean {
    const call = mapGet(this.#pending, reply.id);
    if (call === undefined) return false;
    mapDelete(this.#pending, reply.id);
    this.#characters -= call.characters;
    const text = reply.tag === 'resolve' ? reply.value : reply.error;
    const buffers = reply.tag === 'resolve' ? reply.buffers : undefined;
    this.#take(text.length + totalBytes(buffers));
    const decoded = decodeValue(text, this.#byteText, ownBuffers(buffers));
    if (decoded.outcome !== 'decoded') {
      call.reject(
        new ErrorConstructor(`The reply to ${this.#name(call.namespace, call.member)} cannot be read`),
      );
      return false;
    }
    if (reply.tag === 'resolve') call.resolve(decoded.value);
    else call.reject(this.#rejection(call, decoded.value));
    return true;
  }

  #encode(args: unknown[], name: string): { readonly text: string; readonly buffers: Buffers } {
    if (this.#closed) throw new ErrorConstructor(`The run has ended: ${name} was not called`);
    const { maxValueBytes } = this.#manifest.limits;
    const encoding = encodeArguments(args, {
      root: 'args',
      maxBytes: maxValueBytes,
      isProxy: this.#isProxy,
      byteText: this.#byteText,
      attaches: this.#attaches,
    });
    if (encoding.outcome === 'encoded') return encoding;
    const message = `${name} was not called: ${encoding.message}`;
    throw encoding.outcome === 'too-large' ? new RangeError(message) : new TypeError(message);
  }

  #rejection(call: PendingCall, decoded: unknown): Error {
    const error = this.#errors.make(call.namespace, call.member, decoded);
    this.#stacks.adopt(error, call.site);
    weakMapSet(this.#origins, error, this.#name(call.namespace, call.member));
    return error;
  }

  /** Tells the host now and then how much was taken: often enough for its window, seldom enough to cost nothing. */
  #take(characters: number): void {
    this.#taken += characters;
    if (this.#taken - this.#receipted < FRAME_CHARACTERS) return;
    this.#receipted = this.#taken;
    this.#outbox.add({ tag: 'taken', characters: this.#taken });
    this.#scheduleFlush();
  }

  #name(namespace: number, member: number): string {
    const { global, members } = this.#manifest.namespaces[namespace]!;
    return `${global}.${members[member]}`;
  }
}

/**
 * What arrives is of the outer realm, and must not be seen by a program: it could climb from it to the outer `Function`.
 * Nothing when there is no memory for it, so that the text that refers to it cannot be read.
 */
function ownBuffers(buffers: Buffers): Buffers {
  if (buffers === undefined) return undefined;
  const own = list<ArrayBuffer>();
  try {
    for (let index = 0; index < buffers.length; index++) append(own, ownBuffer(buffers[index]!));
    return own;
  } catch {
    return undefined;
  }
}
