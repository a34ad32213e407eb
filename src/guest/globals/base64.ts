import { regExpTest, stringCharCodeAt, stringSlice } from '../../bridge/intrinsics.ts';
import { isWhitespace } from './encodings.ts';
import { namedError } from './named-error.ts';
import { TextBuilder } from './text-builder.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const PAD = 61;

/** Base64 of a string whose characters are bytes. */
export function btoa(data: unknown): string {
  const text = `${data as string}`;
  const builder = new TextBuilder();
  const digit = (value: number): void => builder.addUnit(stringCharCodeAt(ALPHABET, value & 63));
  for (let index = 0; index < text.length; index += 3) {
    const count = text.length - index;
    const bits = (byteAt(text, index) << 16) | (byteAt(text, index + 1) << 8) | byteAt(text, index + 2);
    digit(bits >> 18);
    digit(bits >> 12);
    if (count > 1) digit(bits >> 6);
    else builder.addUnit(PAD);
    if (count > 2) digit(bits);
    else builder.addUnit(PAD);
  }
  return builder.take();
}

function byteAt(text: string, index: number): number {
  if (index >= text.length) return 0;
  const unit = stringCharCodeAt(text, index);
  if (unit > 0xff) {
    throw namedError(
      'InvalidCharacterError',
      'Expected a string of bytes to encode, got a character above U+00FF: encode the text with TextEncoder first',
    );
  }
  return unit;
}

/** The bytes of Base64 as characters. Whitespace is ignored, padding may be missing. */
export function atob(data: unknown): string {
  const digits = digitsOf(`${data as string}`);
  const builder = new TextBuilder();
  let bits = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digitValue(stringCharCodeAt(digits, index));
    if (digit === -1) throw invalid();
    // Only the bits that are not used up yet matter: no more than six of them are.
    bits = ((bits & 63) << 6) | digit;
    const place = index & 3;
    if (place > 0) builder.addUnit((bits >> (6 - 2 * place)) & 0xff);
  }
  return builder.take();
}

/** The text without whitespace and padding. */
function digitsOf(text: string): string {
  let digits = withoutWhitespace(text);
  if (digits.length % 4 === 0) {
    for (let count = 0; count < 2 && stringCharCodeAt(digits, digits.length - 1) === PAD; count++) {
      digits = stringSlice(digits, 0, -1);
    }
  }
  if (digits.length % 4 === 1) throw invalid();
  return digits;
}

const WHITESPACE = /[\t\n\f\r ]/;

function withoutWhitespace(text: string): string {
  if (!regExpTest(WHITESPACE, text)) return text;
  const builder = new TextBuilder();
  for (let index = 0; index < text.length; index++) {
    const unit = stringCharCodeAt(text, index);
    if (!isWhitespace(unit)) builder.addUnit(unit);
  }
  return builder.take();
}

function digitValue(unit: number): number {
  if (unit >= 65 && unit <= 90) return unit - 65;
  if (unit >= 97 && unit <= 122) return unit - 71;
  if (unit >= 48 && unit <= 57) return unit + 4;
  return unit === 43 ? 62 : unit === 47 ? 63 : -1;
}

function invalid(): Error {
  return namedError('InvalidCharacterError', 'The string to be decoded is not correctly encoded');
}
