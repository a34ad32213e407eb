import {
  append,
  arrayBufferByteLength,
  dataViewBuffer,
  dataViewByteLength,
  dataViewByteOffset,
  getOwnPropertyDescriptor,
  hasOwn,
  type List,
  mapSize,
  mathMin,
  numberToString,
  setSize,
  Uint8ArrayConstructor,
} from '../../bridge/intrinsics.ts';
import { eachMapEntry, eachSetValue, stringPadStart, typedArrayLength } from '../builtins.ts';
import type { Context } from './context.ts';
import type { Kind } from './kinds.ts';
import { plural, primitiveText } from './text.ts';

/** Indexes of a sparse array that are looked at in search of an item. */
const MAX_HOLES = 1_000_000;

/** Whether the items are all numbers, which are set to the right in columns; and whether a note ends the entries. */
export interface Items {
  readonly numeric: boolean;
  readonly lastIsNote: boolean;
}

/** Appends what an object holds apart from its properties. Tells about the items of a list. */
export function addContents(
  context: Context,
  value: object,
  kind: Kind,
  level: number,
  to: List<string>,
): Items | undefined {
  switch (kind) {
    case 'array':
      return addArray(context, value as unknown[], level, to);
    case 'typed-array':
      return addTypedArray(context, value as Uint8Array, to);
    case 'map':
      addMap(context, value, level, to);
      return undefined;
    case 'set':
      addSet(context, value, level, to);
      return undefined;
    case 'array-buffer':
      addBytes(context, value, to);
      return undefined;
    case 'data-view':
      addView(context, value, level, to);
      return undefined;
    case 'promise':
      // Nothing in the language tells the state of a promise.
      append(to, '<state unknown>');
      return undefined;
    case 'weak-collection':
      append(to, '<items unknown>');
      return undefined;
    default:
      return undefined;
  }
}

function addNote(rest: number, to: List<string>): boolean {
  if (rest > 0) append(to, `... ${plural(rest, 'more item')}`);
  return rest > 0;
}

function addArray(context: Context, value: readonly unknown[], level: number, to: List<string>): Items {
  const { length } = value;
  const most = context.settings.maxArrayLength;
  let numeric = true;
  let index = 0;
  let holesLeft = MAX_HOLES;
  while (index < length && to.length < most && !context.exhausted) {
    if (hasOwn(value, index)) {
      const { item, text } = arrayItem(context, value, index, level);
      numeric &&= typeof item === 'number' || typeof item === 'bigint';
      append(to, text);
      index += 1;
      continue;
    }
    const start = index;
    while (index < length && holesLeft > 0 && !hasOwn(value, index)) {
      index += 1;
      holesLeft -= 1;
    }
    numeric = false;
    if (index > start) append(to, context.spend(`<${plural(index - start, 'empty item')}>`));
    if (holesLeft === 0) break;
  }
  return { numeric, lastIsNote: addNote(length - index, to) };
}

function arrayItem(context: Context, value: readonly unknown[], index: number, level: number) {
  const descriptor = getOwnPropertyDescriptor(value, index)!;
  if (hasOwn(descriptor, 'value')) {
    return { item: descriptor.value as unknown, text: context.inner(descriptor.value, level) };
  }
  const set = descriptor.set === undefined ? '' : '/Setter';
  return {
    item: undefined,
    text: context.spend(descriptor.get === undefined ? '[Setter]' : `[Getter${set}]`),
  };
}

function addTypedArray(context: Context, value: Uint8Array, to: List<string>): Items {
  const length = typedArrayLength(value);
  const shown = mathMin(length, context.settings.maxArrayLength);
  let index = 0;
  for (; index < shown && !context.exhausted; index++) {
    append(to, context.spend(primitiveText(context, value[index] as number)));
  }
  return { numeric: true, lastIsNote: addNote(length - index, to) };
}

function addMap(context: Context, value: object, level: number, to: List<string>): void {
  const size = mapSize(value);
  let count = 0;
  eachMapEntry(value, mathMin(size, context.settings.maxArrayLength), (key, item) => {
    if (context.exhausted) return;
    count += 1;
    append(to, `${context.inner(key, level)} => ${context.inner(item, level)}`);
  });
  addNote(size - count, to);
}

function addSet(context: Context, value: object, level: number, to: List<string>): void {
  const size = setSize(value);
  let count = 0;
  eachSetValue(value, mathMin(size, context.settings.maxArrayLength), (item) => {
    if (context.exhausted) return;
    count += 1;
    append(to, context.inner(item, level));
  });
  addNote(size - count, to);
}

function addBytes(context: Context, value: object, to: List<string>): void {
  const length = arrayBufferByteLength(value);
  let bytes: Uint8Array;
  try {
    bytes = new Uint8ArrayConstructor(value as ArrayBuffer);
  } catch {
    append(to, '(detached)');
    append(to, 'byteLength: 0');
    return;
  }
  const most = mathMin(length, context.settings.maxArrayLength);
  let text = '';
  let shown = 0;
  for (; shown < most && text.length < context.left; shown++) {
    text += `${shown === 0 ? '' : ' '}${stringPadStart(numberToString(bytes[shown]!, 16), 2, '0')}`;
  }
  if (length > shown) text += ` ... ${plural(length - shown, 'more byte')}`;
  append(to, context.spend(`[Uint8Contents]: <${text}>`));
  append(to, context.spend(`byteLength: ${length}`));
}

function addView(context: Context, value: object, level: number, to: List<string>): void {
  try {
    append(to, `byteLength: ${dataViewByteLength(value)}`);
    append(to, `byteOffset: ${dataViewByteOffset(value)}`);
  } catch {
    append(to, '(detached)');
  }
  append(to, `buffer: ${context.inner(dataViewBuffer(value), level)}`);
}
