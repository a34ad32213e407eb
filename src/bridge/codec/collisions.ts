import { type List, list, mathImul } from '../intrinsics.ts';

/**
 * The most pairs of keys that may meet in the same bucket, in all Maps and Sets of a value together, beyond what keys by
 * chance do. V8 hashes numbers and BigInts there without a secret: keys made to collide turn 300 KB of text into
 * a second of work and 10 MB into hours. So the work is reckoned before it is done, which costs next to nothing.
 */
export const MAX_COLLISIONS = 10_000_000;

/** Fewer keys can do no harm. */
const FEW = 32;

/** Pairs that each key of a table meets by chance, with room to spare. */
const BY_CHANCE = 16;

const NUMBER = new Float64Array(1);
const BIGINT = new BigUint64Array(NUMBER.buffer);
/** The same eight bytes as halves, low half first: on every platform that an engine runs on. */
const HALVES = new Uint32Array(NUMBER.buffer);

/** Pairs of colliding numbers and BigInts among every `step`th item from a position on, beyond those by chance. */
export function collisionsOf(items: List<unknown>, from: number, step: number): number {
  const count = (items.length - from) / step;
  if (count <= FEW) return 0;
  let buckets = FEW;
  while (buckets * 2 <= count) buckets *= 2;
  const loads = list<number>();
  for (let index = 0; index < buckets; index++) loads[index] = 0;
  let pairs = 0;
  for (let index = from; index < items.length; index += step) {
    const hash = hashOf(items[index]);
    if (hash < 0) continue;
    const bucket = hash & (buckets - 1);
    pairs += loads[bucket]!++;
  }
  return pairs > BY_CHANCE * count ? pairs : 0;
}

/** The hash of a key as V8 computes it; -1 for the kinds of keys that nobody can make collide. */
function hashOf(key: unknown): number {
  if (typeof key === 'number') {
    if (key === (key | 0)) return hashOfInteger(key);
    NUMBER[0] = key;
  } else if (typeof key === 'bigint') {
    BIGINT[0] = key < 0n ? -key : key;
  } else {
    return -1;
  }
  return hashOfHalves(HALVES[0]!, HALVES[1]!);
}

function hashOfInteger(key: number): number {
  let hash = ~key + (key << 15);
  hash ^= hash >>> 12;
  hash += hash << 2;
  hash ^= hash >>> 4;
  hash = mathImul(hash, 2057);
  return (hash ^ (hash >>> 16)) & 0x3fffffff;
}

/** Arithmetic on 64 bits, in halves: BigInts would make it a hundred times slower. */
function hashOfHalves(lowest: number, highest: number): number {
  // hash = ~key + (key << 18)
  let low = (~lowest >>> 0) + ((lowest << 18) >>> 0);
  let high = ~highest + ((highest << 18) | (lowest >>> 14)) + (low > 0xffffffff ? 1 : 0);
  // hash ^= hash >>> 31
  low = low ^ ((high << 1) | (low >>> 31));
  high = high ^ (high >>> 31);
  // hash *= 21
  const product = (low >>> 0) * 21;
  high = mathImul(high, 21) + (product - (product >>> 0)) / 2 ** 32;
  low = product | 0;
  // hash ^= hash >>> 11
  low = low ^ ((high << 21) | (low >>> 11));
  high = high ^ (high >>> 11);
  // hash += hash << 6
  const sum = (low >>> 0) + ((low << 6) >>> 0);
  high = high + ((high << 6) | (low >>> 26)) + (sum > 0xffffffff ? 1 : 0);
  low = sum | 0;
  // hash ^= hash >>> 22
  return (low ^ ((high << 10) | (low >>> 22))) & 0x3fffffff;
}
