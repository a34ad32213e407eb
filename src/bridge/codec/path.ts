import { jsonStringify, regExpTest, stringSlice } from '../intrinsics.ts';
import type { Key, Node } from './walk.ts';
import { TAG } from './wire.ts';

const MAX_PATH = 120;
const MAX_KEY = 40;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const INDEX = /^(?:0|[1-9][0-9]*)$/;

/** Where in the value something is, as a program would write it; bounded, the middle of a long path being left out. */
export function pathTo(root: string, parent: Node | undefined, key: Key): string {
  let path = '';
  for (let node = parent, at = key; node !== undefined; at = node.key, node = node.parent) {
    path = segment(node, at) + path;
  }
  path = root + path;
  if (path.length <= MAX_PATH) return path;
  const head = MAX_PATH - MAX_KEY;
  return `${stringSlice(path, 0, head)}…${stringSlice(path, path.length - MAX_KEY + 1)}`;
}

function segment(node: Node, key: Key): string {
  if (typeof key === 'string') return property(key);
  const { body } = node;
  if (body?.kind !== 'tagged') return `[${key}]`;
  if (body.operands[0] !== TAG.map) return `.values()[${key}]`;
  const entry = (key - (key % 2)) / 2;
  if (key % 2 === 0) return `.keys()[${entry}]`;
  const mapKey = body.operands[key];
  if (typeof mapKey === 'string') return `.get(${quote(mapKey)})`;
  return typeof mapKey === 'number' ? `.get(${mapKey})` : `.values()[${entry}]`;
}

function property(key: string): string {
  if (key.length > MAX_KEY) return `[${quote(key)}]`;
  if (regExpTest(IDENTIFIER, key)) return `.${key}`;
  return regExpTest(INDEX, key) ? `[${key}]` : `[${quote(key)}]`;
}

function quote(key: string): string {
  return key.length <= MAX_KEY ? jsonStringify(key) : `${jsonStringify(stringSlice(key, 0, MAX_KEY))}…`;
}
