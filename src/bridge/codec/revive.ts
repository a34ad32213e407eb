import {
  append,
  arrayIsArray,
  DateConstructor,
  defineData,
  ErrorConstructor,
  getOwnPropertyDescriptor,
  hasOwn,
  type List,
  list,
  MapConstructor,
  mapGet,
  mapSet,
  mathMax,
  objectKeys,
  optionalGlobal,
  RegExpConstructor,
  reflectConstruct,
  reflectDeleteProperty,
  regExpTest,
  SetConstructor,
  setAdd,
  toObject,
} from '../intrinsics.ts';
import { textToBuffer } from './binary.ts';
import { collisionsOf } from './collisions.ts';
import { isCount, refuse, type Table } from './table.ts';
import { isErrorField, patternWeight, TAG } from './wire.ts';

const MAX_LENGTH = 2 ** 32 - 1;

/** Fewer holes than that, or than there are items before them, may take the memory of items. */
const FEW_HOLES = 16;

/** V8 minds no gap of less than a thousand holes; an index of 2 ** 29 would keep the array slow for ever. */
const FAR = 2 ** 28;

type ViewConstructor = new (buffer: ArrayBuffer) => object;

const VIEWS = constructors<ViewConstructor>(
  'DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array ' +
    'Float32Array Float64Array BigInt64Array BigUint64Array',
);
const ERRORS = constructors<Function>(
  'Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError',
);

const NOT_A_NUMBER = Number.NaN;

function constructors<Type>(names: string): Map<string, Type> {
  const known = new Map<string, Type>();
  for (const name of names.split(' ')) {
    const builtin = optionalGlobal(name);
    if (builtin !== undefined) known.set(name, builtin as Type);
  }
  return known;
}

export function isTagged(node: unknown, tag: string): boolean {
  return arrayIsArray(node) && node[0] === tag;
}

/** Makes the object that a node stands for, with nothing in it that is another object. */
export function createNode(table: Table, index: number): object {
  const node = table.wire[index + 1];
  if (typeof node !== 'object' || node === null) return refuse();
  // Parsed from JSON, and ours alone: it becomes the object itself.
  if (!arrayIsArray(node)) return node;
  switch (node[0]) {
    case TAG.array:
      return isCount(node[1]) && node[1] <= MAX_LENGTH && arrayIsArray(node[2]) ? node[2] : refuse();
    case TAG.map:
      return node.length % 2 === 1 ? new MapConstructor() : refuse();
    case TAG.set:
      return new SetConstructor();
    case TAG.date:
      if (node.length !== 2 || (typeof node[1] !== 'number' && node[1] !== null)) return refuse();
      return new DateConstructor(node[1] === null ? NOT_A_NUMBER : node[1]);
    case TAG.regExp:
      return createRegExp(table, node);
    case TAG.box:
      return createBox(table, node, index);
    case TAG.error:
      return createError(node);
    case TAG.buffer: {
      const length: unknown = node[1];
      if (node.length !== 2) return refuse();
      const start = table.claim(length);
      const { text, byteText } = table;
      return textToBuffer(text, { start, length: length as number, byteText }) ?? refuse();
    }
    case TAG.attached:
      return node.length === 2 ? table.attached(node[1]) : refuse();
    case TAG.view:
      return createView(table, node);
    default:
      return refuse();
  }
}

function createRegExp(table: Table, node: readonly unknown[]): RegExp {
  const source = node[1];
  const flags = node[2];
  if (node.length !== 3 || typeof source !== 'string' || typeof flags !== 'string') return refuse();
  table.weigh(patternWeight(source, regExpTest(/v/, flags)));
  return new RegExpConstructor(source, flags);
}

function createBox(table: Table, node: readonly unknown[], index: number): object {
  if (node.length !== 2) return refuse();
  const slot = node[1];
  // A reference to a node is no primitive; the only slots in brackets that are one are constants and BigInts.
  if (arrayIsArray(slot) && isCount(slot[0])) return refuse();
  const primitive = table.resolve(slot, index);
  return primitive === undefined || primitive === null ? refuse() : toObject(primitive);
}

function createView(table: Table, node: readonly unknown[]): object {
  const name = node[1];
  const slot = node[2];
  const View = typeof name === 'string' ? mapGet(VIEWS, name) : undefined;
  if (node.length !== 3 || View === undefined || !arrayIsArray(slot) || !isCount(slot[0])) return refuse();
  const carrier = table.wire[slot[0] + 1];
  if (!isTagged(carrier, TAG.buffer) && !isTagged(carrier, TAG.attached)) return refuse();
  // Throws when the length does not fit the elements.
  return new View(table.objects[slot[0]] as ArrayBuffer);
}

