import { numberIsFinite } from '../../bridge/intrinsics.ts';
import { UNLIMITED } from '../builtins.ts';
import { read } from '../read.ts';

/** What Node's `util.inspect` can be told that means something in a log without colours: complete, and within bounds. */
export interface InspectSettings {
  /** How many levels of objects are opened. */
  readonly depth: number;
  /** Properties that are not enumerable too. */
  readonly showHidden: boolean;
  /** Whether objects' own inspection methods are called. */
  readonly customInspect: boolean;
  /** Items shown of an array, typed array, map or set. */
  readonly maxArrayLength: number;
  /** Characters shown of a string inside of something. */
  readonly maxStringLength: number;
  /** Characters that fit on a line. */
  readonly breakLength: number;
  /** How many inner levels may share a line. */
  readonly compact: number;
  /** Properties in the order of their text. */
  readonly sorted: boolean;
}

export const DEFAULT_SETTINGS: InspectSettings = {
  depth: 2,
  showHidden: false,
  customInspect: true,
  maxArrayLength: 100,
  maxStringLength: 10_000,
  breakLength: 80,
  compact: 3,
  sorted: false,
};

/** Levels ever opened: indentation makes the text of deep values grow with the square of their depth. */
const MAX_DEPTH = 100;

/** Makes settings of whatever a program passed as options. */
export function settingsOf(options: unknown, defaults = DEFAULT_SETTINGS): InspectSettings {
  if (typeof options !== 'object' || options === null) return defaults;
  return {
    depth: count(read(options, 'depth'), defaults.depth, MAX_DEPTH),
    showHidden: flag(read(options, 'showHidden'), defaults.showHidden),
    customInspect: flag(read(options, 'customInspect'), defaults.customInspect),
    maxArrayLength: count(read(options, 'maxArrayLength'), defaults.maxArrayLength),
    maxStringLength: count(read(options, 'maxStringLength'), defaults.maxStringLength),
    breakLength: count(read(options, 'breakLength'), defaults.breakLength),
    compact: compactness(read(options, 'compact'), defaults.compact),
    sorted: flag(read(options, 'sorted'), defaults.sorted),
  };
}

function flag(value: unknown, otherwise: boolean): boolean {
  return value === undefined ? otherwise : !!value;
}

function count(value: unknown, otherwise: number, most = UNLIMITED): number {
  if (value === null || value === UNLIMITED) return most;
  if (typeof value !== 'number' || !numberIsFinite(value)) return otherwise;
  return value < most ? value : most;
}

function compactness(value: unknown, otherwise: number): number {
  if (typeof value === 'boolean') return value ? DEFAULT_SETTINGS.compact : 0;
  return count(value, otherwise);
}
