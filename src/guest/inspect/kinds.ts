import {
  arrayBufferByteLength,
  arrayIsArray,
  bigIntValueOf,
  booleanValueOf,
  dataViewBuffer,
  dateGetTime,
  getPrototypeOf,
  hasOwn,
  MapConstructor,
  mapGet,
  mapSize,
  numberValueOf,
  objectToString,
  regExpSource,
  setSize,
  stringValueOf,
  symbolValueOf,
  toStringTag,
  typedArrayName,
} from '../../bridge/intrinsics.ts';
import { weakMapHas, weakSetHasAny } from '../builtins.ts';
import type { Surroundings } from './context.ts';
import { searchChain } from './prototypes.ts';

export type Kind =
  | 'arguments'
  | 'array'
  | 'array-buffer'
  | 'boxed'
  | 'data-view'
  | 'date'
  | 'error'
  | 'function'
  | 'map'
  | 'object'
  | 'promise'
  | 'reg-exp'
  | 'set'
  | 'typed-array'
  | 'weak-collection';

interface Candidate {
  readonly kind: Kind;
  /** Throws unless the object really has the insides of its kind. */
  readonly probe: ((value: object) => unknown) | undefined;
}

/** What an object is, if this prototype is on its chain. */
const candidates = new MapConstructor<object, Candidate>();

function candidate(prototype: object, kind: Kind, probe?: (value: never) => unknown): void {
  candidates.set(prototype, { kind, probe: probe as Candidate['probe'] });
}

candidate(Map.prototype, 'map', mapSize);
candidate(Set.prototype, 'set', setSize);
candidate(Error.prototype, 'error');
candidate(Date.prototype, 'date', dateGetTime);
candidate(RegExp.prototype, 'reg-exp', regExpSource);
// Asking a promise anything would count as handling its rejection.
candidate(Promise.prototype, 'promise');
candidate(WeakMap.prototype, 'weak-collection', (value) => weakMapHas(value, {}));
candidate(WeakSet.prototype, 'weak-collection', (value) => weakSetHasAny(value, {}));
candidate(ArrayBuffer.prototype, 'array-buffer', arrayBufferByteLength);
candidate(DataView.prototype, 'data-view', dataViewBuffer);

const boxes: readonly (readonly [name: string, prototype: object, unbox: (value: unknown) => Unboxed])[] = [
  ['Number', Number.prototype, numberValueOf],
  ['String', String.prototype, stringValueOf],
  ['Boolean', Boolean.prototype, booleanValueOf],
  ['BigInt', BigInt.prototype, bigIntValueOf],
  ['Symbol', Symbol.prototype, symbolValueOf],
];
for (const [, prototype, unbox] of boxes) candidate(prototype, 'boxed', unbox);

/** What an object is by its insides, told without running any code of the program. */
export function kindOf(value: object, { isProxy }: Surroundings): Kind {
  if (typeof value === 'function') return 'function';
  if (arrayIsArray(value)) return 'array';
  if (typedArrayName(value) !== undefined) return 'typed-array';
  const found = searchChain(value, isProxy, (holder) => mapGet(candidates, holder));
  if (found !== undefined) return passes(found, value) ? found.kind : 'object';
  return isArguments(value) ? 'arguments' : 'object';
}

function passes({ probe }: Candidate, value: object): boolean {
  try {
    probe?.(value);
    return true;
  } catch {
    return false;
  }
}

const iterator = Symbol.iterator;
const PlainPrototype = getPrototypeOf({});

function isArguments(value: object): boolean {
  if (getPrototypeOf(value) !== PlainPrototype || !hasOwn(value, iterator) || !hasOwn(value, 'callee'))
    return false;
  return !hasOwn(value, toStringTag) && objectToString(value) === '[object Arguments]';
}

type Unboxed = number | string | boolean | bigint | symbol;

/** What a boxed primitive holds, and the name of its type. */
export function unbox(value: object): { readonly type: string; readonly primitive: Unboxed } {
  for (let index = 0; index < boxes.length; index++) {
    try {
      return { type: boxes[index]![0], primitive: boxes[index]![2](value) };
    } catch {}
  }
  return { type: 'Object', primitive: '' };
}
