import { regExpExec, stringIndexOf, stringSlice } from '../bridge/intrinsics.ts';

/** How much of the program is searched, in characters: a statement, not a file. */
const REACH = 4_000;

const WORD = /^[\w$]+/;
const WORD_CHARACTER = /[\w$]/;

/**
 * The compiler maps the beginnings of statements and expressions, not every word. What lies between differs from the
 * program in white space and types alone, so the word that the engine points at is the one that comes as many words of
 * the same name after the mapped place.
 * @returns the offset in the program, or that of the mapped place when the word is not found.
 */
export function refineOffset(
  script: string,
  mapped: number,
  exact: number,
  program: string,
  start: number,
): number {
  const word = regExpExec(WORD, stringSlice(script, exact, exact + REACH))?.[0];
  if (word === undefined || exact <= mapped) return start;
  let remaining = countWord(stringSlice(script, mapped, exact), word);
  let at = findWord(program, word, start);
  while (remaining > 0 && at >= 0) {
    at = findWord(program, word, at + word.length);
    remaining--;
  }
  return at < 0 || at - start > REACH ? start : at;
}

function countWord(text: string, word: string): number {
  let count = 0;
  for (let at = findWord(text, word, 0); at >= 0; at = findWord(text, word, at + word.length)) count++;
  return count;
}

/** The offset of a whole word, not far from where the search begins; -1 if it is not there. */
export function findWord(text: string, word: string, from: number): number {
  for (let at = stringIndexOf(text, word, from); at >= 0; at = stringIndexOf(text, word, at + 1)) {
    const isWhole = !isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length]);
    if (isWhole) return at;
    if (at - from > REACH) return -1;
  }
  return -1;
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && regExpExec(WORD_CHARACTER, character) !== null;
}
