import type { TranspileOptions, TranspileResult, Transpiler } from './transpiler.ts';

/** Programs kept at most. */
export const MAX_CACHED_PROGRAMS = 256;

/** Characters kept at most: programs, scripts and mappings together. */
export const MAX_CACHED_CHARACTERS = 8 * 1_024 * 1_024;

export interface CacheBounds {
  readonly programs: number;
  readonly characters: number;
}

interface Entry {
  readonly result: Promise<TranspileResult>;
  /** 0 while the program is being transpiled. */
  characters: number;
}

/** Remembers the programs transpiled last; callers that ask for the same program at the same time share one transform. */
export class CachingTranspiler implements Transpiler {
  readonly #inner: Transpiler;
  readonly #bounds: CacheBounds;
  /** In the order of use, the least recent first. */
  readonly #entries = new Map<string, Entry>();
  #characters = 0;

  constructor(
    inner: Transpiler,
    bounds: CacheBounds = { programs: MAX_CACHED_PROGRAMS, characters: MAX_CACHED_CHARACTERS },
  ) {
    this.#inner = inner;
    this.#bounds = bounds;
  }

  transpile(program: string, options: TranspileOptions): Promise<TranspileResult> {
    const key = `${options.realm}:${program}`;
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.result;
    }
    const entry: Entry = { result: this.#inner.transpile(program, options), characters: 0 };
    this.#entries.set(key, entry);
    void entry.result.then((result) => this.#settle(key, entry, result));
    return entry.result;
  }

  async dispose(): Promise<void> {
    this.#entries.clear();
    this.#characters = 0;
    await this.#inner.dispose();
  }

  #settle(key: string, entry: Entry, result: TranspileResult): void {
    if (this.#entries.get(key) !== entry) return;
    if (result.outcome !== 'transpiled') {
      this.#entries.delete(key);
      return;
    }
    entry.characters = key.length + result.script.length + result.mappings.length;
    this.#characters += entry.characters;
    for (const [oldest, { characters }] of this.#entries) {
      if (this.#characters <= this.#bounds.characters && this.#entries.size <= this.#bounds.programs) return;
      // A program in progress holds no result yet, and its callers still have to share it.
      if (characters === 0) continue;
      this.#entries.delete(oldest);
      this.#characters -= characters;
    }
  }
}
