import {
  append,
  dateGetTime,
  list,
  mapSize,
  numberIsFinite,
  regExpFlags,
  regExpSource,
  setSize,
  stringSlice,
} from '../../bridge/intrinsics.ts';
import { dateToISOString, typedArrayLength } from '../builtins.ts';
import { addContents } from './contents.ts';
import type { Context } from './context.ts';
import { customText } from './custom.ts';
import { errorProperties, errorText } from './errors.ts';
import { functionText } from './functions.ts';
import { type Kind, kindOf, unbox } from './kinds.ts';
import { layOut } from './layout.ts';
import { addProperties, type Properties, propertiesOf } from './properties.ts';
import { classNameOf, prefixOf, tagOf } from './prototypes.ts';
import { primitiveText } from './text.ts';

/** The text of anything. Runs no code of the program but its own inspection methods, which it catches. */
export function formatValue(context: Context, value: unknown, level: number): string {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) {
    return context.spend(primitiveText(context, value as Parameters<typeof primitiveText>[1]));
  }
  if (context.surroundings.isProxy(value)) return context.spend('[Proxy]');
  if (context.isAncestor(value)) return context.spend(`[Circular *${context.refer(value)}]`);
  return customText(context, value, level, formatValue) ?? formatObject(context, value, level);
}

/** How an object is introduced: `base`, if it says something by itself, and the opening brace with what stands before it. */
interface Head {
  readonly base: string;
  readonly open: string;
  readonly close: string;
  /** Items of a list, characters of a string: the keys that are indexes. */
  readonly length: number | undefined;
  /** Whether something is printed inside of the braces even if there are no properties. */
  readonly filled: boolean;
}

function formatObject(context: Context, value: object, level: number): string {
  const { surroundings, settings } = context;
  const kind = kindOf(value, surroundings);
  const className = classNameOf(value, surroundings);
  const tag = tagOf(value, surroundings, className);
  const head = headOf(context, value, kind, className, tag);
  let properties = propertiesOf(context, value, head.length);
  if (kind === 'error') properties = errorProperties(context, value, properties);
  if (!head.filled && properties.shown.length === 0 && properties.more === 0) {
    return context.spend(head.base === '' ? `${head.open}${head.close}` : head.base);
  }
  if (level > settings.depth || context.exhausted) {
    // What these say by themselves is short, and worth more than their name.
    if (kind === 'reg-exp' || kind === 'error') return context.spend(head.base);
    const name = stringSlice(prefixOf(className, tag, fallbackOf(kind)), 0, -1);
    return context.spend(className === null ? name : `[${name}]`);
  }
  return open(context, value, kind, head, properties, level);
}

function open(
  context: Context,
  value: object,
  kind: Kind,
  head: Head,
  properties: Properties,
  level: number,
): string {
  const { ancestors } = context;
  append(ancestors, value);
  context.lastLevel = level;
  const entries = list<string>();
  const columns = addContents(context, value, kind, level + 1, entries);
  addProperties(context, properties, level + 1, entries);
  ancestors.length -= 1;
  const reference = context.referenceTo(value);
  const mark = reference === undefined ? '' : `<ref *${reference}>`;
  const base = mark === '' || head.base === '' ? mark + head.base : `${mark} ${head.base}`;
  return layOut(context, { base, open: head.open, close: head.close, entries, columns }, level);
}

function headOf(context: Context, value: object, kind: Kind, className: string | null, tag: string): Head {
  const prefix = (size: string): string => prefixOf(className, tag, fallbackOf(kind), size);
  switch (kind) {
    case 'array': {
      const { length } = value as unknown[];
      const plain = className === 'Array' && tag === '';
      return listHead(plain ? '' : prefix(`(${length})`), length);
    }
    case 'typed-array': {
      const length = typedArrayLength(value);
      return listHead(prefix(`(${length})`), length);
    }
    case 'map':
      return head('', `${prefix(`(${mapSize(value)})`)}{`, mapSize(value) > 0);
    case 'set':
      return head('', `${prefix(`(${setSize(value)})`)}{`, setSize(value) > 0);
    case 'array-buffer':
    case 'data-view':
    case 'promise':
    case 'weak-collection':
      return head('', `${prefix('')}{`, true);
    case 'function':
      return head(functionText(value, className, tag, context.surroundings), '{');
    case 'error':
      return head(errorText(context, value, className, tag), '{');
    case 'date':
      return head(named(prefix(''), 'Date ') + dateText(value), '{');
    case 'reg-exp':
      return head(named(prefix(''), 'RegExp ') + regExpText(value), '{');
    case 'boxed':
      return boxedHead(context, value, className, tag);
    case 'arguments':
      return head('', '[Arguments] {');
    default: {
      const plain = className === 'Object' && tag === '';
      return head('', plain ? '{' : `${prefix('')}{`);
    }
  }
}

function head(base: string, open: string, filled = false): Head {
  return { base, open, close: '}', length: undefined, filled };
}

function listHead(prefix: string, length: number): Head {
  return { base: '', open: `${prefix}[`, close: ']', length, filled: length > 0 };
}

/** The prefix of what shows its type by itself, unless it is the ordinary one. */
function named(prefix: string, ordinary: string): string {
  return prefix === ordinary ? '' : prefix;
}

function dateText(value: object): string {
  const time = dateGetTime(value);
  return numberIsFinite(time) ? dateToISOString(value as Date) : 'Invalid Date';
}

function regExpText(value: object): string {
  let flags = '';
  for (let index = 0; index < regExpFlags.length; index++) {
    if (regExpFlags[index]!.read(value) === true) flags += regExpFlags[index]!.letter;
  }
  return `/${regExpSource(value)}/${flags}`;
}

function boxedHead(context: Context, value: object, className: string | null, tag: string): Head {
  const { type, primitive } = unbox(value);
  const owner = className === null ? ' (null prototype)' : className === type ? '' : ` (${className})`;
  const shownTag = tag === '' || tag === type ? '' : ` [${tag}]`;
  const base = `[${type}${owner}: ${primitiveText(context, primitive)}]${shownTag}`;
  const length = typeof primitive === 'string' ? primitive.length : undefined;
  return { base, open: '{', close: '}', length, filled: false };
}

const FALLBACKS: Partial<Record<Kind, string>> & { __proto__: null } = {
  __proto__: null,
  array: 'Array',
  'array-buffer': 'ArrayBuffer',
  'data-view': 'DataView',
  date: 'Date',
  error: 'Error',
  map: 'Map',
  promise: 'Promise',
  'reg-exp': 'RegExp',
  set: 'Set',
};

/** The name of an object whose class cannot be told. */
function fallbackOf(kind: Kind): string {
  return FALLBACKS[kind] ?? 'Object';
}
