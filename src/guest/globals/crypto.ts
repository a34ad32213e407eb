import {
  numberToString,
  stringCharCodeAt,
  stringSlice,
  TypeErrorConstructor,
  typedArrayName,
} from '../../bridge/intrinsics.ts';
import type { GuestPowers } from '../powers.ts';
import { bytesOf } from './bytes-of.ts';
import { namedError } from './named-error.ts';

/** Most bytes of one call, as everywhere. */
const QUOTA = 65_536;

/** The part of the Web Crypto API that makes random values. */
export function makeCrypto(randomBytes: GuestPowers['randomBytes']) {
  function random(count: number): string {
    const bytes = randomBytes(count);
    if (bytes.length !== count) throw namedError('OperationError', 'No random bytes are to be had');
    return bytes;
  }

  return {
    getRandomValues<T>(array: T): T {
      const name = typedArrayName(array);
      if (name === undefined)
        throw new TypeErrorConstructor(`Expected a typed array of integers, got ${typeof array}`);
      if (name === 'Float32Array' || name === 'Float64Array' || name === 'Float16Array') {
        throw namedError('TypeMismatchError', `Expected a typed array of integers, got a ${name}`);
      }
      const bytes = bytesOf(array);
      const { length } = bytes;
      if (length > QUOTA) {
        throw namedError('QuotaExceededError', `Expected at most ${QUOTA} bytes to fill, got ${length}`);
      }
      const values = random(length);
      for (let index = 0; index < length; index++) bytes[index] = stringCharCodeAt(values, index);
      return array;
    },

    randomUUID(): string {
      const bytes = random(16);
      let text = '';
      for (let index = 0; index < 16; index++) {
        let byte = stringCharCodeAt(bytes, index);
        // The version, four, and the variant.
        if (index === 6) byte = (byte & 0x0f) | 0x40;
        if (index === 8) byte = (byte & 0x3f) | 0x80;
        if (index === 4 || index === 6 || index === 8 || index === 10) text += '-';
        text += stringSlice(numberToString(byte + 256, 16), 1);
      }
      return text;
    },
  };
}
