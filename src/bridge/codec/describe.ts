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
  return `is ${article(nameOf(source))} with no data of its own`;
}

/** Why a property could not be read: an accessor or a trap threw this. */
export function couldNotBeRead(error: unknown): string {
  const message = textOf(() => (error as { message?: unknown }).message);
  return message === '' ? 'could not be read' : `could not be read: ${message}`;
}

/** What an object calls itself. Only for messages: it may say anything. */
function nameOf(source: object): string {
  const name = textOf(() => (source.constructor as { name?: unknown }).name);
  if (name !== '' && name !== 'Object' && !regExpTest(/Function$/, name)) return name;
  const tag = textOf(() => objectToString(source));
  return stringSlice(tag, 8, tag.length - 1) || 'class instance';
}

function textOf(read: () => unknown): string {
  try {
    const text = read();
    return typeof text === 'string' ? stringSlice(text, 0, MAX_TEXT) : '';
  } catch {
    return '';
  }
}

function article(name: string): string {
  return `${regExpTest(VOWEL, name) ? 'an' : 'a'} ${name}`;
}
