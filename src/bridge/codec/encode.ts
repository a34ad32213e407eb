import {
  ArrayPrototype,
  getPrototypeOf,
  hasOwn,
  jsonStringify,
  type List,
  list,
  ObjectPrototype,
  regExpTest,
  setPrototypeOf,
} from '../intrinsics.ts';
import { totalBytes } from './binary.ts';
import { Classifier } from './classify.ts';
import { couldNotBeRead } from './describe.ts';
import { Draft } from './draft.ts';
import { snapshot } from './snapshot.ts';
import type { EncodeOptions, Encoding } from './types.ts';
import { type Node, Walk } from './walk.ts';
import { LONG_STRING } from './wire.ts';
import { containerOf, writeTable } from './write.ts';

const BEYOND_LATIN1 = /[^\x00-\xff]/;

/** Encodes a value. Never throws, whatever the value does when it is read. */
export function encodeValue(value: unknown, options: EncodeOptions): Encoding {
  let walk: Walk | undefined;
  try {
    const whole = wholeText(value);
    if (whole !== undefined && fits(whole, options))
      return { outcome: 'encoded', text: whole, buffers: undefined };
    walk = new Walk(options);
    const attached = list<ArrayBuffer>();
    const text = whole ?? written(walk, value, attached);
    const left = options.maxBytes - totalBytes(attached);
    if (2 * text.length > left && (text.length > left || regExpTest(BEYOND_LATIN1, text))) walk.tooLarge();
    return { outcome: 'encoded', text, buffers: attached.length === 0 ? undefined : attached };
  } catch {
    if (walk?.failure !== undefined) return walk.failure;
    // The stack or the memory ran out, which only a caller deep down its own stack brings about.
    return { outcome: 'uncloneable', path: options.root, message: `${options.root} could not be read` };
  }
}

/** Encodes the arguments of a call, in a list that is the caller's own: mostly a few primitives, which take no walk. */
export function encodeArguments(args: readonly unknown[], options: EncodeOptions): Encoding {
  let text = 'J[';
  for (let index = 0; index < args.length; index++) {
    const primitive = primitiveText(args[index]);
    if (primitive === undefined) return encodeValue(args, options);
    text += index === 0 ? primitive : `,${primitive}`;
  }
  text += ']';
  return fits(text, options) ? { outcome: 'encoded', text, buffers: undefined } : encodeValue(args, options);
}

/** The text of what takes more than a look: as JSON if a copy shows that JSON carries all of it, else as a table. */
function written(walk: Walk, value: unknown, attached: List<ArrayBuffer>): string {
  const classifier = new Classifier();
  const draft = new Draft(walk, classifier);
  const copy = draft.of(value);
  if (draft.plain) {
    if (hooksInherited()) draft.hideFromHooks();
    return `J${jsonStringify(copy)}`;
  }
  walk.draft = draft;
  read(walk, copy, classifier);
  if (hooksInherited()) hideFromHooks(walk.nodes);
  return writeTable(walk, copy, attached);
}

/** The text of a value that is a primitive, where it needs no table. */
function wholeText(value: unknown): string | undefined {
  if (typeof value === 'string' && value.length >= LONG_STRING) return `S${value}`;
  const primitive = primitiveText(value);
  return primitive === undefined ? undefined : `J${primitive}`;
}

/** The JSON of a primitive, where it has one that is all of it. */
function primitiveText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return jsonStringify(value);
    case 'number':
      return value - value === 0 && (value !== 0 || 1 / value > 0) ? `${value}` : undefined;
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return value === null ? 'null' : undefined;
  }
}

/** Whether a text is small enough even at two bytes a character: then it need not be searched for one that takes them. */
function fits(text: string, { maxBytes }: EncodeOptions): boolean {
  return 2 * text.length <= maxBytes;
}

/** Takes all that is to be carried out of the value. No code of a program runs after that. */
function read(walk: Walk, value: unknown, classifier: Classifier): void {
  const { nodes } = walk;
  walk.visit(undefined, '', value);
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    if (node.body !== undefined) continue;
    try {
      snapshot(walk, node, classifier);
    } catch (error) {
      // A trap that throws while an object is looked at is a reason like any other why it cannot cross.
      if (walk.failure === undefined) walk.failAt(node, couldNotBeRead(error));
      throw error;
    }
  }
}

/** Whether a program has given all objects a `toJSON`, which would have the say over what is written. */
function hooksInherited(): boolean {
  return (
    hasOwn(ObjectPrototype, 'toJSON') ||
    hasOwn(ArrayPrototype, 'toJSON') ||
    getPrototypeOf(ArrayPrototype) !== ObjectPrototype
  );
}

function hideFromHooks(nodes: List<Node>): void {
  for (let index = 0; index < nodes.length; index++) {
    const body = nodes[index]!.body!;
    setPrototypeOf(containerOf(body), null);
  }
}
