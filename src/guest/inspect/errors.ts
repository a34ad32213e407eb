import {
  append,
  arrayIsArray,
  getOwnPropertyDescriptor,
  type List,
  list,
  stringIndexOf,
  stringSlice,
} from '../../bridge/intrinsics.ts';
import { stringEndsWith, stringStartsWith } from '../builtins.ts';
import type { Context, Surroundings } from './context.ts';
import type { Properties } from './properties.ts';
import { findData, prefixOf } from './prototypes.ts';
import { indentLines, shorten } from './text.ts';

const FIRST_FRAME = '\n    at ';

/** Headline and frames of an error. One without frames stands in brackets, to be told from text. */
export function errorText(context: Context, error: object, className: string | null, tag: string): string {
  const { surroundings, settings } = context;
  const text = withClassName(stackText(error, surroundings), nameOf(error, surroundings), className, tag);
  const message = findData(error, 'message', surroundings);
  const messageAt = typeof message === 'string' ? stringIndexOf(text, message) : -1;
  const framesAt = stringIndexOf(
    text,
    FIRST_FRAME,
    messageAt < 0 ? 0 : messageAt + (message as string).length,
  );
  const headline = shorten(framesAt < 0 ? text : stringSlice(text, 0, framesAt), settings.maxStringLength);
  const whole =
    framesAt < 0
      ? `[${headline}]`
      : headline + shorten(stringSlice(text, framesAt), settings.maxStringLength);
  return indentLines(whole, context.indentation);
}

/** The properties of an error that its text does not show yet, and what it was caused by. */
export function errorProperties(context: Context, error: object, { shown, more }: Properties): Properties {
  if (context.settings.showHidden) return { shown, more };
  const text = stackText(error, context.surroundings);
  const kept: Properties['shown'] = list();
  for (let index = 0; index < shown.length; index++) {
    const { key, descriptor } = shown[index]!;
    const { value } = descriptor;
    const told =
      key === 'stack' ||
      ((key === 'name' || key === 'message') &&
        (typeof value !== 'string' || stringIndexOf(text, value) !== -1));
    if (!told) append(kept, shown[index]!);
  }
  addHidden(error, 'cause', kept);
  if (arrayIsArray(findData(error, 'errors', context.surroundings))) addHidden(error, 'errors', kept);
  return { shown: kept, more };
}

function addHidden(error: object, key: string, to: List<Properties['shown'][number]>): void {
  const descriptor = getOwnPropertyDescriptor(error, key);
  if (descriptor !== undefined && !descriptor.enumerable) append(to, { key, descriptor });
}

function nameOf(error: object, surroundings: Surroundings): string {
  const name = findData(error, 'name', surroundings);
  return typeof name === 'string' ? name : 'Error';
}

function stackText(error: object, surroundings: Surroundings): string {
  let stack: string | undefined;
  try {
    stack = surroundings.stackOf(error);
  } catch {}
  if (typeof stack === 'string' && stack !== '') return stack;
  const name = nameOf(error, surroundings);
  const message = findData(error, 'message', surroundings);
  if (typeof message !== 'string' || message === '') return name;
  return name === '' ? message : `${name}: ${message}`;
}

/** Says of which class an error is, where a class did not give its errors a name of their own. */
function withClassName(text: string, name: string, className: string | null, tag: string): string {
  if (className === null || !stringEndsWith(name, 'Error') || !stringStartsWith(text, name)) return text;
  const next = stringSlice(text, name.length, name.length + 1);
  if (next !== '' && next !== ':' && next !== '\n') return text;
  const wanted = stringSlice(prefixOf(className, tag, 'Error'), 0, -1);
  if (wanted === name) return text;
  const shown = stringIndexOf(wanted, name) === -1 ? `${wanted} [${name}]` : wanted;
  return shown + stringSlice(text, name.length);
}
