/**
 * Builtins captured while the realm is still pristine, for code that runs beside a program which may patch them later.
 * Import from here instead of reaching through a prototype or a global at run time.
 */

type AnyFunction = (this: never, ...args: never[]) => unknown;

/** Turns a method into a function of its receiver, so that no prototype is consulted when it is called. */
export const uncurryThis = Function.prototype.bind.bind(Function.prototype.call) as unknown as <
  Self,
  Args extends unknown[],
  Result,
>(
  method: (this: Self, ...args: Args) => Result,
) => (self: Self, ...args: Args) => Result;

/** The getter of an accessor, as a function of its receiver. Undefined where the engine has no such accessor. */
export function captureGetter(
  prototype: object,
  name: PropertyKey,
): ((self: unknown) => unknown) | undefined {
  const getter = Object.getOwnPropertyDescriptor(prototype, name)?.get as AnyFunction | undefined;
  return getter && (uncurryThis(getter) as (self: unknown) => unknown);
}

/** A method as a function of its receiver. Undefined where the engine has no such method. */
function captureMethod(prototype: object, name: PropertyKey): AnyFunction | undefined {
  const method = Object.getOwnPropertyDescriptor(prototype, name)?.value as AnyFunction | undefined;
  return method && (uncurryThis(method) as AnyFunction);
}

const requireGetter = (prototype: object, name: PropertyKey): ((self: unknown) => unknown) =>
  captureGetter(prototype, name) as (self: unknown) => unknown;

/** A global by name, or undefined: for what not every engine, or not every realm, has. */
export function optionalGlobal(name: string): unknown {
  return (globalThis as unknown as Record<string, unknown>)[name];
}

export const {
  apply: reflectApply,
  construct: reflectConstruct,
  deleteProperty: reflectDeleteProperty,
  get: reflectGet,
  has: reflectHas,
  ownKeys: reflectOwnKeys,
  set: reflectSet,
} = Reflect;
export const NativeProxy = Proxy;

export const ObjectPrototype = Object.prototype;
export const ArrayPrototype = Array.prototype;
export const {
  create: objectCreate,
  defineProperty,
  freeze,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  is: objectIs,
  keys: objectKeys,
  setPrototypeOf,
  values: objectValues,
} = Object;
export const objectToString = uncurryThis(Object.prototype.toString) as (self: unknown) => string;

export const { isArray: arrayIsArray } = Array;
export const arrayJoin = uncurryThis(Array.prototype.join) as (
  list: ArrayLike<unknown>,
  separator: string,
) => string;
export const functionToString = uncurryThis(Function.prototype.toString) as (self: unknown) => string;

export const { stringify: jsonStringify } = JSON;
export const jsonParse = JSON.parse as (text: string) => unknown;

export const {
  isFinite: numberIsFinite,
  isInteger: numberIsInteger,
  isSafeInteger: numberIsSafeInteger,
} = Number;
export const toText = String;
export const toNumber = Number;
export const toBigInt = BigInt;
export const toObject = Object as (value: unknown) => object;
export const numberToString = uncurryThis(Number.prototype.toString);
export const bigIntToString = uncurryThis(BigInt.prototype.toString);
export const { asUintN: bigIntAsUintN } = BigInt;
export const { floor: mathFloor, imul: mathImul, max: mathMax, min: mathMin } = Math;

export const { fromCharCode: stringFromCharCode } = String;
export const stringCharCodeAt = uncurryThis(String.prototype.charCodeAt);
export const stringIndexOf = uncurryThis(String.prototype.indexOf);
export const stringSlice = uncurryThis(String.prototype.slice);
/** `RegExp.prototype.exec` itself: never the patchable protocol behind `test`, `match` and `replace`. */
export const regExpExec = uncurryThis(RegExp.prototype.exec);
export const regExpTest = (pattern: RegExp, text: string): boolean => regExpExec(pattern, text) !== null;

export const MapConstructor = Map;
export const mapGet = uncurryThis(Map.prototype.get) as <K, V>(
  map: ReadonlyMap<K, V>,
  key: K,
) => V | undefined;
export const mapSet = uncurryThis(Map.prototype.set) as <K, V>(map: Map<K, V>, key: K, value: V) => Map<K, V>;
export const mapHas = uncurryThis(Map.prototype.has) as <K>(map: ReadonlyMap<K, unknown>, key: K) => boolean;
export const mapDelete = uncurryThis(Map.prototype.delete) as <K>(map: Map<K, unknown>, key: K) => boolean;
export const mapForEach = uncurryThis(Map.prototype.forEach) as <K, V>(
  map: ReadonlyMap<K, V>,
  visit: (value: V, key: K) => void,
) => void;
export const mapSize = requireGetter(Map.prototype, 'size') as (map: unknown) => number;

export const SetConstructor = Set;
export const setAdd = uncurryThis(Set.prototype.add) as <T>(set: Set<T>, value: T) => Set<T>;
export const setHas = uncurryThis(Set.prototype.has) as <T>(set: ReadonlySet<T>, value: T) => boolean;
export const setForEach = uncurryThis(Set.prototype.forEach) as <T>(
  set: ReadonlySet<T>,
  visit: (value: T) => void,
) => void;
export const setSize = requireGetter(Set.prototype, 'size') as (set: unknown) => number;

