import {
  append,
  bigIntToString,
  jsonStringify,
  type List,
  list,
  numberToString,
  objectKeys,
  regExpTest,
  stringCharCodeAt,
  stringSlice,
} from '../intrinsics.ts';
import { bytesToText, CHUNK, charactersOf, codeList, copyOf, isWhole, ownBuffer } from './binary.ts';
import type { Body, Bytes, Walk } from './walk.ts';
import { ATTACHED_BYTES, CONSTANT, TAG } from './wire.ts';

const BEYOND_LATIN1 = /[^\x00-\xff]/;

/** Writes the table of all objects; see `wire.ts`. What it attaches is appended to `attached`. */
export function writeTable(walk: Walk, value: unknown, attached: List<ArrayBuffer>): string {
  const { nodes } = walk;
  const inline = list<Bytes>();
  const beside = list<Bytes>();
  let tailLength = 0;
  let besideLength = 0;
  let header = `[${jsonStringify(slotOf(walk, value))}`;
  for (let index = 0; index < nodes.length; index++) {
    const body = nodes[index]!.body!;
    const bytes = body.kind === 'tagged' ? body.bytes : undefined;
    if (bytes !== undefined && walk.attaches && bytes.length >= ATTACHED_BYTES) {
      header += `,["${TAG.attached}",${beside.length}]`;
      append(beside, bytes);
      besideLength += bytes.length;
    } else {
      header += `,${jsonStringify(wireNode(walk, body))}`;
      if (bytes !== undefined) {
        append(inline, bytes);
        tailLength += bytes.length;
      }
    }
    if (header.length + tailLength + besideLength > walk.maxBytes) walk.tooLarge();
  }
  header += ']';
  // One character beyond Latin-1 doubles what the whole text takes, so a long tail is worth escaping it.
  if (tailLength > 4 * header.length && regExpTest(BEYOND_LATIN1, header)) header = escapeToLatin1(header);
  let text = `X${header.length}:${header}`;
  for (let index = 0; index < inline.length; index++) text += bytesToText(inline[index]!, walk.byteText);
  attach(beside, walk.moves, attached);
  return text;
}

/** What is moved is gone for parts of it that are attached as well, so that all copies are made first. */
function attach(beside: List<Bytes>, moves: boolean, attached: List<ArrayBuffer>): void {
  for (let index = 0; index < beside.length; index++) {
    const bytes = beside[index]!;
    append(attached, moves && isWhole(bytes) ? bytes.buffer : copyOf(bytes));
  }
  for (let index = 0; index < beside.length; index++) {
    // Throws for what is gone already: resized while it was read, a buffer may be the whole of two.
    const { buffer } = beside[index]!;
    if (attached[index] === buffer) attached[index] = ownBuffer(buffer);
  }
}

/** What of a body is written, its children put in place by now. */
export function containerOf(body: Body): object {
  return body.kind === 'object' ? body.fields : body.kind === 'array' ? body.items : body.operands;
}

/** Makes a body into its node, in place: the containers are ours. */
function wireNode(walk: Walk, body: Body): object {
  if (body.kind === 'object') {
    const { fields } = body;
    const keys = objectKeys(fields);
    for (let index = 0; index < keys.length; index++) {
      const child = fields[keys[index]!];
      const slot = slotOf(walk, child);
      if (slot !== child) fields[keys[index]!] = slot;
    }
    return fields;
  }
  if (body.kind === 'tagged') {
    fillSlots(walk, body.operands, body.slotsFrom, 1);
    return body.operands;
  }
  const node = list<unknown>();
  append(node, TAG.array);
  append(node, body.length);
  append(node, body.items);
  fillSlots(walk, body.items, 0, 1);
  if (body.rest === undefined) return node;
  fillSlots(walk, body.rest, 1, 2);
  for (let index = 0; index < body.rest.length; index++) append(node, body.rest[index]);
  return node;
}

function fillSlots(walk: Walk, items: List<unknown>, from: number, step: number): void {
  for (let index = from; index < items.length; index += step) items[index] = slotOf(walk, items[index]);
}

function slotOf(walk: Walk, value: unknown): unknown {
  switch (typeof value) {
    case 'object':
      return value === null ? null : reference(walk.indexOf(value));
    case 'bigint':
      return reference(value < 0n ? `-0x${bigIntToString(-value, 16)}` : `0x${bigIntToString(value, 16)}`);
    case 'undefined':
      return reference(CONSTANT.undefined);
    case 'number':
      if (value - value !== 0) {
        return reference(value > 0 ? CONSTANT.infinity : value < 0 ? CONSTANT.minusInfinity : CONSTANT.nan);
      }
      return value === 0 && 1 / value < 0 ? reference(CONSTANT.minusZero) : value;
    default:
      return value;
  }
}

function reference(target: number | string): List<unknown> {
  const slot = list<unknown>();
  append(slot, target);
  return slot;
}

/**
 * Characters beyond Latin-1 occur only in the strings of a JSON text, where an escape means the same. The text is made
 * anew from codes, because an engine keeps two bytes a character in any part of a string that once needed them.
 */
function escapeToLatin1(json: string): string {
  let text = '';
  for (let start = 0; start < json.length; start += CHUNK) {
    const codes = codeList();
    for (let at = start; at < start + CHUNK && at < json.length; at++) {
      const code = stringCharCodeAt(json, at);
      if (code <= 0xff) append(codes, code);
      else appendEscape(codes, code);
    }
    text += charactersOf(codes);
  }
  return text;
}

function appendEscape(codes: List<number>, code: number): void {
  const sequence = `\\u${stringSlice(numberToString(code + 0x10000, 16), 1)}`;
  for (let index = 0; index < sequence.length; index++) append(codes, stringCharCodeAt(sequence, index));
}
