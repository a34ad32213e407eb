import { type Evaluation, NO, OPEN, type Verdict, YES } from './evaluation.ts';
import { isAnchored, type State } from './pattern-machine.ts';

/** What one reading leaves of the steps, so that a long text does not leave open whether others fit. */
const SHARE_LEFT = 1 / 4;

/** One text, read by a machine. */
export class PatternReading {
  readonly #characters: readonly string[];
  readonly #run: Evaluation;
  /** A bit for each state at each place: whether it has been there, in vain as far as is known. */
  readonly #visited: Uint8Array;
  readonly #stepsLeft: number;

  constructor(characters: readonly string[], states: number, run: Evaluation) {
    this.#characters = characters;
    this.#run = run;
    this.#stepsLeft = run.patternSteps * SHARE_LEFT;
    this.#visited = new Uint8Array(((states * (characters.length + 1)) >> 3) + 1);
  }

  /** Whether the machine gets to its end from any place. */
  occurs(start: State): Verdict {
    const last = isAnchored(start) ? 0 : this.#characters.length;
    for (let index = 0; index <= last; index++) {
      const verdict = this.#read(start, index);
      if (verdict !== NO) return verdict;
    }
    return NO;
  }

  #read(start: State, from: number): Verdict {
    const states = [start];
    const places = [from];
    const visits: number[] = [];
    while (states.length > 0) {
      const state = states.pop()!;
      const index = places.pop()!;
      if (--this.#run.patternSteps < this.#stepsLeft) return OPEN;
      const visit = state.id * (this.#characters.length + 1) + index;
      if (this.#visited[visit >> 3]! & (1 << (visit & 7))) continue;
      this.#visited[visit >> 3]! |= 1 << (visit & 7);
      visits.push(visit);
      if (state.next.length === 0) {
        // These were not in vain: what looks ahead may come here again.
        for (const each of visits) this.#visited[each >> 3]! &= ~(1 << (each & 7));
        return YES;
      }
      const passes = this.#passes(state, index);
      if (passes === OPEN) return OPEN;
      if (passes === NO) continue;
      for (let way = state.next.length - 1; way >= 0; way--) {
        states.push(state.next[way]!);
        places.push(state.reads ? index + 1 : index);
      }
    }
    return NO;
  }

  #passes({ reads, isAt, ahead }: State, index: number): Verdict {
    if (reads) {
      const character = this.#characters[index];
      return character !== undefined && reads(character) ? YES : NO;
    }
    if (isAt) return isAt(this.#characters, index) ? YES : NO;
    if (!ahead) return YES;
    const found = this.#read(ahead.start, index);
    if (found === OPEN) return OPEN;
    return (found === YES) === ahead.negated ? NO : YES;
  }
}
