/** One part of a value: under which name it stands there. */
export interface Part {
  readonly label: string;
  readonly value: unknown;
  /** Set for parts that exist only in this view, such as a stretch of a long list. */
  readonly group?: Group;
}

/** A stretch of a long list, or of a long text. */
export interface Group {
  readonly from: number;
  readonly to: number;
  readonly of: object | string;
}

/** More parts than this come in stretches. */
const STRETCH = 100;

/** Texts up to this length stand on their line whole. */
const LONG_TEXT = 60;

export function hasParts(value: unknown): boolean {
  if (typeof value === 'string') return value.length > LONG_TEXT || value.includes('\n');
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Date || value instanceof RegExp || value instanceof ArrayBuffer) return false;
  if (value instanceof Error) return true;
  const list = lengthOf(value);
  if (list !== undefined) return list > 0;
  for (const _ in value) return true;
  return false;
}

export function partsOf(value: object | string): Part[] {
  if (typeof value === 'string') return textParts(value);
  const length = lengthOf(value);
  if (length !== undefined) return stretch(value, 0, length);
  const own = Object.keys(value).map((label) => ({
    label,
    value: (value as Record<string, unknown>)[label],
  }));
  if (!(value instanceof Error)) return own;
  const { name, message, cause } = value;
  const parts: Part[] = [
    { label: 'name', value: name },
    { label: 'message', value: message },
  ];
  if (cause !== undefined) parts.push({ label: 'cause', value: cause });
  return [...parts, ...own.filter(({ label }) => label !== 'name')];
}

export function partsOfGroup({ of, from, to }: Group): Part[] {
  return typeof of === 'string' ? textParts(of) : stretch(of, from, to);
}

function lengthOf(value: object): number | undefined {
  if (Array.isArray(value)) return value.length;
  if (value instanceof Map || value instanceof Set) return value.size;
  return ArrayBuffer.isView(value) && 'length' in value ? (value.length as number) : undefined;
}

/** The items of a list from one place to another, in so many stretches of equal length that they can be overlooked. */
function stretch(of: object, from: number, to: number): Part[] {
  let size = 1;
  while ((to - from) / size > STRETCH) size *= STRETCH;
  if (size === 1) return itemsOf(of, from, to);
  const parts: Part[] = [];
  for (let start = from; start < to; start += size) {
    const end = Math.min(start + size, to);
    parts.push({ label: `${start} … ${end - 1}`, value: undefined, group: { of, from: start, to: end } });
  }
  return parts;
}

function itemsOf(of: object, from: number, to: number): Part[] {
  if (of instanceof Map)
    return [...of].slice(from, to).flatMap(([key, value], at) => entryParts(key, value, from + at));
  if (of instanceof Set)
    return [...of].slice(from, to).map((value, at) => ({ label: String(from + at), value }));
  const list = of as ArrayLike<unknown>;
  const parts: Part[] = [];
  for (let index = from; index < to; index++) {
    if (index in list) parts.push({ label: String(index), value: list[index] });
    else parts.push({ label: String(index), value: HOLE });
  }
  return parts;
}

/** An entry whose key is text or a number reads like a field; any other key is a part of its own. */
function entryParts(key: unknown, value: unknown, index: number): Part[] {
  if (typeof key !== 'object' || key === null)
    return [{ label: `${JSON.stringify(key) ?? String(key)} ⇒`, value }];
  return [
    { label: `key ${index}`, value: key },
    { label: `value ${index}`, value },
  ];
}

/** What stands in a list where nothing was ever put. */
export const HOLE = Symbol('empty');

function textParts(text: string): Part[] {
  const parts: Part[] = [];
  let line = 0;
  for (const each of text.split('\n')) {
    line += 1;
    for (let at = 0; at === 0 || at < each.length; at += LONG_TEXT)
      parts.push({ label: at === 0 ? String(line) : '', value: each.slice(at, at + LONG_TEXT) });
  }
  return parts;
}
