import { inspect } from '../../guest/inspect.ts';
import { HoleMeter } from './hole-meter.ts';
import { isJson } from './is-json.ts';

/** Characters up to which JSON stays on one line, and up to which it is spread over several. */
const LINE = 80;
const PRETTY = 4_000;

/** Values, and characters of them, that are written as JSON; and characters of what is not JSON. */
const MAX_VALUES = 1_000_000;
const MAX_JSON = 10_000_000;
const MAX_INSPECTED = 1_000_000;

/** Holes of an array that cost no more than the text for them. */
const CHEAP_HOLES = 500;

/** Bytes and items take at least three characters each, and some are written before it is seen that there is no room. */
const MAX_ITEMS = Math.ceil(MAX_INSPECTED / 3);

const INSPECT = { depth: null, maxArrayLength: MAX_ITEMS, maxStringLength: null, customInspect: false };

/** Writes the pieces of one result, which share one allowance: together they cost no more than one may. */
export class ValueWriter {
  readonly #allowance = { values: MAX_VALUES, characters: MAX_JSON };
  readonly #holes = new HoleMeter();
  #inspected = MAX_INSPECTED;

  /** A value as a model reads it: strings as they are, what is JSON as JSON, all else in the style of a console. */
  text(value: unknown): string {
    if (typeof value === 'string' && value !== '') return value;
    if (!isJson(value, this.#allowance)) return this.#inspect(value);
    const text = JSON.stringify(value);
    return text.length <= LINE || text.length > PRETTY ? text : JSON.stringify(value, undefined, 2);
  }

  #inspect(value: unknown): string {
    if (this.#inspected <= 0) return '[left out: there is too much before it]';
    // Each time that an array is written its holes are counted, one by one: the more, the less often.
    const share = Math.min(1, CHEAP_HOLES / Math.min(this.#holes.mostIn(value), MAX_INSPECTED));
    const text = inspect(value, INSPECT, { maxLength: Math.ceil(this.#inspected * share) });
    // A text that was cut is somewhat shorter than it might be.
    this.#inspected -= (2 * text.length) / share;
    return text;
  }
}
