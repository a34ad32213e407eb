import {
  ArrayPrototype,
  append,
  bigIntToString,
  jsonStringify,
  type List,
  list,
  ObjectPrototype,
  objectIs,
  objectKeys,
  regExpTest,
  setPrototypeOf,
} from '../intrinsics.ts';
import { bytesToText } from './binary.ts';
import { Classifier } from './classify.ts';
import { couldNotBeRead } from './describe.ts';
import { snapshot } from './snapshot.ts';
import { type EncodeOptions, type Encoding, MAX_JSON_DEPTH } from './types.ts';
import { type Body, type Node, Walk } from './walk.ts';
import { CONSTANTS, TAG } from './wire.ts';

const BEYOND_LATIN1 = /[^\x00-\xff]/;

/** Encodes a value. Never throws, whatever the value does when it is read. */
export function encodeValue(value: unknown, options: EncodeOptions): Encoding {
  const walk = new Walk(options);
  try {
    const text = encode(walk, value);
    const bytes = regExpTest(BEYOND_LATIN1, text) ? 2 * text.length : text.length;
    if (bytes > options.maxBytes) walk.tooLarge();
    return { outcome: 'encoded', text, bytes };
  } catch {
    if (walk.failure !== undefined) return walk.failure;
    // The stack or the memory ran out, which only a caller deep down its own stack brings about.
    return { outcome: 'uncloneable', path: options.root, message: `${options.root} could not be read` };
  }
}

function encode(walk: Walk, value: unknown): string {
  const { nodes } = walk;
  walk.visit(undefined, '', value);
  const classifier = new Classifier();
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    if (node.body === undefined) read(walk, node, classifier);
  }
  if (hooksInherited()) hideFromHooks(nodes);
  return walk.plain && walk.depth <= MAX_JSON_DEPTH ? encodeJson(walk, value) : encodeTable(walk, value);
}

/** A trap that throws while an object is looked at is a reason like any other why it cannot cross. */
function read(walk: Walk, node: Node, classifier: Classifier): void {
  try {
    snapshot(walk, node, classifier);
  } catch (error) {
    if (walk.failure === undefined) walk.failAt(node, couldNotBeRead(error));
    throw error;
  }
}

/** Joins what was read of the objects into one tree of our own. */
function encodeJson(walk: Walk, value: unknown): string {
  const { nodes } = walk;
  for (let index = 0; index < nodes.length; index++) {
    replaceSlots(nodes[index]!.body!, (child) =>
      isObject(child) ? containerOf(nodes[walk.indexOf(child)]!) : child,
    );
  }
  return `J${jsonStringify(isObject(value) ? containerOf(nodes[0]!) : value)}`;
}

function encodeTable(walk: Walk, value: unknown): string {
  const { nodes } = walk;
  const slotOf = (child: unknown): unknown => slot(walk, child);
  let header = `[${jsonStringify(slotOf(value))}`;
  let tail = '';
  for (let index = 0; index < nodes.length; index++) {
    const body = nodes[index]!.body!;
    replaceSlots(body, slotOf);
    header += `,${jsonStringify(wireNode(body))}`;
    if (body.kind === 'tagged' && body.bytes !== undefined) tail += bytesToText(body.bytes);
  }
  header += ']';
  return `X${header.length}:${header}${tail}`;
}

/** Replaces each child in a body, in place: the containers are the encoder's own. */
function replaceSlots(body: Body, replace: (child: unknown) => unknown): void {
  if (body.kind === 'object') {
    const { fields } = body;
    const keys = objectKeys(fields);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      const child = fields[key];
      const replaced = replace(child);
      if (replaced !== child) fields[key] = replaced;
    }
    return;
  }
  const items = body.kind === 'array' ? body.items : body.operands;
  const from = body.kind === 'array' ? 0 : body.slotsFrom;
  for (let index = from; index < items.length; index++) items[index] = replace(items[index]);
  const rest = body.kind === 'array' ? body.rest : undefined;
  for (let index = 1; rest !== undefined && index < rest.length; index += 2)
    rest[index] = replace(rest[index]);
}

function containerOf({ body }: Node): unknown {
  return body?.kind === 'object' ? body.fields : body?.kind === 'array' ? body.items : undefined;
}

function wireNode(body: Body): unknown {
  if (body.kind === 'object') return body.fields;
  if (body.kind === 'tagged') return body.operands;
  const node = list<unknown>();
  append(node, TAG.array);
  append(node, body.length);
  append(node, body.items);
  for (let index = 0; body.rest !== undefined && index < body.rest.length; index++)
    append(node, body.rest[index]);
  return node;
}

function slot(walk: Walk, value: unknown): unknown {
  switch (typeof value) {
    case 'object':
      return value === null ? null : reference(walk.indexOf(value));
    case 'bigint':
      return reference(value < 0n ? `-0x${bigIntToString(-value, 16)}` : `0x${bigIntToString(value, 16)}`);
    case 'undefined':
      return reference(-1);
    case 'number':
      for (let index = 1; index < CONSTANTS.length; index++) {
        if (objectIs(value, CONSTANTS[index])) return reference(-1 - index);
      }
      return value;
    default:
      return value;
  }
}

function reference(target: number | string): List<unknown> {
  const slotOf = list<unknown>();
  append(slotOf, target);
  return slotOf;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Whether a program has given all objects a `toJSON`, which would have the say over what is written. */
function hooksInherited(): boolean {
  return 'toJSON' in ObjectPrototype || 'toJSON' in ArrayPrototype;
}

function hideFromHooks(nodes: List<Node>): void {
  for (let index = 0; index < nodes.length; index++) {
    const body = nodes[index]!.body!;
    setPrototypeOf(body.kind === 'tagged' ? body.operands : (containerOf(nodes[index]!) as object), null);
  }
}
