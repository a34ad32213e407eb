/** What may still be spent on reading; one for everything that is read of one text. */
export interface ReadingBudget {
  left: number;
}

/** Thrown by a text in the middle of being read. */
export class ReadingBudgetError extends Error {
  override readonly name = 'ReadingBudgetError';
}

/** What passing over characters costs, which a search does much faster than a tokenizer. */
const COST_OF_PASSING = 1 / 16;
/** What a regular expression costs before it has matched anything. */
const COST_OF_MATCHING = 3;

/**
 * A text that counts how it is read, and ends the reading when that is too much. A parser that goes back to try
 * something else reads again, so this bounds the time that it takes, which no option of it does.
 */
export class CountedText extends String {
  readonly #text: string;
  readonly #budget: ReadingBudget;
  #position = 0;
  #found = -1;

  constructor(text: string, budget: ReadingBudget) {
    super(text);
    this.#text = text;
    this.#budget = budget;
  }

  override charCodeAt(index: number): number {
    this.#read(index);
    return this.#text.charCodeAt(index);
  }

  override codePointAt(index: number): number | undefined {
    this.#read(index);
    return this.#text.codePointAt(index);
  }

  override slice(start?: number, end?: number): string {
    return this.#text.slice(start, end);
  }

  override indexOf(part: string, from = 0): number {
    const found = this.#text.indexOf(part, from);
    this.#moveTo(found < 0 ? this.#text.length : found);
    this.#found = found;
    return found;
  }

  /** What a regular expression is matched with. */
  override toString(): string {
    this.#spend(COST_OF_MATCHING);
    // The parser counts the lines of a comment whose end it has found; it would look for one more in all of the rest.
    return this.#found < 0 ? this.#text : this.#text.slice(0, this.#found);
  }

  #read(index: number): void {
    this.#spend(1);
    this.#moveTo(index);
    this.#found = -1;
  }

  /** What a regular expression passed over is seen only by where the next read is. */
  #moveTo(index: number): void {
    this.#spend(Math.abs(index - this.#position) * COST_OF_PASSING);
    this.#position = index;
  }

  #spend(cost: number): void {
    this.#budget.left -= cost;
    if (this.#budget.left < 0) throw new ReadingBudgetError('Expected a text that is read in fewer steps');
  }
}
