import type { CodeTool } from '../types.ts';
import { compareNames, inNameOrder } from './name-order.ts';
import { NAME_WEIGHT, toolWords } from './tool-words.ts';
import { wordsOf } from './words.ts';

/** What the beginning of a word counts, a whole one being 1. */
const PREFIX_SHARE = 0.6;

/** Letters that have to be alike for a word to be the beginning of another. */
const MIN_PREFIX = 3;

/** Characters of a query, and words of it, that are looked for. */
const MAX_QUERY = 1_000;
const MAX_WORDS = 20;

/** What a word counts for the tools that have it. */
type Weights = ReadonlyMap<CodeTool, number>;

/** Tools by the words of their names, properties and descriptions, which are read when the first search needs them. */
export class ToolIndex {
  readonly #tools: readonly CodeTool[];
  #byWord: ReadonlyMap<string, Weights> | undefined;
  /** In order, so that words with the same beginning are neighbours. */
  #words: readonly string[] = [];

  constructor(tools: readonly CodeTool[]) {
    this.#tools = tools;
  }

  /**
   * The tools that a query in plain words is about, the best first: by their names, then the names of their properties
   * and their descriptions. A rare word counts more than one of many tools. Without a word, the first ones by name.
   */
  search(query: string, limit: number): CodeTool[] {
    const wanted = new Set(wordsOf(query.slice(0, MAX_QUERY)).slice(0, MAX_WORDS));
    if (wanted.size === 0) return inNameOrder(this.#tools).slice(0, limit);
    const scores = new Map<CodeTool, number>();
    const count = (tool: CodeTool, score: number): unknown =>
      scores.set(tool, (scores.get(tool) ?? 0) + score);
    const exact = query.trim();
    const named = this.#tools.find(({ name }) => name === exact);
    if (named) count(named, NAME_WEIGHT * this.#tools.length);
    for (const word of wanted) {
      const matches = this.#matches(word);
      const rarity = Math.log(1 + this.#tools.length / Math.max(matches.size, 1));
      for (const [tool, weight] of matches) count(tool, weight * rarity);
    }
    return [...scores]
      .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || compareNames(a.name, b.name))
      .slice(0, limit)
      .map(([tool]) => tool);
  }

  /** What a word counts for tools: it may be the beginning of a word there, or begin with one, as plurals do. */
  #matches(word: string): Weights {
    this.#byWord ??= this.#read();
    const best = new Map(this.#byWord.get(word));
    const add = (other: string): void => {
      for (const [tool, weight] of this.#byWord?.get(other) ?? []) {
        best.set(tool, Math.max(best.get(tool) ?? 0, weight * PREFIX_SHARE));
      }
    };
    for (let length = MIN_PREFIX; length < word.length; length++) add(word.slice(0, length));
    if (word.length < MIN_PREFIX) return best;
    for (let at = this.#firstFrom(word); this.#words[at]?.startsWith(word); at++) {
      if (this.#words[at] !== word) add(this.#words[at]!);
    }
    return best;
  }

  #read(): Map<string, Weights> {
    const byWord = new Map<string, Map<CodeTool, number>>();
    for (const tool of this.#tools) {
      for (const [word, weight] of toolWords(tool)) {
        const weights = byWord.get(word);
        if (weights) weights.set(tool, weight);
        else byWord.set(word, new Map([[tool, weight]]));
      }
    }
    this.#words = [...byWord.keys()].sort(compareNames);
    return byWord;
  }

  /** Where the words begin that are not before `word`. */
  #firstFrom(word: string): number {
    let low = 0;
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareNames(this.#words[middle]!, word) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
