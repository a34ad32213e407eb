import {
  hasOwn,
  jsonStringify,
  regExpTest,
  SetConstructor,
  setHas,
  stringIndexOf,
  stringSlice,
  toNumber,
  toText,
} from '../bridge/intrinsics.ts';
import { parseDecimal, parseInteger } from './builtins.ts';
import type { Surroundings } from './inspect/context.ts';
import { failureText } from './inspect/failure.ts';
import { DEFAULT_SETTINGS, type InspectSettings } from './inspect/options.ts';
import { ownData, searchChain } from './inspect/prototypes.ts';
import { bigIntText, numberText } from './inspect/text.ts';
import { inspectWith } from './inspect.ts';

const SHALLOW: InspectSettings = { ...DEFAULT_SETTINGS, depth: 0 };
const THOROUGH: InspectSettings = { ...DEFAULT_SETTINGS, depth: 4, showHidden: true };

/**
 * The text of the arguments of a console method, like Node's `util.format`. Where a placeholder asks for it, a method of
 * the program is called (`toString`, `toJSON`, `valueOf`); what one throws becomes part of the text.
 */
export function format(args: ArrayLike<unknown>, surroundings: Surroundings): string {
  let text = '';
  let next = 0;
  const template = args[0];
  if (args.length > 1 && typeof template === 'string') {
    ({ text, next } = fill(template, args, surroundings));
  }
  for (; next < args.length && text.length <= surroundings.maxLength; next++) {
    const arg = args[next];
    if (next > 0) text += ' ';
    text += typeof arg === 'string' ? arg : inspectWith(arg, DEFAULT_SETTINGS, surroundings);
  }
  return text;
}

/** Replaces the placeholders of a template. `next` is the first argument that none of them took. */
function fill(
  template: string,
  args: ArrayLike<unknown>,
  surroundings: Surroundings,
): { text: string; next: number } {
  let text = '';
  let start = 0;
  let next = 1;
  let at = stringIndexOf(template, '%');
  while (at !== -1 && at < template.length - 1 && text.length <= surroundings.maxLength) {
    const letter = template[at + 1]!;
    if (letter === '%') {
      text += `${stringSlice(template, start, at)}%`;
      start = at + 2;
    } else if (next < args.length) {
      const replacement = placeholder(letter, args[next], surroundings);
      if (replacement !== undefined) {
        text += stringSlice(template, start, at) + replacement;
        start = at + 2;
        next += 1;
      }
    }
    at = stringIndexOf(template, '%', start > at ? start : at + 1);
  }
  return { text: text + stringSlice(template, start), next };
}

function placeholder(letter: string, arg: unknown, surroundings: Surroundings): string | undefined {
  try {
    switch (letter) {
      case 's':
        return asText(arg, surroundings);
      case 'd':
        return asNumber(arg, surroundings, toNumber);
      case 'i':
        return asNumber(arg, surroundings, parseInteger as (value: unknown) => number);
      case 'f':
        return typeof arg === 'symbol' || isProxy(arg, surroundings)
          ? 'NaN'
          : numberText(parseDecimal(arg as string));
      case 'j':
        return isProxy(arg, surroundings) ? '[Proxy]' : asJson(arg, surroundings);
      case 'o':
        return inspectWith(arg, THOROUGH, surroundings);
      case 'O':
        return inspectWith(arg, DEFAULT_SETTINGS, surroundings);
      case 'c':
        return '';
      default:
        return undefined;
    }
  } catch (error) {
    return failureText(error, surroundings);
  }
}

function isProxy(value: unknown, surroundings: Surroundings): boolean {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    surroundings.isProxy(value)
  );
}

function asText(arg: unknown, surroundings: Surroundings): string {
  switch (typeof arg) {
    case 'number':
      return numberText(arg);
    case 'bigint':
      return bigIntText(arg);
    case 'function':
      return surroundings.isProxy(arg) ? '[Proxy]' : toText(arg);
    case 'object':
      return arg !== null && printsBetterThanItself(arg, surroundings)
        ? inspectWith(arg, SHALLOW, surroundings)
        : toText(arg);
    default:
      return toText(arg);
  }
}

/** The `toString` methods that say less than an inspection does. */
const builtinToStrings = new SetConstructor<unknown>([
  Object.prototype.toString,
  Array.prototype.toString,
  Error.prototype.toString,
  Date.prototype.toString,
  RegExp.prototype.toString,
]);

function printsBetterThanItself(value: object, surroundings: Surroundings): boolean {
  if (surroundings.isProxy(value)) return true;
  const holder = searchChain(value, surroundings.isProxy, (object) =>
    hasOwn(object, 'toString') ? object : undefined,
  );
  return holder === undefined || setHas(builtinToStrings, ownData(holder, 'toString'));
}

function asNumber(arg: unknown, surroundings: Surroundings, convert: (value: unknown) => number): string {
  if (typeof arg === 'bigint') return bigIntText(arg);
  if (typeof arg === 'symbol' || isProxy(arg, surroundings)) return 'NaN';
  return numberText(convert(arg));
}

/** How the engines word it. */
const CIRCULAR = /circular|cyclic/;

function asJson(arg: unknown, surroundings: Surroundings): string {
  try {
    return `${jsonStringify(arg)}`;
  } catch (error) {
    if (regExpTest(CIRCULAR, failureText(error, surroundings))) return '[Circular]';
    throw error;
  }
}
