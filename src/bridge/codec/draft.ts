import {
  hasOwn,
  MapConstructor,
  mapForEach,
  mapGet,
  mapSet,
  objectKeys,
  objectToString,
  objectValues,
  SetConstructor,
  setAdd,
  setHas,
  setPrototypeOf,
} from '../intrinsics.ts';
import type { Classifier } from './classify.ts';
import { MAX_JSON_DEPTH } from './types.ts';
import type { Walk } from './walk.ts';

/**
 * A copy of our own of all plain objects and dense arrays of a value, down to whatever is something else: most values are
 * nothing but that, and then the copy is what the engine writes as JSON. Otherwise the walk begins with the copy.
 * Each property is read once, here or there.
 */
export class Draft {
  /** Whether JSON carries all that was seen, each object being in one place. */
  plain = true;
  readonly #walk: Walk;
  readonly #classifier: Classifier;
  readonly #copies = new MapConstructor<object, object>();
  /** The copies, once they are asked for. */
  #own: Set<object> | undefined;
  /** What was read of arrays that are not as they should be. */
  readonly #read = new MapConstructor<object, unknown[]>();
  /** Of the text, at least. */
  #size = 1;

  constructor(walk: Walk, classifier: Classifier) {
    this.#walk = walk;
    this.#classifier = classifier;
  }

  /** The copy of a value; the value itself where it is none of the draft's business. */
  of(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) return this.#object(value, 1);
    this.#grow(this.#sizeOf(value));
    return value;
  }

  /** What stands for an object that may have been copied. */
  known(source: object): object {
    return mapGet(this.#copies, source) ?? source;
  }

  /** Whether an object is one of the copies: nobody else has a hand on it, so it need not be copied again. */
  isOwn(object: object): boolean {
    if (this.#own === undefined) {
      const own = new SetConstructor<object>();
      mapForEach(this.#copies, (copy) => setAdd(own, copy));
      this.#own = own;
    }
    return setHas(this.#own, object);
  }

  /** The values of an array, where they have been read already. */
  valuesOf(source: object): unknown[] | undefined {
    return mapGet(this.#read, source);
  }

  /** Takes the copies out of reach of a `toJSON` that a program has given to all objects. */
  hideFromHooks(): void {
    mapForEach(this.#copies, (copy) => setPrototypeOf(copy, null));
  }

  #object(source: object, depth: number): object {
    const known = mapGet(this.#copies, source);
    if (known !== undefined || depth > MAX_JSON_DEPTH || this.#walk.isProxy(source)) {
      this.plain = false;
      this.#grow(3);
      return known ?? source;
    }
    let copy: object | undefined;
    try {
      const kind = this.#classifier.classify(source);
      if (kind === 'plain') copy = this.#fields(source, depth);
      else if (kind === 'array') copy = this.#items(source as unknown[], depth);
    } catch (error) {
      // Whatever cannot be read is looked at again by the walk, which finds out where it is.
      if (this.#walk.failure !== undefined) throw error;
    }
    if (copy === undefined) this.plain = false;
    return copy ?? source;
  }

  #fields(source: object, depth: number): object | undefined {
    // Own enumerable properties become data of an object of ours, at native speed, whatever their keys are.
    const fields: Record<string, unknown> = { ...source };
    const keys = objectKeys(fields);
    // A Date, a Map ... whose prototype was replaced.
    if (keys.length === 0 && objectToString(source) !== '[object Object]') return undefined;
    mapSet(this.#copies, source, fields);
    let size = 2;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      const child = fields[key];
      size += key.length + 3;
      if (typeof child !== 'object' || child === null) size += this.#sizeOf(child);
      else fields[key] = this.#object(child, depth + 1);
    }
    this.#grow(size);
    return fields;
  }

  #items(source: unknown[], depth: number): object | undefined {
    const length = source.length;
    // Looked at before it is read: reading makes a copy, and an array that cannot fit must not be copied.
    for (let index = 0; index < length; index++) {
      if (!hasOwn(source, index)) return undefined;
      if (this.#size + 2 * index + 1 > this.#walk.maxBytes) this.#walk.tooLarge();
    }
    const items = objectValues(source) as unknown[];
    if (items.length !== length) {
      mapSet(this.#read, source, items);
      return undefined;
    }
    mapSet(this.#copies, source, items);
    let size = length + 1;
    for (let index = 0; index < length; index++) {
      const child = items[index];
      if (typeof child !== 'object' || child === null) size += this.#sizeOf(child);
      else items[index] = this.#object(child, depth + 1);
    }
    this.#grow(size);
    return items;
  }

  /** What a value that is no object adds to the text, at least; takes note of what JSON lacks. */
  #sizeOf(value: unknown): number {
    switch (typeof value) {
      case 'string':
        return value.length + 2;
      case 'number':
        // What is not finite, and negative zero.
        if (value - value !== 0 || (value === 0 && 1 / value < 0)) this.plain = false;
        return 1;
      case 'boolean':
      case 'object':
        return 4;
      default:
        this.plain = false;
        return 0;
    }
  }

  #grow(characters: number): void {
    this.#size += characters;
    if (this.#size > this.#walk.maxBytes) this.#walk.tooLarge();
  }
}
