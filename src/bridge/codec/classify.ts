import {
  ArrayBufferConstructor,
  arrayBufferByteLength,
  arrayBufferIsView,
  arrayIsArray,
  bigIntValueOf,
  booleanValueOf,
  captureGetter,
  DataViewConstructor,
  DateConstructor,
  dateGetTime,
  ErrorConstructor,
  errorIsError,
  getPrototypeOf,
  MapConstructor,
  mapGet,
  mapSet,
  mapSize,
  numberValueOf,
  ObjectPrototype,
  objectToString,
  optionalGlobal,
  RegExpConstructor,
  SetConstructor,
  setSize,
  stringValueOf,
  TypedArrayPrototype,
  toStringTag,
} from '../intrinsics.ts';

/** What an object is by its internal slots, where the wire has a node of its own for it. */
export type Brand = 'date' | 'regexp' | 'map' | 'set' | 'error' | 'buffer' | 'view' | 'box';

/** `ordinary`: an instance of some class, with nothing but its properties. `never`: the name of what does not cross. */
export type Classification = Brand | 'array' | 'plain' | 'ordinary' | { readonly never: string };

type Family = Exclude<Classification, 'array'>;

const isRegExp = captureGetter(RegExpConstructor.prototype, 'global') as (value: unknown) => unknown;
const unwrap = [numberValueOf, stringValueOf, booleanValueOf, bigIntValueOf] as const;

/** Each test throws for an object without the slot. None runs code of a program. */
const BRANDS: readonly { readonly brand: Brand; readonly test: (value: object) => unknown }[] = [
  { brand: 'map', test: mapSize },
  { brand: 'set', test: setSize },
  { brand: 'date', test: dateGetTime },
  { brand: 'buffer', test: arrayBufferByteLength },
  { brand: 'regexp', test: isRegExp },
  { brand: 'box', test: numberValueOf },
  { brand: 'box', test: stringValueOf },
  { brand: 'box', test: booleanValueOf },
  { brand: 'box', test: bigIntValueOf },
];

/** What the instances of a builtin prototype should be: a hint that saves trying all brands, to be verified. */
const FAMILIES = new Map<object, Family>([
  [Map.prototype, 'map'],
  [SetConstructor.prototype, 'set'],
  [DateConstructor.prototype, 'date'],
  [RegExpConstructor.prototype, 'regexp'],
  [ArrayBufferConstructor.prototype, 'buffer'],
  [TypedArrayPrototype, 'view'],
  [DataViewConstructor.prototype, 'view'],
  [Number.prototype, 'box'],
  [String.prototype, 'box'],
  [Boolean.prototype, 'box'],
  [BigInt.prototype, 'box'],
  [ErrorConstructor.prototype, 'error'],
  [Symbol.prototype, { never: 'Symbol object' }],
]);
for (const name of [
  'Promise',
  'WeakMap',
  'WeakSet',
  'WeakRef',
  'FinalizationRegistry',
  'SharedArrayBuffer',
]) {
  addNever(name, optionalGlobal(name));
}
const wasm = optionalGlobal('WebAssembly') as Record<string, unknown> | undefined;
for (const name of wasm ? Object.getOwnPropertyNames(wasm) : [])
  addNever(`WebAssembly.${name}`, wasm?.[name]);

function addNever(name: string, builtin: unknown): void {
  const prototype: unknown = typeof builtin === 'function' ? builtin.prototype : undefined;
  // WebAssembly's errors are errors.
  if (typeof prototype !== 'object' || prototype === null || prototype instanceof Error) return;
  FAMILIES.set(prototype, { never: name });
}

/** No sane chain is longer; a proxy can make one endless. */
const MAX_CHAIN = 100;

/** Tells objects apart by their internal slots; what they say of themselves (`constructor`, `Symbol.toStringTag`) is not asked. */
export class Classifier {
  readonly #families = new MapConstructor<object, Family>();

  classify(value: object): Classification {
    if (arrayIsArray(value)) return 'array';
    const prototype = getPrototypeOf(value) as object | null;
    if (prototype === ObjectPrototype) return 'plain';
    // A record without a prototype; or something that had one, and would lose all that it holds.
    if (prototype === null) return brandOf(value) ?? 'plain';
    let family = mapGet(this.#families, prototype);
    if (family === undefined) {
      // Trying all brands costs as much as a hundred plain objects, so the first instance answers for its siblings.
      family = familyOf(prototype) ?? brandOf(value) ?? 'ordinary';
      mapSet(this.#families, prototype, family);
    }
    if (typeof family === 'object' || family === 'plain' || family === 'ordinary' || family === 'error')
      return family;
    return has(family, value) ? family : (brandOf(value) ?? 'ordinary');
  }
}

/** The brand of an object whose prototype does not tell. */
export function brandOf(value: object): Brand | undefined {
  if (arrayBufferIsView(value)) return 'view';
  for (let index = 0; index < BRANDS.length; index++) {
    const { brand, test } = BRANDS[index]!;
    if (passes(test, value)) return brand;
  }
  return isError(value) ? 'error' : undefined;
}

/** The primitive in an object of the brand `box`. */
export function unbox(value: object): unknown {
  for (let index = 0; index < unwrap.length; index++) {
    try {
      return unwrap[index]!(value);
    } catch {}
  }
  return undefined;
}

function familyOf(prototype: object): Family | undefined {
  let at: object | null = prototype;
  for (let step = 0; at !== null && step < MAX_CHAIN; step++) {
    const family = mapGet(FAMILIES, at);
    if (family !== undefined) return family;
    at = getPrototypeOf(at) as object | null;
  }
  // A prototype at the root is an `Object.prototype`, of another realm or of somebody's own making.
  return getPrototypeOf(prototype) === null ? 'plain' : undefined;
}

function has(brand: Brand, value: object): boolean {
  if (brand === 'view') return arrayBufferIsView(value);
  for (let index = 0; index < BRANDS.length; index++) {
    const entry = BRANDS[index]!;
    if (entry.brand === brand && passes(entry.test, value)) return true;
  }
  return false;
}

function passes(test: (value: object) => unknown, value: object): boolean {
  try {
    test(value);
    return true;
  } catch {
    return false;
  }
}

function isError(value: object): boolean {
  if (errorIsError !== undefined) return errorIsError(value);
  // A tag would be believed by `toString`, so what has one cannot be told.
  return (
    typeof (value as { [toStringTag]?: unknown })[toStringTag] !== 'string' &&
    objectToString(value) === '[object Error]'
  );
}
