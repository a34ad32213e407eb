import { arrayIsArray, regExpExec, regExpTest, stringSlice } from '../bridge/intrinsics.ts';
import { withMissingAwait } from './missing-await.ts';
import { withMissingPower } from './missing-powers.ts';
import { read, readString } from './read.ts';
import { type Frame, headline, type Stacks } from './stack.ts';

/** Longest description of what was thrown, in characters. */
const MAX_TEXT = 8_000;

/** How engines word the errors about a name. */
const UNKNOWN_NAME =
  /^(?:(?=\S+ is not defined$)|Cannot access '(?=\S+ before initialization\.?$)|can't access lexical declaration '(?=\S+ before initialization$)|Can't find variable: )([\w$]+)/;

const EXHAUSTED = /^(?:RangeError: Maximum call stack size exceeded\.?|InternalError: too much recursion)$/;

/** Causes are followed this deep; this many of an aggregate's errors are told. */
const MAX_CAUSES = 3;
const MAX_AGGREGATED = 5;

/** What can be said of a thrown value: never empty, never unbounded, whatever it is. */
export interface Thrown {
  readonly text: string;
  readonly at: Frame | undefined;
}

export interface ThrownContext {
  /** Whether the realm is the bare one, where programs miss what they find elsewhere. */
  readonly bare: boolean;
  readonly stacks: Stacks;
  readonly inspect: (value: unknown) => string;
  /** The call that an error is the answer to, if it is one. */
  readonly originOf: (error: unknown) => string | undefined;
}

/** Describes what a program threw. */
export function describeThrown(value: unknown, context: ThrownContext): Thrown {
  try {
    const text = isErrorLike(value)
      ? errorText(value, context)
      : `The program threw ${context.inspect(value)}, which is not an Error`;
    return { text: cut(text), at: placeOf(value, context.stacks) };
  } catch {
    // A getter, a trap or a patched builtin threw while the value was looked at.
    return { text: 'The program threw something that cannot be described', at: undefined };
  }
}

/** Where it was thrown; an unknown name is where it stands, not where its statement begins. */
function placeOf(value: unknown, stacks: Stacks): Frame | undefined {
  const innermost = stacks.framesOf(value)[0];
  const name = innermost && regExpExec(UNKNOWN_NAME, readString(value, 'message') ?? '')?.[1];
  return innermost && name !== undefined ? stacks.placeOfName(name, innermost) : innermost;
}

function errorText(error: object, { bare, originOf }: ThrownContext): string {
  const origin = originOf(error);
  let text = withMissingAwait(neutral(headline(error)) || 'Error');
  if (bare) text = withMissingPower(text);
  if (origin !== undefined) text += ` (thrown by ${origin})`;
  text += aggregated(error);
  let cause = read(error, 'cause');
  for (let depth = 0; depth < MAX_CAUSES && isErrorLike(cause); depth++) {
    text += `\n[cause]: ${headline(cause)}`;
    cause = read(cause, 'cause');
  }
  return text;
}

function aggregated(error: object): string {
  const errors = read(error, 'errors');
  if (!arrayIsArray(errors)) return '';
  let text = '';
  for (let index = 0; index < errors.length && index < MAX_AGGREGATED; index++) {
    text += `\n[errors]: ${isErrorLike(errors[index]) ? headline(errors[index]) : typeof errors[index]}`;
  }
  return errors.length > MAX_AGGREGATED
    ? `${text}\n[errors]: … ${errors.length - MAX_AGGREGATED} more`
    : text;
}

/** The engines word an exhausted stack differently, and none says what it usually means. */
function neutral(text: string): string {
  return regExpTest(EXHAUSTED, text)
    ? 'RangeError: Maximum call stack size exceeded: a function calls itself without end, or too deeply'
    : text;
}

function isErrorLike(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return (
    value instanceof Error ||
    (readString(value, 'message') !== undefined && readString(value, 'name') !== undefined)
  );
}

function cut(text: string): string {
  return text.length <= MAX_TEXT
    ? text
    : `${stringSlice(text, 0, MAX_TEXT)}… ${text.length - MAX_TEXT} more characters`;
}
