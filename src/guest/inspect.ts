import { Context, type Surroundings } from './inspect/context.ts';
import { failureText } from './inspect/failure.ts';
import { type InspectSettings, settingsOf } from './inspect/options.ts';
import { shorten } from './inspect/text.ts';
import { formatValue } from './inspect/value.ts';

export type { Surroundings } from './inspect/context.ts';
export { customInspect } from './inspect/custom.ts';

/** Characters of one text, unless told otherwise. */
const MAX_LENGTH = 100_000;

const NO_SURROUNDINGS: Surroundings = {
  isProxy: () => false,
  stackOf: () => undefined,
  maxLength: MAX_LENGTH,
};

/**
 * The text of a value in the style of Node's `util.inspect`: without colours, of bounded length, and the same in every
 * engine. Reads no getter and runs no trap. Never throws: what fails is told in the text.
 */
export function inspect(value: unknown, options?: unknown, surroundings: Partial<Surroundings> = {}): string {
  const complete = { ...NO_SURROUNDINGS, ...surroundings };
  return shorten(inspectWith(value, settingsOf(options), complete), complete.maxLength);
}

/** The same with settings that were checked before, and a text that may be somewhat longer than asked for. */
export function inspectWith(value: unknown, settings: InspectSettings, surroundings: Surroundings): string {
  try {
    return formatValue(new Context(settings, surroundings, formatValue), value, 0);
  } catch (error) {
    return failureText(error, surroundings);
  }
}
