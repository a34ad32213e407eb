import { type List, list, MapConstructor, mapGet, mapSet, mapSize } from '../../bridge/intrinsics.ts';
import type { InspectSettings } from './options.ts';

/** What the inspection of values needs from the realm it runs in. */
export interface Surroundings {
  /** Proxies are never looked into: that would run their traps. */
  readonly isProxy: (value: object) => boolean;
  /** The text to print for an error: headline and the frames of the program. */
  readonly stackOf: (error: object) => string | undefined;
  /** Characters of text that are of any use; the inspection ends early when they are used up. */
  readonly maxLength: number;
}

export type Format = (context: Context, value: unknown, level: number) => string;

/** The state of one inspection. */
export class Context {
  readonly settings: InspectSettings;
  readonly surroundings: Surroundings;
  /** The objects being opened, outermost first. */
  readonly ancestors: List<object> = list();
  /** Columns that the lines of the current object start at. */
  indentation = 0;
  /** The level of the object opened last. */
  lastLevel = 0;
  /** How often objects' own inspection methods may still be called. */
  hooksLeft = 1_000;
  readonly #format: Format;
  #left: number;
  readonly #references = new MapConstructor<object, number>();

  constructor(settings: InspectSettings, surroundings: Surroundings, format: Format) {
    this.settings = settings;
    this.surroundings = surroundings;
    this.#format = format;
    this.#left = surroundings.maxLength;
  }

  /** The text of something inside of an object, whose lines start `indent` columns further right. */
  inner(value: unknown, level: number, indent = 2): string {
    this.indentation += indent;
    const text = this.#format(this, value, level);
    this.indentation -= indent;
    return text;
  }

  /** Characters of text that are still of use. */
  get left(): number {
    return this.#left;
  }

  /** Nothing more needs to be printed: the text is longer than what is kept of it. */
  get exhausted(): boolean {
    return this.#left <= 0;
  }

  /** Takes note of a piece of text that will be printed, with a comma or so, and at worst on a line of its own. */
  spend(text: string): string {
    this.#left -= text.length + this.indentation + 2;
    return text;
  }

  isAncestor(value: object): boolean {
    for (let index = 0; index < this.ancestors.length; index++) {
      if (this.ancestors[index] === value) return true;
    }
    return false;
  }

  /** The number under which a circular reference to `value` is printed. */
  refer(value: object): number {
    const known = mapGet(this.#references, value);
    if (known !== undefined) return known;
    const number = mapSize(this.#references) + 1;
    mapSet(this.#references, value, number);
    return number;
  }

  /** That number, if something inside of `value` referred to it. */
  referenceTo(value: object): number | undefined {
    return mapGet(this.#references, value);
  }
}
