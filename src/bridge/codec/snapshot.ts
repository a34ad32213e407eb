import {
  append,
  dateGetTime,
  defineData,
  hasOwn,
  type List,
  list,
  mapForEach,
  mapSize,
  numberIsInteger,
  objectKeys,
  objectToString,
  objectValues,
  regExpFlags,
  regExpSource,
  regExpTest,
  setForEach,
  setSize,
} from '../intrinsics.ts';
import { readBuffer, readView } from './binary.ts';
import { type Brand, brandOf, type Classifier, unbox } from './classify.ts';
import { collisionsOf, MAX_COLLISIONS } from './collisions.ts';
import { couldNotBeRead, refusal, withoutData } from './describe.ts';
import { MAX_PATTERN_WEIGHT } from './types.ts';
import type { Node, Walk } from './walk.ts';
import { isErrorField, patternWeight, TAG } from './wire.ts';

const MAX_LENGTH = 2 ** 32 - 1;

/** Tag, name, message and a count come before the properties of an error. */
const ERROR_SLOTS_FROM = 4;

/** Reads an object into the body of its node, each property once, and visits its children. */
export function snapshot(walk: Walk, node: Node, classifier: Classifier): void {
  const kind = classifier.classify(node.source);
  if (typeof kind === 'object') return walk.failAt(node, refusal(kind.never));
  if (kind === 'array') return readArray(walk, node);
  if (kind === 'plain' || kind === 'ordinary') return readObject(walk, node, kind === 'plain');
  readBranded(walk, node, kind);
}

function readBranded(walk: Walk, node: Node, brand: Brand): void {
  const { source } = node;
  switch (brand) {
    case 'map':
      return readMap(walk, node);
    case 'set':
      return readSet(walk, node);
    case 'error':
      return readError(walk, node);
    case 'view':
      return readView(walk, node);
    case 'buffer':
      return readBuffer(walk, node);
    case 'regexp':
      return readRegExp(walk, node);
    case 'date': {
      const time = dateGetTime(source);
      return setOperands(node, [TAG.date, time - time === 0 ? time : null], 2);
    }
    case 'box': {
      const primitive = unbox(source);
      setOperands(node, [TAG.box, primitive], 1);
      walk.visit(node, 0, primitive);
    }
  }
}

function setOperands(node: Node, operands: List<unknown>, slotsFrom: number): void {
  node.body = { kind: 'tagged', operands, slotsFrom, bytes: undefined };
}

function readObject(walk: Walk, node: Node, plain: boolean): void {
  const fields = fieldsOf(walk, node);
  const keys = objectKeys(fields);
  if (keys.length === 0) {
    const brand =
      plain && objectToString(node.source) !== '[object Object]' ? brandOf(node.source) : undefined;
    // A Date, a Map ... whose prototype was replaced.
    if (brand !== undefined) return readBranded(walk, node, brand);
    if (!plain) walk.failAt(node, withoutData(node.source));
  }
  node.body = { kind: 'object', fields };
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    walk.size += key.length + 3;
    walk.visit(node, key, fields[key]);
  }
}

function fieldsOf(walk: Walk, node: Node): Record<string, unknown> {
  if (walk.draft?.isOwn(node.source)) return node.source as Record<string, unknown>;
  try {
    return { ...node.source };
  } catch {
    return readFields(walk, node);
  }
}

/** The slow way to read an object, which finds out what cannot be read. */
function readFields(walk: Walk, node: Node): Record<string, unknown> {
  const fields = {};
  const keys = objectKeys(node.source);
  for (let index = 0; index < keys.length; index++)
    defineData(fields, keys[index]!, read(walk, node, keys[index]!));
  return fields;
}

function read(walk: Walk, node: Node, key: string): unknown {
  try {
    return (node.source as Record<string, unknown>)[key];
  } catch (error) {
    return walk.fail(node, key, couldNotBeRead(error));
  }
}

function readArray(walk: Walk, node: Node): void {
  const source = node.source as unknown[];
  const length = source.length;
  let values = walk.draft?.isOwn(source) ? source : walk.draft?.valuesOf(source);
  let dense = values === undefined ? 0 : length;
  if (values === undefined) {
    // Looked at before it is read: reading makes a copy, and an array that cannot fit must not be copied.
    for (; dense < length && hasOwn(source, dense); dense++) {
      walk.expect(2 * dense + 1);
    }
    try {
      values = objectValues(source);
    } catch {}
  }
  if (values === undefined || dense !== length || values.length !== length)
    return readIrregularArray(walk, node, values);
  node.body = { kind: 'array', length, items: values, rest: undefined };
  if (length > 1) walk.grow(length - 1);
  for (let index = 0; index < length; index++) walk.visit(node, index, values[index]);
}

