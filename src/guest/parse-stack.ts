import {
  append,
  type List,
  list,
  regExpExec,
  regExpTest,
  stringIndexOf,
  stringSlice,
  toNumber,
} from '../bridge/intrinsics.ts';

/** A place in a script, 1-based, and the function it is in. */
export interface ScriptPlace {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** As many frames as V8 gives by default: stacks look alike everywhere. */
const MAX_FRAMES = 10;

/** `name@script:line:column`, as Firefox and WebKit write a frame. */
const FRAME = /^(?:async[* ])?(.*)@([^@\s]+):(\d+):(\d+)$/s;

/** Names of theirs for code that has none: of a whole script, or made of those of the functions around it. */
const NO_NAME = /^(?:global|eval|module) code$|[/<]/;

const NOTHING = /(?:)/;

/** The script of the innermost frame that has one; '' when none has. */
export function scriptOf(stack: string): string {
  let script = '';
  eachLine(stack, (line) => {
    script ||= regExpExec(FRAME, line)?.[2] ?? '';
    return script === '';
  });
  return script;
}

/**
 * The frames of a stack of an engine that has no call sites, innermost first, without those of the given script. There
 * are two in a realm, the guest's and the program's; and the program's has no name that all engines agree on.
 */
export function parseStack(stack: string, except: string): List<ScriptPlace> {
  const places = list<ScriptPlace>();
  eachLine(stack, (line) => {
    const frame = regExpExec(FRAME, line);
    if (frame === null || frame[2] === except) return true;
    const name = regExpTest(NO_NAME, frame[1]!) ? '' : frame[1]!;
    append(places, { name, line: toNumber(frame[3]), column: toNumber(frame[4]) });
    return places.length < MAX_FRAMES;
  });
  return places;
}

/** Visits lines as long as that returns true. */
function eachLine(text: string, visit: (line: string) => boolean): void {
  for (let start = 0; start < text.length; ) {
    const newline = stringIndexOf(text, '\n', start);
    const end = newline < 0 ? text.length : newline;
    if (!visit(stringSlice(text, start, end))) break;
    start = end + 1;
  }
  // A match is remembered in `RegExp.$1` and its like, where a program would find it.
  regExpExec(NOTHING, '');
}
