import { type Evaluation, OPEN, type Verdict } from './evaluation.ts';
import { buildMachine } from './pattern-machine.ts';
import { PatternReading } from './pattern-reading.ts';
import { parsePattern } from './pattern-syntax.ts';

/** Whether a pattern occurs in a text; open when that takes too many steps. */
export type Pattern = (text: string, run: Evaluation) => Verdict;

/** States times characters: a bit of memory each. */
const MAX_BITS = 64e6;

/**
 * Prepares a pattern. RegExp itself cannot be stopped, and takes exponential time for some: this reads a text in steps
 * that are counted, and comes to no state twice at the same place. Undefined for what is no regular expression, or has
 * parts that cannot be read that way.
 */
export function compilePattern(source: string): Pattern | undefined {
  const flags = ['u', ''].find((each) => isRegExp(source, each));
  if (flags === undefined) return undefined;
  const part = parsePattern(source, flags === 'u');
  const machine = part && buildMachine(part, flags);
  if (machine === undefined) return undefined;
  const { start, states } = machine;
  return (text, run) => {
    run.charge(1);
    if (states * (text.length + 1) > MAX_BITS || text.length > run.patternSteps) return OPEN;
    const characters = flags === 'u' ? Array.from(text) : text.split('');
    return new PatternReading(characters, states, run).occurs(start);
  };
}

function isRegExp(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
