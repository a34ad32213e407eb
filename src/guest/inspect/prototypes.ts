import {
  getOwnPropertyDescriptor,
  getPrototypeOf,
  hasOwn,
  toStringTag,
  typedArrayName,
} from '../../bridge/intrinsics.ts';
import type { Surroundings } from './context.ts';

/** Prototype chains are followed this far. */
const MAX_CHAIN = 50;

/**
 * Calls `visit` with an object and its prototypes in turn, until it returns something. Ends at a proxy, whose prototype
 * cannot be asked for without running a trap.
 */
export function searchChain<T>(
  value: object,
  isProxy: (value: object) => boolean,
  visit: (holder: object) => T | undefined,
): T | undefined {
  let holder: object | null = value;
  for (let steps = 0; steps < MAX_CHAIN && holder !== null && !isProxy(holder); steps++) {
    const found = visit(holder);
    if (found !== undefined) return found;
    holder = getPrototypeOf(holder) as object | null;
  }
  return undefined;
}

/** The value of an own data property; `undefined` for an accessor, which is never called. */
export function ownData(holder: object, key: PropertyKey): unknown {
  const descriptor = getOwnPropertyDescriptor(holder, key);
  return descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : undefined;
}

/** A data property, own or inherited, without calling a getter or a trap. */
export function findData(value: object, key: PropertyKey, { isProxy }: Surroundings): unknown {
  const holder = searchChain(value, isProxy, (object) => (hasOwn(object, key) ? object : undefined));
  return holder && ownData(holder, key);
}

/** The name of the class that made an object; `null` if none can be told. */
export function classNameOf(value: object, { isProxy }: Surroundings): string | null {
  const name = searchChain(value, isProxy, (holder) => {
    const Class = ownData(holder, 'constructor');
    if (typeof Class !== 'function' || isProxy(Class)) return undefined;
    const prototype = ownData(Class, 'prototype');
    return isOnChain(prototype, value, isProxy) ? functionName(Class) || undefined : undefined;
  });
  return name ?? null;
}

function isOnChain(prototype: unknown, value: object, isProxy: Surroundings['isProxy']): boolean {
  // The object itself does not count: a prototype was not made by its own class.
  return (
    searchChain(value, isProxy, (holder) => (holder === prototype && holder !== value) || undefined) === true
  );
}

export function functionName(value: object): string {
  const name = ownData(value, 'name');
  return typeof name === 'string' ? name : '';
}

/** What an object calls itself beside the name of its class; '' if that adds nothing. */
export function tagOf(value: object, surroundings: Surroundings, className: string | null): string {
  let tag: unknown = typedArrayName(value);
  if (tag === undefined) {
    // An enumerable tag of its own is printed with the properties.
    if (getOwnPropertyDescriptor(value, toStringTag)?.enumerable === true) return '';
    tag = findData(value, toStringTag, surroundings);
  }
  return typeof tag === 'string' && tag !== className ? tag : '';
}

/** The words in front of the braces, with a space at the end: `Foo(2) [Map] `. */
export function prefixOf(className: string | null, tag: string, fallback: string, size = ''): string {
  const name = className === null ? `[${fallback}${size}: null prototype]` : `${className}${size}`;
  const shown = tag !== '' && (className !== null || tag !== fallback) ? ` [${tag}]` : '';
  return `${name}${shown} `;
}
