import { defineData, ErrorConstructor } from '../../bridge/intrinsics.ts';

/** Names of the errors that platforms throw as a `DOMException`, which the bare realm does not have, and their codes. */
const CODES = {
  InvalidCharacterError: 5,
  TypeMismatchError: 17,
  QuotaExceededError: 22,
  DataCloneError: 25,
  OperationError: 0,
} as const;

/** An error with the name and the code of such a `DOMException`. */
export function namedError(name: keyof typeof CODES, message: string): Error {
  const error = new ErrorConstructor(message);
  defineData(error, 'name', name, false);
  defineData(error, 'code', CODES[name], false);
  return error;
}
