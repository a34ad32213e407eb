import {
  defineData,
  RangeErrorConstructor,
  stringCharCodeAt,
  stringSlice,
  TypeErrorConstructor,
} from '../../bridge/intrinsics.ts';
import { bytesOf } from './bytes-of.ts';
import { type Decoder, Utf8Decoder, Utf16Decoder, Windows1252Decoder } from './decoders.ts';
import { type EncodingName, encodingOf } from './encodings.ts';
import { nameClass } from './native-like.ts';
import { TextBuilder } from './text-builder.ts';

const BOM = 0xfeff;
const REPLACEMENT = 0xfffd;

interface DecoderOptions {
  readonly fatal?: unknown;
  readonly ignoreBOM?: unknown;
}

export class TextDecoder {
  readonly #encoding: EncodingName;
  readonly #fatal: boolean;
  readonly #ignoreBOM: boolean;
  /** The decoder of a stream that goes on with the next call. */
  #stream: Decoder | undefined;
  #begun = false;

  constructor(label: unknown = 'utf-8', options: DecoderOptions | null | undefined = undefined) {
    const encoding = encodingOf(`${label as string}`);
    if (encoding === undefined) {
      const error = new RangeErrorConstructor(`The encoding "${label as string}" is not supported here`);
      defineData(error, 'code', 'ERR_ENCODING_NOT_SUPPORTED');
      throw error;
    }
    this.#encoding = encoding;
    this.#fatal = !!options?.fatal;
    this.#ignoreBOM = !!options?.ignoreBOM;
  }

  get encoding(): string {
    return this.#encoding;
  }

  get fatal(): boolean {
    return this.#fatal;
  }

  get ignoreBOM(): boolean {
    return this.#ignoreBOM;
  }

  decode(
    input: unknown = undefined,
    options: { readonly stream?: unknown } | null | undefined = undefined,
  ): string {
    const goesOn = !!options?.stream;
    if (this.#stream === undefined) this.#begun = false;
    const decoder = this.#stream ?? this.#makeDecoder();
    this.#stream = undefined;
    const builder = new TextBuilder();
    if (input !== undefined) decoder.decode(bytesOf(input), builder);
    if (goesOn) this.#stream = decoder;
    else decoder.end(builder);
    return this.#withoutBOM(builder.take());
  }

  #makeDecoder(): Decoder {
    const malformed = (to: TextBuilder): void => {
      if (!this.#fatal) return to.addUnit(REPLACEMENT);
      const error = new TypeErrorConstructor(`The encoded data was not valid for encoding ${this.#encoding}`);
      defineData(error, 'code', 'ERR_ENCODING_INVALID_ENCODED_DATA');
      throw error;
    };
    switch (this.#encoding) {
      case 'utf-8':
        return new Utf8Decoder(malformed);
      case 'windows-1252':
        return new Windows1252Decoder();
      default:
        return new Utf16Decoder(malformed, this.#encoding === 'utf-16be');
    }
  }

  #withoutBOM(text: string): string {
    if (this.#begun || text === '') return text;
    this.#begun = true;
    return !this.#ignoreBOM && stringCharCodeAt(text, 0) === BOM ? stringSlice(text, 1) : text;
  }
}

nameClass(TextDecoder, 'TextDecoder');