function createError(node: readonly unknown[]): Error {
  const name = node[1];
  const message = node[2];
  const hidden = node[3];
  if (typeof name !== 'string' || (typeof message !== 'string' && message !== null)) return refuse();
  if (!isCount(hidden) || node.length % 2 !== 0 || hidden * 2 > node.length - 4) return refuse();
  const Known = mapGet(ERRORS, name);
  const error = withoutStack(() =>
    // `AggregateError` itself would iterate over a list of errors, with an iterator that a program may have patched.
    reflectConstruct(ErrorConstructor, message === null ? [] : [message], Known ?? ErrorConstructor),
  ) as Error;
  // Not replaced in one step, because V8 would read it first, and to read it would run `Error.prepareStackTrace`.
  reflectDeleteProperty(error, 'stack');
  defineData(error, 'stack', message ? `${name}: ${message}` : name, false);
  if (Known === undefined) defineData(error, 'name', name, false);
  return error;
}

/**
 * A stack of this side says nothing about where the error comes from. It costs much, and an engine that keeps the true
 * stack behind an accessor would still show it to a program, whatever `stack` says.
 */
function withoutStack<Type>(make: () => Type): Type {
  const limit = getOwnPropertyDescriptor(ErrorConstructor, 'stackTraceLimit');
  if (limit === undefined || !hasOwn(limit, 'value') || !limit.writable) return make();
  const { value } = limit;
  const limited = ErrorConstructor as unknown as { stackTraceLimit: unknown };
  limited.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    limited.stackTraceLimit = value;
  }
}

/** Puts into the object of a node what its slots stand for. */
export function fillNode(table: Table, index: number): void {
  const node = table.wire[index + 1];
  const object = table.objects[index]!;
  if (!arrayIsArray(node)) return fillObject(table, index, object as Record<string, unknown>);
  switch (node[0]) {
    case TAG.array:
      return fillArray(table, index, node, object as unknown[]);
    case TAG.map: {
      const entries = resolveAll(table, index, node);
      table.collide(collisionsOf(entries, 0, 2));
      for (let at = 0; at < entries.length; at += 2) {
        mapSet(object as Map<unknown, unknown>, entries[at], entries[at + 1]);
      }
      return;
    }
    case TAG.set: {
      const members = resolveAll(table, index, node);
      table.collide(collisionsOf(members, 0, 1));
      for (let at = 0; at < members.length; at++) setAdd(object as Set<unknown>, members[at]);
      return;
    }
    case TAG.view:
      table.resolve(node[2], index);
      return;
    case TAG.error: {
      const visibleFrom = 4 + 2 * (node[3] as number);
      for (let at = 4; at < node.length; at += 2) checkErrorKey(node[at], at < visibleFrom);
      return fillProperties(table, index, node, 4, object, visibleFrom);
    }
  }
}

/** Beside its data an error has what is no data: these keys, never enumerable, and never written as properties. */
function checkErrorKey(key: unknown, hidden: boolean): void {
  if (hidden ? key !== 'cause' && key !== 'errors' : isErrorField(key)) refuse();
}

function resolveAll(table: Table, index: number, node: readonly unknown[]): List<unknown> {
  const values = list<unknown>();
  for (let at = 1; at < node.length; at++) append(values, table.resolve(node[at], index));
  return values;
}

function fillObject(table: Table, index: number, object: Record<string, unknown>): void {
  const keys = objectKeys(object);
  for (let at = 0; at < keys.length; at++) {
    const slot = object[keys[at]!];
    if (typeof slot === 'object' && slot !== null) object[keys[at]!] = table.resolve(slot, index);
  }
}

function fillArray(table: Table, index: number, node: readonly unknown[], array: unknown[]): void {
  const length = node[1] as number;
  if (array.length > length || node.length % 2 === 0) refuse();
  for (let at = 0; at < array.length; at++) array[at] = table.resolve(array[at], index);
  setLength(array, length);
  fillProperties(table, index, node, 3, array, 0);
  if (array.length !== length) refuse();
}

/**
 * Engines allocate what a length announces, unless an array is sparse. One far item makes it so, and it stays so without
 * that item until most of it is filled.
 */
function setLength(array: unknown[], length: number): void {
  const holes = length - array.length;
  if (holes > FEW_HOLES && holes > array.length) {
    const far = mathMax(length - 1, FAR);
    defineData(array, far, 0);
    reflectDeleteProperty(array, far);
  }
  array.length = length;
}

/** Defines `key, slot, ...` from a position on; those before `visibleFrom` are not enumerable. */
function fillProperties(
  table: Table,
  index: number,
  node: readonly unknown[],
  from: number,
  object: object,
  visibleFrom: number,
): void {
  for (let at = from; at < node.length; at += 2) {
    const key = node[at];
    if (typeof key !== 'string') return refuse();
    defineData(object, key, table.resolve(node[at + 1], index), at >= visibleFrom);
  }
}
