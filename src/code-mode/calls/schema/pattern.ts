import { type Evaluation, OPEN, type Verdict } from './evaluation.ts';
import { buildMachine, type Room } from './pattern-machine.ts';
import { PatternReading } from './pattern-reading.ts';
import { parsePattern } from './pattern-syntax.ts';

/** Whether a pattern occurs in a text; open when that takes too many steps. */
export type Pattern = (text: string, run: Evaluation) => Verdict;

/** States times characters: a bit of memory each. */
const MAX_BITS = 64e6;
/** What a text costs before it is read, in steps: of these bits, and of its characters. */
const COST_OF_BIT = 1 / 1024;
const COST_OF_CHARACTER = 1 / 8;

/** States of all the patterns of one schema: they stay in memory for as long as the tool does. */
const MAX_STATES = 30_000;

/** The patterns of one schema, which are as many as whoever wrote it likes. */
export class Patterns {
  readonly #known = new Map<string, Pattern | undefined>();
  readonly #room = { states: MAX_STATES };

  of(source: string): Pattern | undefined {
    if (!this.#known.has(source)) this.#known.set(source, compilePattern(source, this.#room));
    return this.#known.get(source);
  }
}

/**
 * Prepares a pattern. RegExp itself cannot be stopped, and takes exponential time for some: this reads a text in steps
 * that are counted, and comes to no state twice at the same place. Undefined for what is no regular expression, or has
 * parts that cannot be read that way, or for which there is no room.
 */
export function compilePattern(source: string, room: Room = { states: MAX_STATES }): Pattern | undefined {
  const flags = ['u', ''].find((each) => isRegExp(source, each));
  if (flags === undefined) return undefined;
  const part = parsePattern(source, flags === 'u');
  const machine = part && buildMachine(part, flags, room);
  if (machine === undefined) return undefined;
  const { start, states } = machine;
  return (text, run) => {
    run.charge(1);
    const bits = states * (text.length + 1);
    const cost = bits * COST_OF_BIT + text.length * COST_OF_CHARACTER;
    if (bits > MAX_BITS || Math.max(text.length, cost) > run.patternSteps) return OPEN;
    run.patternSteps -= cost;
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
