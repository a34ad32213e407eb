import { TypeErrorConstructor, typedArrayByteLength, typedArrayName } from '../../bridge/intrinsics.ts';
import { nameClass } from './native-like.ts';
import { encodeUtf8, encodeUtf8Into } from './utf8.ts';

export class TextEncoder {
  get encoding(): string {
    return 'utf-8';
  }

  encode(input: unknown = ''): Uint8Array {
    return encodeUtf8(`${input as string}`);
  }

  encodeInto(source: unknown, destination: unknown): { read: number; written: number } {
    const text = `${source as string}`;
    if (typedArrayName(destination) !== 'Uint8Array') {
      throw new TypeErrorConstructor(`Expected a Uint8Array to encode into, got ${typeof destination}`);
    }
    return encodeUtf8Into(text, destination as Uint8Array, typedArrayByteLength(destination));
  }
}

nameClass(TextEncoder, 'TextEncoder');
