import {
  append,
  type List,
  list,
  objectKeys,
  stringCharCodeAt,
  stringSlice,
  TypeErrorConstructor,
} from '../../bridge/intrinsics.ts';
import { type Pair, parsePairs } from './urlencoded.ts';
import { wellFormed } from './utf8.ts';

const iterator: typeof Symbol.iterator = Symbol.iterator;
const QUESTION_MARK = 63;

/** The pairs that search parameters are made from: a query, pairs in any iterable, or the properties of an object. */
export function pairsOf(init: unknown): List<Pair> {
  if ((typeof init === 'object' && init !== null) || typeof init === 'function') {
    const method = (init as Partial<Iterable<unknown>>)[iterator];
    if (method === undefined || method === null) return fromProperties(init as Record<string, unknown>);
    if (typeof method === 'function') return fromIterable(init as Iterable<unknown>);
    throw new TypeErrorConstructor('Expected the search parameters to be iterable');
  }
  const query = `${init as string}`;
  return parsePairs(stringCharCodeAt(query, 0) === QUESTION_MARK ? stringSlice(query, 1) : query);
}

function fromProperties(init: Record<string, unknown>): List<Pair> {
  const pairs = list<Pair>();
  const keys = objectKeys(init);
  for (let index = 0; index < keys.length; index++) append(pairs, pairOf(keys[index]!, init[keys[index]!]));
  return pairs;
}

function fromIterable(init: Iterable<unknown>): List<Pair> {
  const pairs = list<Pair>();
  for (const item of init) {
    const parts = list<unknown>();
    if ((typeof item === 'object' && item !== null) || typeof item === 'function') {
      for (const part of item as Iterable<unknown>) append(parts, part);
    }
    if (parts.length !== 2) {
      throw new TypeErrorConstructor('Expected each search parameter to be a pair of a name and a value');
    }
    append(pairs, pairOf(parts[0], parts[1]));
  }
  return pairs;
}

function pairOf(name: unknown, value: unknown): Pair {
  return { name: wellFormed(`${name as string}`), value: wellFormed(`${value as string}`) };
}
