import { defineProperty, toStringTag } from '../../bridge/intrinsics.ts';

/** Gives a class the name that a program knows it by: bundling shortens the one in its source. */
export function nameClass(Class: { readonly prototype: object }, name: string): void {
  defineProperty(Class, 'name', { value: name, configurable: true });
  defineProperty(Class.prototype, toStringTag, { value: name, configurable: true });
}

/** Gives a function the number of arguments that its native twin declares. */
export function defineLength(target: unknown, value: number): void {
  defineProperty(target as object, 'length', { value, configurable: true });
}
