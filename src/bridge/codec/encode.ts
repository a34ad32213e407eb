import {
  ArrayPrototype,
  getPrototypeOf,
  hasOwn,
  type List,
  ObjectPrototype,
  regExpTest,
  setPrototypeOf,
} from '../intrinsics.ts';
import { Classifier } from './classify.ts';
import { couldNotBeRead } from './describe.ts';
import { snapshot } from './snapshot.ts';
import { type EncodeOptions, type Encoding, MAX_JSON_DEPTH } from './types.ts';
import { type Node, Walk } from './walk.ts';
import { containerOf, writeJson, writeTable } from './write.ts';

const BEYOND_LATIN1 = /[^\x00-\xff]/;

/** Encodes a value. Never throws, whatever the value does when it is read. */
export function encodeValue(value: unknown, options: EncodeOptions): Encoding {
  let walk: Walk | undefined;
  try {
    walk = new Walk(options);
    read(walk, value);
    if (hooksInherited()) hideFromHooks(walk.nodes);
    const text =
      walk.plain && walk.depth <= MAX_JSON_DEPTH ? writeJson(walk, value) : writeTable(walk, value);
    const bytes = regExpTest(BEYOND_LATIN1, text) ? 2 * text.length : text.length;
    if (bytes > options.maxBytes) walk.tooLarge();
    return { outcome: 'encoded', text, bytes };
  } catch {
    if (walk?.failure !== undefined) return walk.failure;
    // The stack or the memory ran out, which only a caller deep down its own stack brings about.
    return { outcome: 'uncloneable', path: options.root, message: `${options.root} could not be read` };
  }
}

/** Takes all that is to be carried out of the value. No code of a program runs after that. */
function read(walk: Walk, value: unknown): void {
  const { nodes } = walk;
  const classifier = new Classifier();
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
