import { decodeValue, encodeValue } from '../../bridge/codec.ts';
import {
  append,
  arrayBufferByteLength,
  type List,
  list,
  SetConstructor,
  setAdd,
  setHas,
  uncurryThis,
} from '../../bridge/intrinsics.ts';
import { namedError } from './named-error.ts';

/** What is cloned stays in the realm, whose memory is limited anyway. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Missing in older engines: there, buffers that are transferred are copied and stay as they are. */
const transfer = (ArrayBuffer.prototype as { transfer?: () => ArrayBuffer }).transfer;
const detach = transfer && (uncurryThis(transfer) as (buffer: object) => unknown);

/**
 * Makes `structuredClone` over the codec: what it clones is what can cross to a binding and back. ArrayBuffers that
 * `options.transfer` lists are detached after they were copied.
 */
export function makeStructuredClone(isProxy: ((value: object) => boolean) | undefined) {
  return (value: unknown, options: unknown): unknown => {
    const buffers = transferred(options);
    const encoding = encodeValue(value, {
      root: 'value',
      maxBytes: UNLIMITED,
      attaches: true,
      ...(isProxy && { isProxy }),
    });
    if (encoding.outcome !== 'encoded') throw namedError('DataCloneError', encoding.message);
    const decoding = decodeValue(encoding.text, undefined, encoding.buffers);
    if (decoding.outcome !== 'decoded') throw namedError('DataCloneError', 'The value could not be cloned');
    for (let index = 0; index < buffers.length; index++) detach?.(buffers[index]!);
    return decoding.value;
  };
}

function transferred(options: unknown): List<object> {
  const buffers = list<object>();
  const items = (options as { transfer?: Iterable<unknown> } | null | undefined)?.transfer;
  if (items === undefined) return buffers;
  const seen = new SetConstructor<unknown>();
  for (const item of items) {
    if (!isArrayBuffer(item) || setHas(seen, item)) {
      throw namedError('DataCloneError', 'Only ArrayBuffers can be transferred, each of them once');
    }
    setAdd(seen, item);
    append(buffers, item);
  }
  return buffers;
}

function isArrayBuffer(value: unknown): value is object {
  try {
    arrayBufferByteLength(value);
    return true;
  } catch {
    return false;
  }
}
