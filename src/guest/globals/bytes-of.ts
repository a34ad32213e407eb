import {
  arrayBufferByteLength,
  dataViewBuffer,
  dataViewByteLength,
  dataViewByteOffset,
  TypeErrorConstructor,
  typedArrayBuffer,
  typedArrayByteLength,
  typedArrayByteOffset,
  typedArrayName,
  Uint8ArrayConstructor,
} from '../../bridge/intrinsics.ts';

/** The bytes that a buffer or a view of one shows. Throws for anything else. */
export function bytesOf(source: unknown): Uint8Array {
  if (typedArrayName(source) !== undefined) {
    return viewOf(typedArrayBuffer(source), typedArrayByteOffset(source), typedArrayByteLength(source));
  }
  try {
    return viewOf(source as object, 0, arrayBufferByteLength(source));
  } catch {}
  let buffer: object;
  try {
    buffer = dataViewBuffer(source);
  } catch {
    throw new TypeErrorConstructor(`Expected an ArrayBuffer or a view of one, got ${typeof source}`);
  }
  return viewOf(buffer, dataViewByteOffset(source), dataViewByteLength(source));
}

function viewOf(buffer: object, offset: number, length: number): Uint8Array {
  return new Uint8ArrayConstructor(buffer as ArrayBuffer, offset, length);
}
