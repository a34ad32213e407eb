import { reflectApply } from '../../bridge/intrinsics.ts';
import { Context, type Format, type Surroundings } from './context.ts';
import { failureText } from './failure.ts';
import { settingsOf } from './options.ts';
import { ownData, searchChain } from './prototypes.ts';
import { cut, indentLines } from './text.ts';

/** The key of an object's own inspection method, as in Node. */
export const customInspect: unique symbol = Symbol.for('nodejs.util.inspect.custom');

/** Where Node's methods would add colours. */
const plain = (text: unknown): string => `${text as string}`;

/** The text that an object's own inspection method gives; `undefined` if it has none, or returns the object itself. */
export function customText(
  context: Context,
  value: object,
  level: number,
  format: Format,
): string | undefined {
  const { settings, surroundings } = context;
  if (!settings.customInspect || context.hooksLeft <= 0 || isPrototype(value, surroundings)) return undefined;
  const method = searchChain(value, surroundings.isProxy, (holder) => ownData(holder, customInspect));
  if (typeof method !== 'function') return undefined;
  context.hooksLeft -= 1;
  let result: unknown;
  try {
    const inspect = (inner?: unknown, options?: unknown): string =>
      format(new Context(settingsOf(options, settings), surroundings, format), inner, 0);
    result = reflectApply(method, value, [
      settings.depth - level,
      { ...settings, colors: false, stylize: plain },
      inspect,
    ]);
  } catch (error) {
    return context.spend(failureText(error, surroundings));
  }
  if (result === value) return undefined;
  if (typeof result !== 'string') return format(context, result, level);
  return context.spend(indentLines(cut(result, surroundings.maxLength), context.indentation));
}

/** Methods on a prototype are for the objects made from it. */
function isPrototype(value: object, { isProxy }: Surroundings): boolean {
  const Class = ownData(value, 'constructor');
  return typeof Class === 'function' && !isProxy(Class) && ownData(Class, 'prototype') === value;
}
