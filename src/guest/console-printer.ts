import { mathMin, stringIndexOf, stringSlice } from '../bridge/intrinsics.ts';
import { stringRepeat } from './builtins.ts';
import { format } from './format.ts';
import type { Surroundings } from './inspect/context.ts';
import { failureText } from './inspect/failure.ts';
import { cut } from './inspect/text.ts';

export type ConsoleLevel = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** Where console entries go, and what the console knows of its run. */
export interface ConsoleSink {
  /** Takes one entry. `cut` is the number of characters that its text was shortened by; mostly 0. */
  readonly write: (level: ConsoleLevel, text: string, cut: number) => void;
  /** Milliseconds of the run's clock. */
  readonly now: () => number;
  /** Characters that one entry may have; what is longer is cut, and says so. */
  readonly maxTextLength: () => number;
  /** Headline of an error and the program's frames; `undefined` if it has no stack. */
  readonly stackOf: (error: object) => string | undefined;
  readonly isProxy: (value: object) => boolean;
}

/** Groups nested deeper than this are not indented any further. */
const MAX_GROUPS = 50;

/** Turns what console methods are given into entries. None of its methods throws. */
export class ConsolePrinter {
  readonly #sink: ConsoleSink;
  #groups = 0;

  constructor(sink: ConsoleSink) {
    this.#sink = sink;
  }

  get surroundings(): Surroundings {
    const { isProxy, stackOf, maxTextLength } = this.#sink;
    return { isProxy, stackOf, maxLength: maxTextLength() };
  }

  print(level: ConsoleLevel, args: ArrayLike<unknown>): void {
    this.write(level, () => this.format(args));
  }

  format(args: ArrayLike<unknown>): string {
    // Most entries are one string: it is taken as it is.
    if (args.length === 1 && typeof args[0] === 'string') return args[0];
    return format(args, this.surroundings);
  }

  /** Writes one entry. If its text cannot be made, the entry says why. */
  write(level: ConsoleLevel, makeText: () => string): void {
    try {
      let text: string;
      try {
        text = makeText();
      } catch (error) {
        text = failureText(error, this.surroundings);
      }
      this.#emit(level, text);
    } catch {
      // Out of stack, mostly: the entry is lost, but a console never is the reason why a program fails.
    }
  }

  openGroup(): void {
    this.#groups += 1;
  }

  closeGroup(): void {
    if (this.#groups > 0) this.#groups -= 1;
  }

  #emit(level: ConsoleLevel, text: string): void {
    const most = this.#sink.maxTextLength();
    let shown = text;
    let left = 0;
    if (this.#groups > 0) ({ shown, left } = indent(text, this.#groups, most));
    const kept = cut(shown, most);
    left += shown.length - kept.length;
    this.#sink.write(level, left === 0 ? kept : `${kept}… ${left} more characters`, left);
  }
}

/** Indents every line, as far as the text will be kept: `left` counts the characters of the rest. */
function indent(text: string, groups: number, most: number): { shown: string; left: number } {
  const space = stringRepeat('  ', mathMin(groups, MAX_GROUPS));
  let shown = space;
  let start = 0;
  while (start < text.length && shown.length <= most) {
    const end = stringIndexOf(text, '\n', start) + 1 || text.length;
    shown += start === 0 ? stringSlice(text, 0, end) : space + stringSlice(text, start, end);
    start = end;
  }
  return { shown, left: text.length - start };
}
