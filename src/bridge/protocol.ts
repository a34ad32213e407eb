/**
 * Every message that crosses the bridge. Nothing else does.
 *
 * Trust: the host sends what it built itself; the guest shares its realm with a hostile program, so the host believes
 * nothing of what arrives before `parseGuestFrame` has rebuilt it. Values travel as text of the codec, and large
 * buffers beside it, and stay that here.
 *
 * A frame is one string: the JSON of an array of messages, a line feed, then the messages' long texts end to end.
 * In the JSON a message is `[tag, ...fields]`, and a text field is the length of its text. Over a transport that carries
 * buffers, a frame may also be `[string, buffer, ...]`; a message that takes some of them says how many in a last field.
 */
import type { Buffers } from './codec/types.ts';

/** What is posted. */
export type Frame = string | readonly [text: string, ...buffers: ArrayBuffer[]];

/** Console levels by their index on the wire. */
export const LOG_LEVELS = ['debug', 'log', 'info', 'warn', 'error'] as const;

/** The failures that a guest may report about its program, by their index on the wire. */
export const GUEST_FAILURES = ['exception', 'invalid-output', 'output-limit'] as const;

// Guest to host

/** The guest listens; sent once, before anything else. */
export interface ReadyMessage {
  readonly tag: 'ready';
}

/** The program called a binding. Ids increase; a gap is a call that could not be sent. */
export interface CallMessage {
  readonly tag: 'call';
  readonly id: number;
  readonly namespace: number;
  readonly member: number;
  /** The encoded array of arguments. */
  readonly args: string;
  readonly buffers: Buffers;
}

/** One console call. */
export interface LogMessage {
  readonly tag: 'log';
  readonly level: (typeof LOG_LEVELS)[number];
  readonly time: number;
  readonly text: string;
}

/** Log entries that the guest did not send because the cap was reached: totals so far. */
export interface DroppedMessage {
  readonly tag: 'dropped';
  readonly entries: number;
  readonly bytes: number;
}

/** The guest has taken replies out of its queue: characters of payload, and bytes of buffers, so far. Lets the host bound what lies in between. */
export interface TakenMessage {
  readonly tag: 'taken';
  readonly characters: number;
}

/** The program ran to its end. Without a value it returned nothing, or `undefined`. */
export interface DoneMessage {
  readonly tag: 'done';
  readonly value: string | undefined;
  readonly buffers: Buffers;
}

/** The program failed. Line and column are of the submitted program; 0 where unknown. */
export interface FailMessage {
  readonly tag: 'fail';
  readonly kind: (typeof GUEST_FAILURES)[number];
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export type GuestMessage =
  | ReadyMessage
  | CallMessage
  | LogMessage
  | DroppedMessage
  | TakenMessage
  | DoneMessage
  | FailMessage;

// Host to guest

/** Run this program; sent once. */
export interface RunMessage {
  readonly tag: 'run';
  /** JSON of a `RunManifest`. */
  readonly manifest: string;
  /** The transpiled script, see `PROGRAM_HOOK`. */
  readonly script: string;
  /** The program as submitted: what positions are told in. */
  readonly program: string;
  /** The mappings of the script's source map; see `RunManifest.firstLine`. */
  readonly mappings: string;
}

/** A call's host function resolved. */
export interface ResolveMessage {
  readonly tag: 'resolve';
  readonly id: number;
  readonly value: string;
  readonly buffers: Buffers;
}

/** A call's host function rejected. */
export interface RejectMessage {
  readonly tag: 'reject';
  readonly id: number;
  /** The encoded `Error`. */
  readonly error: string;
}

export type HostMessage = RunMessage | ResolveMessage | RejectMessage;

/** What the guest has to know about a run, beside the program. Bindings are arrays: the wire carries indexes, never names. */
export interface RunManifest {
  /** The line of the source map's source, from 1, at which the program begins. */
  readonly firstLine: number;
  readonly namespaces: readonly {
    readonly global: string;
    readonly members: readonly string[];
    readonly errorClass?: { readonly name: string; readonly memberNameProperty: string };
  }[];
  readonly limits: GuestLimits;
}

/** The caps that the guest enforces for the program's good; the host enforces them again, by ending the run. */
export interface GuestLimits {
  readonly maxValueBytes: number;
  readonly maxLogBytes: number;
  readonly maxPendingCalls: number;
}

/** Arguments of one call: engines cannot pass many more. */
export const MAX_ARGUMENTS = 65_535;

/** Characters of arguments that may be on their way for calls in flight. Beyond `maxValueBytes`, so that one full value always fits. */
export function maxArgumentCharacters(limits: GuestLimits): number {
  return limits.maxValueBytes + 64 * 1024 * 1024;
}

/** A sender starts a new frame once this many characters are waiting, so that frames stay bounded. */
export const FRAME_CHARACTERS = 1024 * 1024;

/** And once the header is this long, some hundreds of messages: a frame is handled in one go, and must not take long. */
export const HEADER_CHARACTERS = 16_384;

/** The most characters that one message takes of a header. */
export const MESSAGE_CHARACTERS = 256;

/** The longest frame that a guest can have a reason to send: one full value beside a full batch. */
export function maxFrameCharacters(limits: GuestLimits): number {
  return limits.maxValueBytes + limits.maxLogBytes + 4 * FRAME_CHARACTERS;
}

/** Bytes that a log entry counts for beside its text, so that a flood of empty entries is a flood too. */
export const LOG_ENTRY_BYTES = 16;