export const weakMapGet = uncurryThis(WeakMap.prototype.get) as <K extends object, V>(
  map: WeakMap<K, V>,
  key: K,
) => V | undefined;
export const weakMapSet = uncurryThis(WeakMap.prototype.set) as <K extends object, V>(
  map: WeakMap<K, V>,
  key: K,
  value: V,
) => WeakMap<K, V>;
export const weakSetAdd = uncurryThis(WeakSet.prototype.add) as <T extends object>(
  set: WeakSet<T>,
  value: T,
) => WeakSet<T>;
export const weakSetHas = uncurryThis(WeakSet.prototype.has) as <T extends object>(
  set: WeakSet<T>,
  value: T,
) => boolean;

export const DateConstructor = Date;
export const dateGetTime = uncurryThis(Date.prototype.getTime) as (self: unknown) => number;

export const RegExpConstructor = RegExp;
export const regExpSource = requireGetter(RegExp.prototype, 'source') as (self: unknown) => string;
/** Each flag's letter and getter: the `flags` getter would read properties that a program may have redefined. */
export const regExpFlags: readonly { readonly letter: string; readonly read: (self: unknown) => unknown }[] =
  [
    ['d', 'hasIndices'],
    ['g', 'global'],
    ['i', 'ignoreCase'],
    ['m', 'multiline'],
    ['s', 'dotAll'],
    ['u', 'unicode'],
    ['v', 'unicodeSets'],
    ['y', 'sticky'],
  ].flatMap(([letter = '', name = '']) => {
    const read = captureGetter(RegExp.prototype, name);
    return read ? [{ letter, read }] : [];
  });

export const numberValueOf = uncurryThis(Number.prototype.valueOf) as (self: unknown) => number;
export const stringValueOf = uncurryThis(String.prototype.valueOf) as (self: unknown) => string;
export const booleanValueOf = uncurryThis(Boolean.prototype.valueOf) as (self: unknown) => boolean;
export const bigIntValueOf = uncurryThis(BigInt.prototype.valueOf) as (self: unknown) => bigint;
export const symbolValueOf = uncurryThis(Symbol.prototype.valueOf) as (self: unknown) => symbol;
export const { toStringTag } = Symbol;

export const TypedArrayPrototype = getPrototypeOf(Uint8Array.prototype) as object;
export const Uint8ArrayConstructor = Uint8Array;
export const DataViewConstructor = DataView;
export const ArrayBufferConstructor = ArrayBuffer;
export const { isView: arrayBufferIsView } = ArrayBuffer;
export const arrayBufferByteLength = requireGetter(ArrayBuffer.prototype, 'byteLength') as (
  self: unknown,
) => number;
/** Engines that lack it have no buffers that grow. */
export const arrayBufferIsResizable = captureGetter(ArrayBuffer.prototype, 'resizable') as
  | ((self: unknown) => boolean)
  | undefined;
/** Moves the bytes into a buffer of this realm, and leaves none in the one given; Node 20 lacks it. */
export const arrayBufferMove = captureMethod(ArrayBuffer.prototype, 'transferToFixedLength') as
  | ((self: unknown) => ArrayBuffer)
  | undefined;
/** The concrete name of a typed array, by internal slot; undefined for anything else. Never throws. */
export const typedArrayName = requireGetter(TypedArrayPrototype, toStringTag) as (
  self: unknown,
) => string | undefined;
export const typedArrayBuffer = requireGetter(TypedArrayPrototype, 'buffer') as (self: unknown) => object;
export const typedArrayByteOffset = requireGetter(TypedArrayPrototype, 'byteOffset') as (
  self: unknown,
) => number;
export const typedArrayByteLength = requireGetter(TypedArrayPrototype, 'byteLength') as (
  self: unknown,
) => number;
/** Copies the bytes of another typed array, as a whole and whatever its constructor says. */
export const typedArraySet = uncurryThis(Uint8Array.prototype.set) as (self: unknown, source: object) => void;
/** Throws for a typed array that is detached or out of the bounds of its buffer. */
export const typedArrayAt = uncurryThis(Uint8Array.prototype.at) as (self: unknown, index: number) => unknown;
export const dataViewBuffer = requireGetter(DataView.prototype, 'buffer') as (self: unknown) => object;
export const dataViewByteOffset = requireGetter(DataView.prototype, 'byteOffset') as (
  self: unknown,
) => number;
export const dataViewByteLength = requireGetter(DataView.prototype, 'byteLength') as (
  self: unknown,
) => number;

export const ErrorConstructor = Error;
export const TypeErrorConstructor = TypeError;
export const RangeErrorConstructor = RangeError;
/** `Error.isError`, where the engine has it. */
export const errorIsError = (Error as { isError?: (value: unknown) => boolean }).isError;

export const PromiseConstructor = Promise;

/** An array without a prototype: no setter that a program defines on `Array.prototype` can see a write to it. */
export interface List<T> {
  [index: number]: T;
  length: number;
}

export function list<T>(): List<T> {
  return setPrototypeOf([], null) as List<T>;
}

/** Appends to a `List`; an ordinary array takes `defineData(array, array.length, value)`. */
export function append<T>(items: List<T>, value: T): void {
  items[items.length] = value;
}

/** Creates or replaces an own data property, enumerable unless told, whatever the prototypes say about the key. */
export function defineData(target: object, key: PropertyKey, value: unknown, enumerable = true): void {
  // Without a prototype the descriptor cannot inherit a `get` that a program put on Object.prototype.
  const descriptor = { __proto__: null, value, writable: true, enumerable, configurable: true };
  defineProperty(target, key, descriptor);
}
