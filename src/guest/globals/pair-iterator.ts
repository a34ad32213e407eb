import { getPrototypeOf, reflectDeleteProperty, setPrototypeOf } from '../../bridge/intrinsics.ts';
import { nameClass } from './native-like.ts';
import type { Pair } from './urlencoded.ts';

/** Iterates over pairs that may change meanwhile, as the iterators of the platform do. */
export class PairIterator {
  readonly #pairAt: (index: number) => Pair | undefined;
  readonly #itemOf: (pair: Pair) => unknown;
  #index = 0;

  constructor(pairAt: (index: number) => Pair | undefined, itemOf: (pair: Pair) => unknown) {
    this.#pairAt = pairAt;
    this.#itemOf = itemOf;
  }

  next(): { value: unknown; done: boolean } {
    const pair = this.#pairAt(this.#index);
    if (pair === undefined) return { value: undefined, done: true };
    this.#index += 1;
    return { value: this.#itemOf(pair), done: false };
  }
}

nameClass(PairIterator, 'URLSearchParams Iterator');
// `Symbol.iterator` and the helpers of newer engines come from the prototype of all iterators.
setPrototypeOf(
  PairIterator.prototype,
  getPrototypeOf(getPrototypeOf([][Symbol.iterator]()) as object) as object,
);
reflectDeleteProperty(PairIterator.prototype, 'constructor');
