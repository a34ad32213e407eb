import type { ByteText } from '../byte-text.ts';
import {
  append,
  bigIntToString,
  hasOwn,
  type List,
  list,
  MapConstructor,
  mapGet,
  mapSet,
  toBigInt,
} from '../intrinsics.ts';
import type { Draft } from './draft.ts';
import { pathTo } from './path.ts';
import { type EncodeOptions, type Encoding, MAX_DEPTH } from './types.ts';

/** Where a child is in its parent: a property, an index, or a position among a Map's keys and values. */
export type Key = string | number;

/** A range of an `ArrayBuffer` that is to be carried. Not copied before it is known to fit. */
export interface Bytes {
  readonly buffer: ArrayBuffer;
  readonly offset: number;
  readonly length: number;
}

/**
 * What was read of an object: each property once, children still being the value's own objects. The containers are ours,
 * so encoding makes them into wire nodes in place, and nothing that the program does later changes them.
 */
export type Body =
  | { readonly kind: 'object'; readonly fields: Record<string, unknown> }
  | {
      readonly kind: 'array';
      readonly length: number;
      readonly items: List<unknown>;
      readonly rest: List<unknown> | undefined;
    }
  | {
      readonly kind: 'tagged';
      readonly operands: List<unknown>;
      readonly slotsFrom: number;
      /** Always there: a program may have put a property of that name on Object.prototype. */
      readonly bytes: Bytes | undefined;
    };

/** One object of the value. `parent` and `key` are how it was met first: what a path is made from, when one is needed. */
export interface Node {
  readonly index: number;
  readonly source: object;
  readonly parent: Node | undefined;
  readonly key: Key;
  readonly depth: number;
  body: Body | undefined;
}

const FUNCTION = 'is a function, which cannot cross; call it and pass the result, or leave it out';

/** Powers of two, each the square of the one before, made when a value is first that large. */
const POWERS: List<bigint> = list();

function bitsOf(step: number): number {
  return 2 ** (step + 6);
}

function powerOfTwo(step: number): bigint {
  if (POWERS[step] === undefined) POWERS[step] = 1n << toBigInt(bitsOf(step));
  return POWERS[step]!;
}

/**
 * The breadth-first walk over a value that is no plain JSON: its objects so far, and what is already known about the text
 * that they will make.
 */
export class Walk {
  readonly nodes: List<Node> = list();
  /** A lower bound of the text's length: large values are refused before anything large is made for them. */
  size = 1;
  /** What the regular expressions seen weigh. */
  patternWeight = 0;
  /** How badly the keys of the Maps and Sets seen collide. */
  collisions = 0;
  /** Why the walk was given up. Set before anything is thrown, so that what a program throws is not mistaken for it. */
  failure: Encoding | undefined;
  readonly maxBytes: number;
  readonly byteText: ByteText | undefined;
  readonly attaches: boolean;
  readonly moves: boolean;
  /** What was copied of the value before the walk. */
  draft: Draft | undefined;
  readonly #root: string;
  readonly #isProxy: EncodeOptions['isProxy'];
  readonly #seen = new MapConstructor<object, Node>();

  constructor(options: EncodeOptions) {
    const { root, maxBytes } = options;
    this.maxBytes = maxBytes;
    this.byteText = hasOwn(options, 'byteText') ? options.byteText : undefined;
    this.attaches = hasOwn(options, 'attaches') && options.attaches === true;
    this.moves = hasOwn(options, 'moves') && options.moves === true;
    this.#root = root;
    this.#isProxy = hasOwn(options, 'isProxy') ? options.isProxy : undefined;
  }

  /** Refuses what will take that many characters more, without counting them yet. */
  expect(characters: number): void {
    if (this.size + characters > this.maxBytes) this.tooLarge();
  }

  /** Takes note of a value found at a place: counts it, and queues it if it is an object not met before. */
  visit(parent: Node | undefined, key: Key, value: unknown): void {
    switch (typeof value) {
      case 'string':
        this.size += value.length + 2;
        break;
      case 'number':
        this.size += 1;
        break;
      case 'object':
        if (value !== null) this.refer(parent, key, value);
        else this.size += 4;
        break;
      case 'boolean':
        this.size += 4;
        break;
      case 'undefined':
        this.size += 4;
        break;
      case 'bigint':
        this.#countBigInt(value);
        break;
      default:
        return this.fail(parent, key, typeof value === 'function' ? FUNCTION : 'is a symbol');
    }
    if (this.size > this.maxBytes) this.tooLarge();
  }

  isProxy(object: object): boolean {
    return this.#isProxy?.(object) === true;
  }

  /** The node of an object, a new one if this is the first time that it is met. */
  refer(parent: Node | undefined, key: Key, object: object): Node {
    const source = this.draft?.known(object) ?? object;
    const known = mapGet(this.#seen, source);
    if (known !== undefined) {
      this.size += 3;
      return known;
    }
    const depth = parent === undefined ? 1 : parent.depth + 1;
    if (depth > MAX_DEPTH) this.fail(parent, key, `is nested deeper than ${MAX_DEPTH} levels`);
    if (this.isProxy(source)) this.fail(parent, key, 'is a Proxy');
    const node: Node = { index: this.nodes.length, source, parent, key, depth, body: undefined };
    mapSet(this.#seen, source, node);
    append(this.nodes, node);
    this.size += 2;
    return node;
  }

  indexOf(object: object): number {
    return (mapGet(this.#seen, this.draft?.known(object) ?? object) as Node).index;
  }

  grow(characters: number): void {
    this.size += characters;
    if (this.size > this.maxBytes) this.tooLarge();
  }

  tooLarge(): never {
    const message = `${this.#root} is larger than the limit of ${this.maxBytes} bytes (maxValueBytes)`;
    this.failure = { outcome: 'too-large', message };
    throw this.failure;
  }

  /** Gives up because of what is at a place. */
  fail(parent: Node | undefined, key: Key, reason: string): never {
    const path = pathTo(this.#root, parent, key);
    this.failure = { outcome: 'uncloneable', path, message: `${path} ${reason}` };
    throw this.failure;
  }

  /** Gives up because of what a node is. */
  failAt(node: Node, reason: string): never {
    return this.fail(node.parent, node.key, reason);
  }

  #countBigInt(value: bigint): void {
    this.size += 7;
    // Its size is found by doubling, at a cost in proportion to the value: the digits of the largest BigInts alone take
    // hundreds of megabytes, and must not be written before they are known to fit.
    for (let step = 0; value >= powerOfTwo(step) || value <= -powerOfTwo(step); step++) {
      if (this.size + bitsOf(step) / 4 > this.maxBytes) this.tooLarge();
    }
    this.size += bigIntToString(value, 16).length - 1;
  }
}
