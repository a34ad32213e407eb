import { LIMITS } from '../seam/limits.ts';

/** Longest JSON text, in characters: an object that is referred to often is written as often. */
const MAX_LENGTH = LIMITS.maxValueBytes.max;
const MAX_PATH = 120;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A container that is being walked. Its place is known from those around it. */
interface Level {
  readonly source: object;
  readonly keys: readonly string[];
  at: number;
  /** Characters of what was walked of it. */
  length: number;
}

/**
 * What of a value JSON would lose or change, as a sentence that begins with its path; undefined when there is nothing.
 * Walks with a stack of its own: values come from programs, which may nest them deeply or refer to one many times.
 */
export function jsonLoss(value: unknown, root: string): string | undefined {
  const lengths = new Map<object, number>();
  const inside = new Set<object>();
  const levels: Level[] = [];

  /** The length of what is known at once, 0 for what is walked from here on; or a flaw. */
  const visit = (current: unknown): number | string => {
    if (typeof current !== 'object' || current === null) return scalarLength(current);
    const known = lengths.get(current);
    if (known !== undefined) return known;
    if (inside.has(current)) return 'refers to an object that it is part of';
    const flaw = containerFlaw(current);
    if (flaw !== undefined) return flaw;
    inside.add(current);
    levels.push({ source: current, keys: Object.keys(current), at: 0, length: 2 });
    return 0;
  };
  /** The same for the next part of a container, or for the container once it has no more. */
  const advance = (level: Level): number | string => {
    const key = level.keys[level.at++];
    if (key !== undefined) {
      level.length += Array.isArray(level.source) ? 1 : key.length + 4;
      return visit(Reflect.get(level.source, key));
    }
    inside.delete(level.source);
    lengths.set(level.source, level.length);
    levels.pop();
    return level.length;
  };

  let found = visit(value);
  while (typeof found === 'number') {
    const holder = levels.at(-1);
    if (holder === undefined) return undefined;
    holder.length += found;
    if (holder.length > MAX_LENGTH) return `${root} would be more than ${MAX_LENGTH} characters as JSON`;
    found = advance(holder);
  }
  return `${pathOf(root, levels)} ${found}`;
}

/** Characters of a value that has no parts, or why it is none of JSON. */
function scalarLength(value: unknown): number | string {
  if (value === null || typeof value === 'boolean') return 5;
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'number') return value === undefined ? 'is undefined' : `is a ${typeof value}`;
  if (Object.is(value, -0)) return 'is -0';
  return Number.isFinite(value) ? 24 : `is ${value}`;
}

/** Why JSON would not give back an object or array as it is, apart from what is in it. */
function containerFlaw(source: object): string | undefined {
  const own = Reflect.ownKeys(source).length;
  const keys = Object.keys(source);
  if (Array.isArray(source)) {
    const { length } = source;
    // Indices come before all other keys, so that in a full array the last of them is where it belongs.
    if (length > 0 && keys[length - 1] !== String(length - 1)) return 'is an array with empty slots';
    return own === length + 1 ? undefined : 'is an array with properties besides its elements';
  }
  const prototype: unknown = Object.getPrototypeOf(source);
  // Of any realm: what plain objects inherit from inherits from nothing.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    const { name } = (source.constructor ?? {}) as { readonly name?: unknown };
    return `is ${/^[AEIO]/.test(String(name)) ? 'an' : 'a'} ${name || 'class instance'}`;
  }
  return own === keys.length ? undefined : 'has properties that are symbols or not enumerable';
}

function pathOf(root: string, levels: readonly Level[]): string {
  const path = levels.reduce((text, { source, keys, at }) => {
    const key = keys[at - 1];
    if (key === undefined) return text;
    if (Array.isArray(source)) return `${text}[${key}]`;
    return IDENTIFIER.test(key) ? `${text}.${key}` : `${text}[${JSON.stringify(key)}]`;
  }, root);
  return path.length > MAX_PATH ? `${path.slice(0, MAX_PATH)}…` : path;
}
