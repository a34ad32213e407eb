import {
  append,
  defineData,
  type List,
  list,
  reflectApply,
  TypeErrorConstructor,
} from '../../bridge/intrinsics.ts';
import { arraySort } from '../builtins.ts';
import { customInspect } from '../inspect.ts';
import { defineLength, nameClass } from './native-like.ts';
import { PairIterator } from './pair-iterator.ts';
import { pairsOf } from './pairs-of.ts';
import { pairsText } from './pairs-text.ts';
import { type Pair, serializePairs } from './urlencoded.ts';
import { wellFormed } from './utf8.ts';

/** Has `onChange` called with the query after every change that a program makes. */
let observe: (params: URLSearchParams, onChange: (query: string) => void) => void;
/** Takes over the pairs of another query, without a call of `onChange`. */
let replace: (params: URLSearchParams, query: string) => void;

export class URLSearchParams {
  #pairs: List<Pair>;
  #onChange: ((query: string) => void) | undefined;

  static {
    observe = (params, onChange) => {
      params.#onChange = onChange;
    };
    replace = (params, query) => {
      params.#pairs = pairsOf(query);
    };
  }

  constructor(init: unknown = '') {
    this.#pairs = pairsOf(init);
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(...args: unknown[]): void {
    append(this.#pairs, pairFrom('append', args));
    this.#changed();
  }

  delete(name: unknown, value: unknown = undefined): void {
    const matches = matcher(name, value);
    const pairs = list<Pair>();
    for (let index = 0; index < this.#pairs.length; index++) {
      if (!matches(this.#pairs[index]!)) append(pairs, this.#pairs[index]!);
    }
    this.#pairs = pairs;
    this.#changed();
  }

  get(name: unknown): string | null {
    const matches = matcher(name, undefined);
    for (let index = 0; index < this.#pairs.length; index++) {
      if (matches(this.#pairs[index]!)) return this.#pairs[index]!.value;
    }
    return null;
  }

  getAll(name: unknown): string[] {
    const matches = matcher(name, undefined);
    const values: string[] = [];
    for (let index = 0; index < this.#pairs.length; index++) {
      if (matches(this.#pairs[index]!)) defineData(values, values.length, this.#pairs[index]!.value);
    }
    return values;
  }

  has(name: unknown, value: unknown = undefined): boolean {
    const matches = matcher(name, value);
    for (let index = 0; index < this.#pairs.length; index++) {
      if (matches(this.#pairs[index]!)) return true;
    }
    return false;
  }

  set(...args: unknown[]): void {
    const pair = pairFrom('set', args);
    let found = false;
    const pairs = list<Pair>();
    for (let index = 0; index < this.#pairs.length; index++) {
      const other = this.#pairs[index]!;
      if (other.name !== pair.name) append(pairs, other);
      else if (!found) {
        found = true;
        append(pairs, pair);
      }
    }
    if (!found) append(pairs, pair);
    this.#pairs = pairs;
    this.#changed();
  }

  sort(): void {
    // By code units, as `<` compares strings.
    arraySort(this.#pairs, (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    this.#changed();
  }

  forEach(callback: unknown, thisArg: unknown = undefined): void {
    if (typeof callback !== 'function') {
      throw new TypeErrorConstructor(
        `Expected the callback of forEach to be a function, got ${typeof callback}`,
      );
    }
    for (let index = 0; index < this.#pairs.length; index++) {
      const { name, value } = this.#pairs[index]!;
      reflectApply(callback, thisArg, [value, name, this]);
    }
  }

  entries(): PairIterator {
    return new PairIterator(
      (index) => this.#pairs[index],
      ({ name, value }) => [name, value],
    );
  }

  keys(): PairIterator {
    return new PairIterator(
      (index) => this.#pairs[index],
      ({ name }) => name,
    );
  }

  values(): PairIterator {
    return new PairIterator(
      (index) => this.#pairs[index],
      ({ value }) => value,
    );
  }

  toString(): string {
    return serializePairs(this.#pairs);
  }

  #changed(): void {
    this.#onChange?.(serializePairs(this.#pairs));
  }

  [customInspect](depth: unknown): unknown {
    if (!(#pairs in this)) return this;
    if (typeof depth === 'number' && depth < 0) return '[URLSearchParams]';
    return pairsText('URLSearchParams', this.#pairs);
  }
}

nameClass(URLSearchParams, 'URLSearchParams');
// `append` and `set` count their arguments, and do not look like it otherwise.
defineLength(URLSearchParams.prototype.append, 2);
defineLength(URLSearchParams.prototype.set, 2);
defineData(URLSearchParams.prototype, Symbol.iterator, URLSearchParams.prototype.entries, false);

export { observe, replace };

function pairFrom(method: string, args: unknown[]): Pair {
  if (args.length < 2)
    throw new TypeErrorConstructor(`Expected a name and a value for ${method}, got ${args.length} arguments`);
  return { name: wellFormed(`${args[0] as string}`), value: wellFormed(`${args[1] as string}`) };
}

function matcher(name: unknown, value: unknown): (pair: Pair) => boolean {
  const wantedName = wellFormed(`${name as string}`);
  if (value === undefined) return (pair) => pair.name === wantedName;
  const wantedValue = wellFormed(`${value as string}`);
  return (pair) => pair.name === wantedName && pair.value === wantedValue;
}
