import type { PatternPart } from './pattern-syntax.ts';

/** One state of a machine that reads a text: what it asks, and where it goes if the answer is yes. */
export interface State {
  readonly id: number;
  /** Of the character that comes next. */
  readonly reads?: (character: string) => boolean;
  readonly isAt?: (characters: readonly string[], index: number) => boolean;
  readonly ahead?: { readonly start: State; readonly negated: boolean };
  /** None at the end. */
  readonly next: readonly State[];
}

/** Work of building one machine: `{1000}` builds what it repeats a thousand times. */
const MAX_BUILT = 5_000;

/** What may still be built; one for several machines. */
export interface Room {
  states: number;
}

/** Undefined if it would be too large, which takes up the room for what was built of it all the same. */
export function buildMachine(
  whole: PatternPart,
  flags: string,
  room: Room,
): { readonly start: State; readonly states: number } | undefined {
  let built = 0;
  let isTooLarge = false;
  const tests = new Map<string, (character: string) => boolean>();
  const testOf = (source: string): ((character: string) => boolean) => {
    let test = tests.get(source);
    if (test === undefined) tests.set(source, (test = characterTest(source, flags)));
    return test;
  };
  const state = (rest: Omit<State, 'id'>): State => ({ id: built, ...rest });

  /** The machine of a part, that goes on to `next`. */
  const build = (part: PatternPart, next: State): State => {
    if (++built > MAX_BUILT || --room.states < 0) isTooLarge = true;
    if (isTooLarge) return next;
    switch (part.type) {
      case 'character':
        return state({ reads: testOf(part.source), next: [next] });
      case 'place':
        return state({ isAt: PLACES[part.is], next: [next] });
      case 'ahead': {
        const start = build(part.part, state({ next: [] }));
        built++;
        return state({ ahead: { start, negated: part.negated }, next: [next] });
      }
      case 'all':
        return part.parts.reduceRight((rest, each) => build(each, rest), next);
      case 'any': {
        const ways = part.parts.map((each) => build(each, next));
        built++;
        return state({ next: ways });
      }
      case 'repeat':
        return repeat(part, next);
    }
  };
  const repeat = ({ part, min, max }: PatternPart & { type: 'repeat' }, next: State): State => {
    let start = next;
    if (max === Infinity) {
      const ways: State[] = [];
      start = state({ next: ways });
      ways.push(build(part, start), next);
    } else {
      for (let times = min; times < max && !isTooLarge; times++) {
        const once = build(part, start);
        built++;
        start = state({ next: [once, next] });
      }
    }
    for (let times = 0; times < min && !isTooLarge; times++) start = build(part, start);
    return start;
  };

  const start = build(whole, state({ next: [] }));
  return isTooLarge ? undefined : { start, states: built + 1 };
}

const isWord = (character: string | undefined): boolean => character !== undefined && /^\w$/.test(character);
const isEdge = (characters: readonly string[], index: number): boolean =>
  isWord(characters[index - 1]) !== isWord(characters[index]);

const isFirst = (_characters: readonly string[], index: number): boolean => index === 0;

/** Whether a machine gets nowhere from any place but the first. */
export function isAnchored({ isAt }: State): boolean {
  return isAt === isFirst;
}

const PLACES = {
  '^': isFirst,
  $: (characters: readonly string[], index: number) => index === characters.length,
  '\\b': isEdge,
  '\\B': (characters: readonly string[], index: number) => !isEdge(characters, index),
};

/** RegExp knows best what a class or an escape stands for. */
function characterTest(source: string, flags: string): (character: string) => boolean {
  const expression = new RegExp(`^${source}$`, flags);
  const ascii: (boolean | undefined)[] = [];
  return (character) => {
    const code = character.codePointAt(0)!;
    if (code > 127) return expression.test(character);
    return (ascii[code] ??= expression.test(character));
  };
}
