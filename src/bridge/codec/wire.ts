/**
 * The wire text. Its first character names the format.
 *
 * `S`, then a string as it is: the whole value.
 *
 * `J`, then JSON: a tree of plain objects and dense arrays of strings, finite numbers, booleans and null.
 *
 * `X`, then the length of a header, `:`, the header, and a tail. The header is the JSON of `[slot, node, node, ...]`:
 * the value itself, then a table of objects in the order in which a breadth-first walk meets them. The tail is all the
 * bytes of the value's buffers, one Latin-1 character each, in the order of their nodes.
 *
 * A slot is a string, a finite number, a boolean or null, which stand for themselves, or
 * `[n]`: the node with that index; a negative one is a `CONSTANT`; or
 * `["0x1f"]` / `["-0x1f"]`: a BigInt.
 *
 * A node is a JSON object of slots (a plain object), or an array that begins with a tag:
 */
export const TAG = {
  /** `['a', length, [slot, ...], key, slot, ...]`: the items before the first hole; then the other own properties. */
  array: 'a',
  /** `['m', slot, slot, ...]`: keys and values in turn. */
  map: 'm',
  /** `['s', slot, ...]` */
  set: 's',
  /** `['d', ms]`: null for an invalid date. */
  date: 'd',
  /** `['r', source, flags]` */
  regExp: 'r',
  /** `['p', slot]`: an object around a primitive. */
  box: 'p',
  /** `['e', name, message, n, key, slot, ...]`: message may be null; the first n properties are not enumerable. */
  error: 'e',
  /** `['b', byteLength]`: an ArrayBuffer; its bytes are in the tail. */
  buffer: 'b',
  /** `['t', n]`: an ArrayBuffer that travels beside the text, the nth of them. */
  attached: 't',
  /** `['v', constructor, slot]`: a typed array or DataView of the whole of that buffer. */
  view: 'v',
} as const;

/** Bytes from which on a buffer is attached, where the transport can: a message of its own costs as much as so many characters. */
export const ATTACHED_BYTES = 65_536;

/** Characters from which on a value that is a string is carried as `S`: neither escaped nor searched for what to escape. */
export const LONG_STRING = 65_536;

/** The negative indexes, for what JSON has no literal for. */
export const CONSTANT = { undefined: -1, nan: -2, infinity: -3, minusInfinity: -4, minusZero: -5 } as const;

/** What `[-1]`, `[-2]` ... stand for. */
export const CONSTANTS: readonly unknown[] = [undefined, Number.NaN, Infinity, -Infinity, -0];

/** What an error's node says in its own places, or not at all, even where a class makes it enumerable. */
export function isErrorField(key: unknown): boolean {
  return key === 'name' || key === 'message' || key === 'stack' || key === 'cause';
}

/** Header, node, items of an array node, slot. */
export const HEADER_DEPTH = 4;

/** What decoding a pattern may cost: sets of strings (`v`) compile up to a hundred times slower than anything else. */
export function patternWeight(source: string, unicodeSets: boolean): number {
  return 32 + source.length * (unicodeSets ? 32 : 1);
}
