import type { ByteText } from '../byte-text.ts';
import type { List } from '../intrinsics.ts';

/** How a value is to be encoded. */
export interface EncodeOptions {
  /** What messages call the value: `value`, `args`. */
  readonly root: string;
  /** The largest encoding that may result, in bytes as an engine stores it: two a character when any is beyond Latin-1. */
  readonly maxBytes: number;
  /** Recognises proxies, where the platform can. Without it a proxy crosses as what its traps show, or fails as they do. */
  readonly isProxy?: (value: object) => boolean;
  readonly byteText?: ByteText | undefined;
  /** Whether large buffers may be carried beside the text, as copies that can be transferred. */
  readonly attaches?: boolean | undefined;
  /** Whether what is attached may be moved out of the value instead: where nobody has a right to look at it any more. */
  readonly moves?: boolean | undefined;
}

/** What travels beside a text, in the order in which the text refers to it. */
export type Buffers = List<ArrayBuffer> | undefined;

/**
 * - `encoded`: `text` carries the value, and `buffers` what is attached to it, if anything.
 * - `uncloneable`: something in the value cannot cross; `message` is a sentence that begins with `path`.
 * - `too-large`: the encoding would be larger than `maxBytes`.
 */
export type Encoding =
  | { readonly outcome: 'encoded'; readonly text: string; readonly buffers: Buffers }
  | { readonly outcome: 'uncloneable'; readonly path: string; readonly message: string }
  | { readonly outcome: 'too-large'; readonly message: string };

/** `malformed`: no encoder made this text; whoever sent it is not to be believed in anything. */
export type Decoding =
  | { readonly outcome: 'decoded'; readonly value: unknown }
  | { readonly outcome: 'malformed' };

/**
 * The most levels of containers that a value may have, the value itself being the first; counted along the shortest
 * path to each. An engine's own `JSON.stringify` still manages twice as many on a default stack.
 */
export const MAX_DEPTH = 2_000;

/** The most levels of a plain JSON text: native parsers and stringifiers recurse, so deeper values take the table. */
export const MAX_JSON_DEPTH = 200;

/**
 * The most that all regular expressions of one value may weigh together, see `patternWeight`: an engine compiles
 * a pattern while it is being decoded, and a few megabytes of patterns would keep it busy for hours.
 */
export const MAX_PATTERN_WEIGHT = 65_536;
