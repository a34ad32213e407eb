import type { ByteText } from '../byte-text.ts';
import {
  arrayIsArray,
  type List,
  list,
  numberIsSafeInteger,
  regExpTest,
  stringSlice,
  toBigInt,
} from '../intrinsics.ts';
import { MAX_COLLISIONS } from './collisions.ts';
import { type Buffers, MAX_DEPTH, MAX_PATTERN_WEIGHT } from './types.ts';
import { CONSTANTS } from './wire.ts';

const BIGINT = /^-?0x[0-9a-f]+$/;

/** Gives up on a text. What is thrown never leaves the decoder. */
export function refuse(): never {
  throw 'malformed';
}

/** What is known while a table is decoded: the objects it stands for, and how deep each of them is. */
export class Table {
  readonly text: string;
  readonly wire: readonly unknown[];
  readonly byteText: ByteText | undefined;
  readonly objects: List<object> = list();
  readonly #depths: List<number> = list();
  readonly #buffers: Buffers;
  #tail: number;
  #attached = 0;
  #patterns = 0;
  #collisions = 0;

  constructor(
    text: string,
    wire: readonly unknown[],
    { tail, byteText, buffers }: { tail: number; byteText: ByteText | undefined; buffers: Buffers },
  ) {
    this.byteText = byteText;
    this.#buffers = buffers;
    this.wire = wire;
    this.text = text;
    this.#tail = tail;
  }

  get spent(): boolean {
    return this.#tail === this.text.length && this.#attached === (this.#buffers?.length ?? 0);
  }

  /** The next of the buffers beside the text, which has to be the nth. */
  attached(index: unknown): ArrayBuffer {
    const buffer = this.#buffers?.[this.#attached];
    if (buffer === undefined || index !== this.#attached) return refuse();
    this.#attached++;
    return buffer;
  }

  /** Claims the next bytes of the tail; returns where they begin. */
  claim(length: unknown): number {
    if (!isCount(length) || length > this.text.length - this.#tail) refuse();
    this.#tail += length;
    return this.#tail - length;
  }

  weigh(pattern: number): void {
    this.#patterns += pattern;
    if (this.#patterns > MAX_PATTERN_WEIGHT) refuse();
  }

  collide(pairs: number): void {
    this.#collisions += pairs;
    if (this.#collisions > MAX_COLLISIONS) refuse();
  }

  /** The value of a slot found in the node `from`; -1 is where the value itself stands. */
  resolve(slot: unknown, from: number): unknown {
    if (typeof slot !== 'object' || slot === null) return slot;
    if (!arrayIsArray(slot) || slot.length !== 1) refuse();
    const target: unknown = slot[0];
    if (typeof target === 'string') return bigIntOf(target);
    if (!numberIsSafeInteger(target)) refuse();
    const index = target as number;
    if (index < 0) {
      if (-index > CONSTANTS.length) refuse();
      return CONSTANTS[-1 - index];
    }
    return this.#refer(index, from);
  }

  /** Nodes come in breadth-first order, so that a node met for the first time is one level below the one that names it. */
  #refer(index: number, from: number): object {
    const object = this.objects[index];
    if (object === undefined) refuse();
    if (this.#depths[index] === undefined) {
      const depth = from < 0 ? 1 : (this.#depths[from] ?? MAX_DEPTH) + 1;
      if (depth > MAX_DEPTH) refuse();
      this.#depths[index] = depth;
    }
    return object;
  }

  /** Whether anything has named the node so far: an encoder writes no other. */
  isNamed(index: number): boolean {
    return this.#depths[index] !== undefined;
  }
}

function bigIntOf(digits: string): bigint {
  if (!regExpTest(BIGINT, digits)) refuse();
  return digits[0] === '-' ? -toBigInt(stringSlice(digits, 1)) : toBigInt(digits);
}

export function isCount(value: unknown): value is number {
  return numberIsSafeInteger(value) && (value as number) >= 0;
}
