import { captureGetter, getPrototypeOf, uncurryThis } from '../bridge/intrinsics.ts';

// Builtins that only the console and the web globals use, captured like those of `bridge/intrinsics.ts`.

export const { round: mathRound, sqrt: mathSqrt } = Math;
export const { POSITIVE_INFINITY: UNLIMITED } = Number;
export const { getOwnPropertySymbols } = Object;
export const parseInteger = parseInt;
export const parseDecimal = parseFloat;

export const stringPadEnd = uncurryThis(String.prototype.padEnd);
export const stringPadStart = uncurryThis(String.prototype.padStart);
export const stringRepeat = uncurryThis(String.prototype.repeat);
export const stringStartsWith = uncurryThis(String.prototype.startsWith);
export const stringEndsWith = uncurryThis(String.prototype.endsWith);
export const stringCodePointAt = uncurryThis(String.prototype.codePointAt);
export const stringToUpperCase = uncurryThis(String.prototype.toUpperCase);
export const stringToLowerCase = uncurryThis(String.prototype.toLowerCase);
export const numberToFixed = uncurryThis(Number.prototype.toFixed);
export const dateToISOString = uncurryThis(Date.prototype.toISOString);
export const symbolToString = uncurryThis(Symbol.prototype.toString);
export const arraySort = uncurryThis(Array.prototype.sort) as <T>(
  items: { length: number; [index: number]: T },
  compare?: (a: T, b: T) => number,
) => unknown;

export const weakMapHas = uncurryThis(WeakMap.prototype.has) as (self: unknown, key: object) => boolean;
export const weakSetHasAny = uncurryThis(WeakSet.prototype.has) as (self: unknown, key: object) => boolean;

type Step<T> = () => { readonly done?: boolean; readonly value: T };
const mapIterator = uncurryThis(Map.prototype.entries) as (self: unknown) => object;
const mapNext = uncurryThis(
  (getPrototypeOf(new Map().entries()) as { next: Step<[unknown, unknown]> }).next,
) as (self: object) => ReturnType<Step<[unknown, unknown]>>;
const setIterator = uncurryThis(Set.prototype.values) as (self: unknown) => object;
const setNext = uncurryThis((getPrototypeOf(new Set().values()) as { next: Step<unknown> }).next) as (
  self: object,
) => ReturnType<Step<unknown>>;

/** Visits the first `limit` entries of a map. Throws for anything but a map. */
export function eachMapEntry(
  map: unknown,
  limit: number,
  visit: (key: unknown, value: unknown) => void,
): void {
  const entries = mapIterator(map);
  for (let count = 0; count < limit; count++) {
    const step = mapNext(entries);
    if (step.done) return;
    visit(step.value[0], step.value[1]);
  }
}

/** Visits the first `limit` values of a set. Throws for anything but a set. */
export function eachSetValue(set: unknown, limit: number, visit: (value: unknown) => void): void {
  const values = setIterator(set);
  for (let count = 0; count < limit; count++) {
    const step = setNext(values);
    if (step.done) return;
    visit(step.value);
  }
}

export const typedArrayLength = captureGetter(getPrototypeOf(Uint8Array.prototype) as object, 'length') as (
  self: unknown,
) => number;
