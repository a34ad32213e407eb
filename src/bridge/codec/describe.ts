import { objectToString, regExpTest, stringSlice } from '../intrinsics.ts';

const MAX_TEXT = 100;
const VOWEL = /^[AEIO]/;

/** Why an object of a kind that never crosses does not, to follow its path. */
export function refusal(name: string): string {
  return name === 'Promise'
    ? 'is a Promise; await it (for an array: `await Promise.all(...)`)'
    : `is ${article(name)}`;
}

/** The same for an instance of a class that has nothing which could cross. */
export function withoutData(source: object): string {
  const tag = tagOf(source);
  const name = textOf(() => (source.constructor as { name?: unknown }).name);
  // Iterators and generators have constructors of other kinds of things, or `Object`.
  const known = name !== '' && name !== 'Object' && !regExpTest(/Function$/, name);
  if (known && name === 'Promise') return refusal(name);
  if (tag === 'Object') return `is an ${known ? `instance of ${name}` : 'object'} with no data of its own`;
  const advice = name === 'Response' ? '; pass what `await response.json()` or `.text()` gives' : '';
  return `is ${article(known ? name : tag)} with no data of its own${advice}`;
}

/** Why a property could not be read: an accessor or a trap threw this. */
export function couldNotBeRead(error: unknown): string {
  const message = textOf(() =>
    typeof error === 'string' ? error : (error as { message?: unknown }).message,
  );
  return message === '' ? 'could not be read' : `could not be read: ${message}`;
}

/** What an object calls itself. Only for messages: it may say anything. */
function tagOf(source: object): string {
  const tag = textOf(() => objectToString(source));
  return stringSlice(tag, 8, tag.length - 1) || 'Object';
}

function textOf(read: () => unknown): string {
  try {
    const text = read();
    return typeof text === 'string' ? stringSlice(text, 0, MAX_TEXT) : '';
  } catch {
    return '';
  }
}

export function article(name: string): string {
  return `${regExpTest(VOWEL, name) ? 'an' : 'a'} ${name}`;
}
