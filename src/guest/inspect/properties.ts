import {
  append,
  getOwnPropertyDescriptor,
  hasOwn,
  type List,
  list,
  objectKeys,
  reflectOwnKeys,
  regExpTest,
} from '../../bridge/intrinsics.ts';
import { arraySort, getOwnPropertySymbols } from '../builtins.ts';
import type { Context } from './context.ts';
import { quote, symbolText } from './text.ts';

/** Properties shown of one object. */
const MAX_SHOWN = 1_000;

/** Properties looked at for it: most of them may be hidden. */
const MAX_SEEN = 20_000;

/** Lists longer than this are not searched for named properties: their indexes would all have to be made strings. */
const MAX_SEARCHED_LENGTH = 1_000;

interface Property {
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

export interface Properties {
  readonly shown: List<Property>;
  /** Keys that were not looked at. */
  readonly more: number;
}

/** The properties of an object that are printed as `key: value`; of lists, those that are not items. */
export function propertiesOf(context: Context, value: object, length: number | undefined): Properties {
  const found: Properties = { shown: list(), more: 0 };
  if (length !== undefined && length > MAX_SEARCHED_LENGTH) return found;
  if (context.settings.showHidden) return collect(value, reflectOwnKeys(value), length ?? 0, true, found);
  // Two steps: it takes engines half the time of listing all keys.
  const named = collect(value, objectKeys(value), length ?? 0, false, found);
  return collect(value, getOwnPropertySymbols(value), 0, false, named);
}

/** Adds the properties of these keys, apart from indexes below `length`, which come first in any list of keys. */
function collect(
  value: object,
  keys: readonly PropertyKey[],
  length: number,
  showHidden: boolean,
  { shown, more }: Properties,
): Properties {
  let index = 0;
  while (index < length && index < keys.length && isIndex(keys[index]!, length)) index++;
  for (let seen = 0; index < keys.length && seen < MAX_SEEN && shown.length < MAX_SHOWN; index++, seen++) {
    const key = keys[index]!;
    const descriptor = getOwnPropertyDescriptor(value, key);
    if (descriptor !== undefined && (showHidden || descriptor.enumerable === true)) {
      append(shown, { key, descriptor });
    }
  }
  return { shown, more: more + keys.length - index };
}

function isIndex(key: PropertyKey, length: number): boolean {
  const number = typeof key === 'string' ? +key : -1;
  return number >= 0 && number < length && `${number}` === key;
}

/** Appends the text of each property. */
export function addProperties(
  context: Context,
  { shown, more }: Properties,
  level: number,
  to: List<string>,
): void {
  const texts = list<string>();
  let rest = more;
  for (let index = 0; index < shown.length; index++) {
    if (context.exhausted) {
      rest += shown.length - index;
      break;
    }
    const { key, descriptor } = shown[index]!;
    append(
      texts,
      `${context.spend(keyText(key, descriptor.enumerable === true))}: ${propertyText(context, descriptor, level)}`,
    );
  }
  if (context.settings.sorted) arraySort(texts);
  for (let index = 0; index < texts.length; index++) append(to, texts[index]!);
  if (rest > 0) append(to, `... ${rest} more ${rest === 1 ? 'property' : 'properties'}`);
}

function propertyText(context: Context, descriptor: PropertyDescriptor, level: number): string {
  if (hasOwn(descriptor, 'value')) return context.inner(descriptor.value, level);
  // Accessors are named, never called.
  if (descriptor.get === undefined) return descriptor.set === undefined ? 'undefined' : '[Setter]';
  return descriptor.set === undefined ? '[Getter]' : '[Getter/Setter]';
}

const PLAIN_KEY = /^[a-zA-Z_][a-zA-Z_0-9]*$/;

export function keyText(key: PropertyKey, enumerable = true): string {
  let text: string;
  if (typeof key === 'symbol') text = `[${symbolText(key)}]`;
  else if (key === '__proto__') text = "['__proto__']";
  else text = regExpTest(PLAIN_KEY, `${key}`) ? `${key}` : quote(`${key}`);
  return enumerable ? text : `[${text}]`;
}
