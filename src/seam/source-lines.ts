import type { CodeLocation } from './types.ts';

/** Where a line begins and ends, as offsets into the program; its terminator is not part of it. */
export interface SourceLine {
  readonly start: number;
  readonly end: number;
}

/** The number of lines, by ECMAScript's line terminators; at least 1. */
export function countLines(program: string): number {
  let count = 1;
  for (const _ of program.matchAll(terminators())) count += 1;
  return count;
}

/** The line with a number from 1; a number beyond the program stands for its first or last line. */
export function lineAt(program: string, line: number): SourceLine {
  let start = 0;
  let number = 1;
  for (const match of program.matchAll(terminators())) {
    if (number >= line) return { start, end: match.index };
    start = match.index + match[0].length;
    number += 1;
  }
  return { start, end: program.length };
}

/** A line and its neighbours, found in one pass; a number beyond the program stands for its first or last line. */
export function linesAround(
  program: string,
  line: number,
  neighbours: number,
): { readonly line: number; readonly lines: readonly (SourceLine & { readonly number: number })[] } {
  const wanted = Math.max(line, 1);
  const window: (SourceLine & { number: number })[] = [];
  let start = 0;
  let number = 1;
  const take = (end: number): void => {
    window.push({ number, start, end });
    if (window.length > 2 * neighbours + 1) window.shift();
  };
  for (const match of program.matchAll(terminators())) {
    if (number === wanted + neighbours) break;
    take(match.index);
    start = match.index + match[0].length;
    number += 1;
  }
  const next = program.slice(start).search(terminators());
  take(next < 0 ? program.length : start + next);
  const found = Math.min(wanted, number);
  return { line: found, lines: window.filter((each) => each.number >= found - neighbours) };
}

/** The position of an offset, clamped to the program. */
export function locationAt(program: string, offset: number): CodeLocation {
  const target = Math.min(Math.max(offset, 0), program.length);
  let start = 0;
  let line = 1;
  for (const match of program.matchAll(terminators())) {
    const next = match.index + match[0].length;
    if (next > target) break;
    start = next;
    line += 1;
  }
  return { line, column: target - start + 1 };
}

function terminators(): RegExp {
  return /\r\n|[\n\r\u2028\u2029]/g;
}
