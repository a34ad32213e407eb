import { codeFrame } from '../seam/code-frame.ts';
import { countLines, lineAt, locationAt } from '../seam/source-lines.ts';
import type { CodeRealm } from '../seam/types.ts';
import { explain, fenceAdvice, type Problem, withAdvice } from './hints.ts';
import type { TranspileResult } from './transpiler.ts';
import { FIRST_PROGRAM_LINE } from './wrapper.ts';

/** Characters of a rejection's message. */
export const MAX_REJECTION_LENGTH = 4_000;

/** Problems reported at a time: the first ones are the ones to correct, the others tend to follow from them. */
const MAX_PROBLEMS = 3;

/** Characters of one line of text, which may quote a token of any length. */
const MAX_TEXT_LENGTH = 300;

/** The part of the compiler's messages that is used. Lines count from 1, columns are UTF-8 bytes from 0. */
export interface CompilerMessage {
  readonly text: string;
  readonly location: { readonly line: number; readonly column: number } | null;
  readonly notes?: readonly CompilerMessage[];
}

/** The outcome for a program with these problems. */
export function reject(
  program: string,
  problems: readonly (Problem & { notes?: readonly string[] })[],
): TranspileResult {
  const blocks = problems.slice(0, MAX_PROBLEMS).map(({ text, offset, notes = [] }) => {
    const location = locationAt(program, offset);
    const head = `SyntaxError: ${clip(text)} (line ${location.line}, column ${location.column})`;
    return [`${head}\n\n${codeFrame(program, location)}`, ...notes.slice(0, 2).map(clip)].join('\n\n');
  });
  return {
    outcome: 'rejected',
    message: blocks.join('\n\n').slice(0, MAX_REJECTION_LENGTH),
    location: locationAt(program, problems[0]?.offset ?? 0),
  };
}

/**
 * The outcome for a program that the compiler refused with `messages`, and with `probe` in the wrapper that complains
 * where a program closes it early. Nothing of either wrapper is ever quoted.
 */
export function rejectDiagnosed(
  program: string,
  messages: readonly CompilerMessage[],
  probe: readonly CompilerMessage[],
  realm: CodeRealm,
): TranspileResult {
  const place = placer(program);
  const closing = earlyClose(program, messages, probe, place);
  if (closing !== undefined) {
    return rejectEarlyClose(program, closing);
  }
  const first = messages[0];
  if (first === undefined || place(first) === 'after') {
    const { text, offset } = unexpectedEnd(program, first, place);
    return reject(program, [{ text: withAdvice(text, fenceAdvice(program)), offset }]);
  }
  const problems: (Problem & { notes: readonly string[] })[] = [];
  for (const message of messages) {
    const offset = place(message);
    if (typeof offset !== 'number') continue;
    const problem = explain(program, { text: message.text, offset }, realm);
    problems.push({ ...problem, notes: notesOf(program, message, place) });
    if (problems.length === MAX_PROBLEMS) break;
  }
  return reject(program, problems.length > 0 ? problems : [{ text: 'The program is not valid', offset: 0 }]);
}

/** The outcome for a program that closes its wrapper, at a place or at one of its braces. */
export function rejectEarlyClose(program: string, offset = program.lastIndexOf('}')): TranspileResult {
  return reject(program, [
    { text: 'Unexpected "}": it closes a block that the program did not open', offset },
  ]);
}

/** Where a message points to: an offset of the program, or the wrapper before or after it. */
type Place = number | 'before' | 'after' | 'nowhere';
type Placer = (message: CompilerMessage) => Place;

function placer(program: string): Placer {
  const lines = countLines(program);
  return ({ location }) => {
    if (location === null) return 'nowhere';
    const line = location.line - FIRST_PROGRAM_LINE + 1;
    if (line < 1) return 'before';
    if (line > lines) return 'after';
    const { start, end } = lineAt(program, line);
    return start + charsOfBytes(program.slice(start, end), location.column);
  };
}

/** The number of UTF-16 units at the beginning of `line` that take `bytes` bytes in UTF-8. */
function charsOfBytes(line: string, bytes: number): number {
  let rest = bytes;
  let chars = 0;
  while (rest > 0 && chars < line.length) {
    const point = line.codePointAt(chars) ?? 0;
    rest -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    chars += point < 0x10000 ? 1 : 2;
  }
  return chars;
}

/** The brace that closes the wrapper, if one does: only the probe misses a `finally` right after it. */
function earlyClose(
  program: string,
  messages: readonly CompilerMessage[],
  probe: readonly CompilerMessage[],
  place: Placer,
): number | undefined {
  const missing = 'Expected "finally" but found';
  for (const message of probe) {
    const offset = place(message);
    if (!message.text.startsWith(missing) || offset === 'before' || offset === 'nowhere') continue;
    if (messages.some((other) => other.text.startsWith(missing) && place(other) === offset)) continue;
    const brace = program.lastIndexOf('}', offset === 'after' ? program.length : offset - 1);
    return brace < 0 ? undefined : brace;
  }
  return undefined;
}

/** What a complaint about the wrapper's tail means for the program that it follows. */
function unexpectedEnd(program: string, message: CompilerMessage | undefined, place: Placer): Problem {
  const text = message?.text ?? '';
  const end = program.trimEnd().length;
  const missing = /^Expected "([^\w;:]+)" but found/.exec(text)?.[1];
  if (text.startsWith('Expected "*/"')) {
    const opening = message?.notes?.map(place).find((offset) => typeof offset === 'number');
    return { text: 'Unterminated comment: "*/" is missing', offset: opening ?? end };
  }
  if (text === 'Unterminated string literal') {
    // Any unescaped backtick after the opening one would have ended the template.
    const opening = [...program.matchAll(/\\[\s\S]|`/g)].findLast(([token]) => token === '`');
    return { text: 'Unterminated template literal: "`" is missing', offset: opening?.index ?? end };
  }
  let what = 'its last statement is not complete';
  // The closing brackets of the tail close blocks of the program before anything is found missing.
  if (/(?:^Unexpected|but found) "[)}]"$/.test(text)) what = 'a "}" is missing';
  else if (text.startsWith('Expected "finally"')) what = '"catch" or "finally" is missing';
  else if (missing !== undefined) what = `a "${missing}" is missing`;
  return { text: `Unexpected end of the program: ${what}`, offset: end };
}

/** The notes about the program itself; what they say about the wrapper or the compiler's options helps nobody. */
function notesOf(program: string, message: CompilerMessage, place: Placer): string[] {
  return (message.notes ?? []).flatMap((note) => {
    const offset = place(note);
    if (typeof offset !== 'number') return [];
    const { line, column } = locationAt(program, offset);
    return [`${note.text.replace(/:$/, '')} (line ${line}, column ${column})`];
  });
}

function clip(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}...` : text;
}