/** An array with holes, with properties that are no indexes, or with items that cannot be read. */
function readIrregularArray(walk: Walk, node: Node, known: unknown[] | undefined): void {
  const source = node.source as unknown[];
  const keys = objectKeys(source);
  const values = known?.length === keys.length ? known : readValues(walk, node, keys);
  const length = source.length;
  if (!numberIsInteger(length) || length < 0 || length > MAX_LENGTH)
    walk.failAt(node, 'is an array without a length');
  const items = list<unknown>();
  const rest = list<unknown>();
  node.body = { kind: 'array', length, items, rest };
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    const value = values[index];
    const isNext = items.length === index && key === `${index}`;
    append(isNext ? items : rest, isNext ? value : key);
    if (!isNext) append(rest, value);
    walk.grow(isNext ? 1 : key.length + 3);
    walk.visit(node, isNext ? index : key, value);
  }
}

function readValues(walk: Walk, node: Node, keys: string[]): List<unknown> {
  const values = list<unknown>();
  for (let index = 0; index < keys.length; index++) append(values, read(walk, node, keys[index]!));
  return values;
}

function readMap(walk: Walk, node: Node): void {
  walk.expect(4 * mapSize(node.source));
  const operands = list<unknown>();
  append(operands, TAG.map);
  mapForEach(node.source as Map<unknown, unknown>, (value, key) => {
    append(operands, key);
    append(operands, value);
  });
  collide(walk, node, operands, 2);
  visitOperands(walk, node, operands);
}

function readSet(walk: Walk, node: Node): void {
  walk.expect(2 * setSize(node.source));
  const operands = list<unknown>();
  append(operands, TAG.set);
  setForEach(node.source as Set<unknown>, (value) => append(operands, value));
  collide(walk, node, operands, 1);
  visitOperands(walk, node, operands);
}

function collide(walk: Walk, node: Node, operands: List<unknown>, step: number): void {
  walk.collisions += collisionsOf(operands, 1, step);
  if (walk.collisions > MAX_COLLISIONS) walk.failAt(node, 'has too many numbers or BigInts that hash alike');
}

function visitOperands(walk: Walk, node: Node, operands: List<unknown>): void {
  setOperands(node, operands, 1);
  walk.grow(operands.length - 1);
  for (let index = 1; index < operands.length; index++) walk.visit(node, index - 1, operands[index]);
}

function readRegExp(walk: Walk, node: Node): void {
  const source = regExpSource(node.source);
  let flags = '';
  for (let index = 0; index < regExpFlags.length; index++) {
    const { letter, read: readFlag } = regExpFlags[index]!;
    if (readFlag(node.source) === true) flags += letter;
  }
  walk.patternWeight += patternWeight(source, regExpTest(/v/, flags));
  if (walk.patternWeight > MAX_PATTERN_WEIGHT) {
    walk.failAt(
      node,
      'is one regular expression too many, or too long: their patterns are limited for a whole value',
    );
  }
  walk.grow(source.length);
  setOperands(node, [TAG.regExp, source, flags], 3);
}

function readError(walk: Walk, node: Node): void {
  const source = node.source as Error;
  const name = read(walk, node, 'name');
  const message = read(walk, node, 'message');
  const hasMessage = typeof message === 'string' && (message !== '' || hasOwn(source, 'message'));
  const data = list<unknown>();
  const hidden = list<unknown>();
  const keys = objectKeys(source);
  let showsErrors = false;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (isErrorField(key)) continue;
    if (key === 'errors') showsErrors = true;
    append(data, key);
    append(data, read(walk, node, key));
  }
  if (hasOwn(source, 'cause')) {
    append(hidden, 'cause');
    append(hidden, read(walk, node, 'cause'));
  }
  if (!showsErrors && hasOwn(source, 'errors')) {
    append(hidden, 'errors');
    append(hidden, read(walk, node, 'errors'));
  }
  const operands = list<unknown>();
  append(operands, TAG.error);
  append(operands, typeof name === 'string' ? name : 'Error');
  append(operands, hasMessage ? message : null);
  append(operands, hidden.length / 2);
  for (let index = 0; index < hidden.length; index++) append(operands, hidden[index]);
  for (let index = 0; index < data.length; index++) append(operands, data[index]);
  node.body = { kind: 'tagged', operands, slotsFrom: ERROR_SLOTS_FROM, bytes: undefined };
  walk.grow(typeof name === 'string' ? name.length : 0);
  walk.grow(hasMessage ? message.length : 0);
  for (let index = ERROR_SLOTS_FROM + 1; index < operands.length; index += 2) {
    const key = operands[index - 1] as string;
    walk.grow(key.length + 3);
    walk.visit(node, key, operands[index]);
  }
}
