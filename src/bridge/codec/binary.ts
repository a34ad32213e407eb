import {
  append,
  arrayBufferByteLength,
  dataViewBuffer,
  dataViewByteLength,
  dataViewByteOffset,
  type List,
  list,
  reflectApply,
  stringCharCodeAt,
  stringFromCharCode,
  typedArrayAt,
  typedArrayBuffer,
  typedArrayByteLength,
  typedArrayByteOffset,
  typedArrayName,
  Uint8ArrayConstructor,
} from '../intrinsics.ts';
import type { Bytes, Node, Walk } from './walk.ts';
import { TAG } from './wire.ts';

/** Bytes made into characters with one call; more arguments than that exhaust the stack of some engines. */
const CHUNK = 8_192;

/** Reads an ArrayBuffer. Its bytes are copied when everything else is known to cross. */
export function readBuffer(walk: Walk, node: Node): void {
  const buffer = node.source as ArrayBuffer;
  if (isDetached(buffer)) walk.failAt(node, 'is a detached ArrayBuffer');
  setBytes(walk, node, { buffer, offset: 0, length: arrayBufferByteLength(buffer) });
}

/**
 * Reads a typed array or DataView. One that shows the whole of its buffer keeps sharing it with others; one that shows a
 * part crosses as that part alone, since what surrounds it was not meant to be sent (a Buffer from Node's pool).
 */
export function readView(walk: Walk, node: Node): void {
  const { source } = node;
  const name = typedArrayName(source) ?? 'DataView';
  const isData = name === 'DataView';
  const buffer = (isData ? dataViewBuffer(source) : typedArrayBuffer(source)) as ArrayBuffer;
  let length = 0;
  let offset = 0;
  let total = 0;
  try {
    total = arrayBufferByteLength(buffer);
  } catch {
    walk.failAt(node, `is a ${name} of shared memory`);
  }
  try {
    if (!isData) typedArrayAt(source, 0);
    length = isData ? dataViewByteLength(source) : typedArrayByteLength(source);
    offset = isData ? dataViewByteOffset(source) : typedArrayByteOffset(source);
  } catch {
    walk.failAt(node, `is a ${name} of a detached ArrayBuffer`);
  }
  const whole = offset === 0 && length === total;
  const operands = list<unknown>();
  append(operands, TAG.view);
  append(operands, name);
  append(operands, whole ? buffer : {});
  node.body = { kind: 'tagged', operands, slotsFrom: 2 };
  const child = walk.refer(node, 0, operands[2] as object);
  if (!whole) setBytes(walk, child, { buffer, offset, length });
}

function setBytes(walk: Walk, node: Node, bytes: Bytes): void {
  walk.grow(bytes.length);
  const operands = list<unknown>();
  append(operands, TAG.buffer);
  append(operands, bytes.length);
  node.body = { kind: 'tagged', operands, slotsFrom: 2, bytes };
}

function isDetached(buffer: ArrayBuffer): boolean {
  try {
    new Uint8ArrayConstructor(buffer);
    return false;
  } catch {
    return true;
  }
}

/** One Latin-1 character for each byte. */
export function bytesToText({ buffer, offset, length }: Bytes): string {
  let text = '';
  const bytes = new Uint8ArrayConstructor(buffer, offset, length);
  for (let start = 0; start < length; start += CHUNK) {
    const end = start + CHUNK < length ? start + CHUNK : length;
    const chunk: List<number> = list();
    for (let index = start; index < end; index++) chunk[index - start] = bytes[index]!;
    text += reflectApply(stringFromCharCode, undefined, chunk as ArrayLike<number>);
  }
  return text;
}

/** The bytes that a part of `text` stands for, or `undefined` when it holds a character that is no byte. */
export function textToBuffer(text: string, start: number, length: number): ArrayBuffer | undefined {
  const bytes = new Uint8ArrayConstructor(length);
  let all = 0;
  for (let index = 0; index < length; index++) {
    const code = stringCharCodeAt(text, start + index);
    all |= code;
    bytes[index] = code;
  }
  return all > 0xff ? undefined : (typedArrayBuffer(bytes) as ArrayBuffer);
}
