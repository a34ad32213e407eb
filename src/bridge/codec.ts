/** Values to text and back: the one codec of both sides. Its wire format is in `codec/wire.ts`. */
export { ownBuffer, totalBytes } from './codec/binary.ts';
export { decodeValue } from './codec/decode.ts';
export { encodeArguments, encodeValue } from './codec/encode.ts';
export type { Buffers, EncodeOptions } from './codec/types.ts';
