/** Whether a value fits: what a schema says that is not understood, or too dear to find out, leaves it open. */
export const NO = 0;
export const OPEN = 1;
export const YES = 2;
export type Verdict = typeof NO | typeof OPEN | typeof YES;

/** What one keyword, or a few that belong together, say of a value. */
export type Rule = (value: unknown, run: Evaluation) => Verdict;

/** A schema made ready. */
export interface SchemaNode {
  readonly rules: Rule[];
  /** Places that it is applied from: what several of them find out is found out once. */
  uses: number;
}

/** The way from the root of a value to one in it. */
export interface Step {
  readonly parent: Step | undefined;
  readonly key: string | number;
}

export interface Problem {
  readonly step: Step | undefined;
  /** Without the path. */
  readonly tell: () => string;
}

/** The check would take more work than it is worth. */
export class TooComplex extends Error {}

/** Nested applications of schemas: the stack has room for more. */
const MAX_DEPTH = 1_500;
/** Steps of all patterns of one evaluation. */
const MAX_PATTERN_STEPS = 3e6;

interface Known {
  verdict: Verdict;
  seen: ReadonlySet<string | number>;
  active: boolean;
}

const NOTHING: ReadonlySet<string | number> = new Set();

/** One value against one schema, within a bounded number of steps. */
export class Evaluation {
  /** What has been found wrong so far, when that is asked for. */
  problems: Problem[] | undefined;
  /** Properties or items of the value at hand that a rule has looked at. */
  seen: Set<string | number> | undefined;
  /** Steps that patterns have left: one that takes most of them leaves it open whether it fits. */
  patternSteps = MAX_PATTERN_STEPS;
  #steps: number;
  #step: Step | undefined;
  #depth = 0;
  readonly #tracking: boolean;
  readonly #keys = new Map<object, readonly string[]>();
  readonly #known = new Map<SchemaNode, Map<unknown, Known>>();

  /** `tracking`: whether the schema has a keyword that asks for `seen`. */
  constructor(steps: number, tracking: boolean) {
    this.#steps = steps;
    this.#tracking = tracking;
  }

  /** @throws TooComplex when no steps are left. */
  charge(steps: number): void {
    this.#steps -= steps;
    if (this.#steps < 0) throw new TooComplex();
  }

  /** The names of an object's properties, which take their time to be found. */
  keysOf(value: object): readonly string[] {
    let keys = this.#keys.get(value);
    if (keys === undefined) this.#keys.set(value, (keys = Object.keys(value)));
    return keys;
  }

  /** Starts over, to find out what is wrong. */
  explain(steps: number): Problem[] {
    this.#steps = steps;
    this.patternSteps = MAX_PATTERN_STEPS;
    this.#step = undefined;
    this.#depth = 0;
    this.seen = undefined;
    this.problems = [];
    return this.problems;
  }

  /** A failure, to return from a rule. */
  no(tell: () => string): Verdict {
    this.problems?.push({ step: this.#step, tell });
    return NO;
  }

  /** The same for a property of the value at hand. */
  noAt(key: string, tell: () => string): Verdict {
    this.problems?.push({ step: { parent: this.#step, key }, tell });
    return NO;
  }

  /** Applies a schema to the value at hand. What it looks at counts as looked at unless it fails. */
  apply(node: SchemaNode, value: unknown): Verdict {
    this.charge(1);
    if (node.uses < 2) return this.#evaluate(node, value).verdict;
    let values = this.#known.get(node);
    if (values === undefined) this.#known.set(node, (values = new Map()));
    const known = values.get(value);
    // Asking again while the answer is being found out means that the schema consists of itself: that says nothing.
    if (known?.active || (known && !(known.verdict === NO && this.problems))) return this.#recall(known);
    const entry: Known = { verdict: OPEN, seen: NOTHING, active: true };
    values.set(value, entry);
    return Object.assign(entry, this.#evaluate(node, value), { active: false }).verdict;
  }

  /** Applies a schema to a property or an item of the value at hand, or to the name of one. */
  applyAt(key: string | number, node: SchemaNode, value: unknown): Verdict {
    const { seen } = this;
    const step = this.#step;
    this.seen = undefined;
    this.#step = { parent: step, key };
    const verdict = this.apply(node, value);
    this.#step = step;
    this.seen = seen;
    return verdict;
  }

  /** What all of them say together, which need not be gone through to the end. */
  all<T>(items: readonly T[], verdictOf: (item: T, index: number) => Verdict): Verdict {
    let least: Verdict = YES;
    for (let index = 0; index < items.length; index++) {
      const verdict = verdictOf(items[index]!, index);
      if (verdict < least) least = verdict;
      if (least === NO && this.problems === undefined) break;
    }
    return least;
  }

  /** Applies something without a word on what is wrong. */
  quietly(work: () => Verdict): Verdict {
    const { problems } = this;
    this.problems = undefined;
    const verdict = work();
    this.problems = problems;
    return verdict;
  }

  #evaluate(node: SchemaNode, value: unknown): { verdict: Verdict; seen: ReadonlySet<string | number> } {
    if (++this.#depth > MAX_DEPTH) throw new TooComplex();
    const outer = this.seen;
    const seen = this.#tracking ? new Set<string | number>() : undefined;
    this.seen = seen;
    const verdict = this.all(node.rules, (rule) => rule(value, this));
    this.seen = outer;
    this.#depth--;
    return { verdict, seen: this.#look(verdict, seen) };
  }

  #recall(known: Known): Verdict {
    this.#look(known.verdict, known.seen);
    return known.verdict;
  }

  #look(verdict: Verdict, seen: ReadonlySet<string | number> = NOTHING): ReadonlySet<string | number> {
    if (verdict !== NO && this.seen !== undefined) {
      this.charge(2 * seen.size);
      for (const key of seen) this.seen.add(key);
    }
    return seen;
  }
}
