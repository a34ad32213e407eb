import { type ByteText, MANY_BYTES } from '../byte-text.ts';
import {
  ArrayBufferConstructor,
  append,
  arrayBufferByteLength,
  arrayBufferMove,
  dataViewBuffer,
  dataViewByteLength,
  dataViewByteOffset,
  type List,
  list,
  reflectApply,
  setPrototypeOf,
  stringCharCodeAt,
  stringFromCharCode,
  stringSlice,
  typedArrayAt,
  typedArrayBuffer,
  typedArrayByteLength,
  typedArrayByteOffset,
  typedArrayName,
  typedArraySet,
  Uint8ArrayConstructor,
} from '../intrinsics.ts';
import { article } from './describe.ts';
import type { Buffers } from './types.ts';
import type { Bytes, Node, Walk } from './walk.ts';
import { TAG } from './wire.ts';

/** Bytes made into characters with one call; more arguments than that exhaust the stack of some engines. */
export const CHUNK = 4_096;

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
    walk.failAt(node, `is ${article(name)} of shared memory`);
  }
  try {
    if (!isData) typedArrayAt(source, 0);
    length = isData ? dataViewByteLength(source) : typedArrayByteLength(source);
    offset = isData ? dataViewByteOffset(source) : typedArrayByteOffset(source);
  } catch {
    walk.failAt(node, `is ${article(name)} of a detached ArrayBuffer`);
  }
  const whole = offset === 0 && length === total;
  const operands = list<unknown>();
  append(operands, TAG.view);
  append(operands, name);
  append(operands, whole ? buffer : {});
  node.body = { kind: 'tagged', operands, slotsFrom: 2, bytes: undefined };
  const carrier = walk.refer(node, 'buffer', operands[2] as object);
  if (carrier.body === undefined) setBytes(walk, carrier, { buffer, offset, length });
  // Met before, and taken for something else, which no view can be made of.
  if (bytesOf(carrier) === undefined)
    walk.failAt(node, `is ${article(name)} of an ArrayBuffer with a replaced prototype`);
}

/** The bytes of a node that is a buffer. */
export function bytesOf({ body }: Node): Bytes | undefined {
  return body?.kind === 'tagged' ? body.bytes : undefined;
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

/** A copy of our own, which nothing else refers to. */
export function copyOf({ buffer, offset, length }: Bytes): ArrayBuffer {
  const copy = new ArrayBufferConstructor(length);
  typedArraySet(new Uint8ArrayConstructor(copy), new Uint8ArrayConstructor(buffer, offset, length));
  return copy;
}

/** Whether these are all bytes of their buffer. */
export function isWhole({ buffer, offset, length }: Bytes): boolean {
  return offset === 0 && length === arrayBufferByteLength(buffer);
}

/** The bytes of a buffer in one of this realm that nothing else refers to: moved there, or copied where that cannot be. */
export function ownBuffer(buffer: ArrayBuffer): ArrayBuffer {
  if (arrayBufferMove !== undefined) {
    try {
      return arrayBufferMove(buffer);
    } catch {
      // Memory of WebAssembly, say, stays where it is.
    }
  }
  return copyOf({ buffer, offset: 0, length: arrayBufferByteLength(buffer) });
}

/** What all buffers hold together. */
export function totalBytes(buffers: Buffers): number {
  let total = 0;
  if (buffers === undefined) return total;
  for (let index = 0; index < buffers.length; index++) total += arrayBufferByteLength(buffers[index]);
  return total;
}

/** One Latin-1 character for each byte. */
export function bytesToText({ buffer, offset, length }: Bytes, byteText: ByteText | undefined): string {
  if (byteText !== undefined && length >= MANY_BYTES) {
    const text = byteText.toText(buffer, offset, length);
    if (text.length === length) return text;
  }
  const bytes = new Uint8ArrayConstructor(buffer, offset, length);
  const chunk = codeList();
  let text = '';
  let start = 0;
  for (; length - start >= CHUNK; start += CHUNK) {
    for (let index = 0; index < CHUNK; index++) chunk[index] = bytes[start + index]!;
    text += charactersOf(chunk);
  }
  const rest = codeList();
  for (let index = 0; start + index < length; index++) rest[index] = bytes[start + index]!;
  return text + charactersOf(rest);
}

/** A list from an allocation site of its own: V8 keeps small integers well only where nothing else is ever listed. */
export function codeList(): List<number> {
  return setPrototypeOf([], null) as List<number>;
}

export function charactersOf(codes: List<number>): string {
  return reflectApply(stringFromCharCode, undefined, codes as ArrayLike<number>);
}

/** The bytes that a part of `text` stands for, or `undefined` when it holds a character that is no byte. */
export function textToBuffer(
  text: string,
  { start, length, byteText }: { start: number; length: number; byteText: ByteText | undefined },
): ArrayBuffer | undefined {
  if (byteText?.toBytes !== undefined && length >= MANY_BYTES) {
    const buffer = new ArrayBufferConstructor(length);
    return byteText.toBytes(stringSlice(text, start, start + length), buffer) ? buffer : undefined;
  }
  const bytes = new Uint8ArrayConstructor(length);
  let all = 0;
  for (let index = 0; index < length; index++) {
    const code = stringCharCodeAt(text, start + index);
    all |= code;
    bytes[index] = code;
  }
  return all > 0xff ? undefined : (typedArrayBuffer(bytes) as ArrayBuffer);
}
