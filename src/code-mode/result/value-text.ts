import { inspect } from '../../guest/inspect.ts';
import { isJson } from './is-json.ts';

/** Characters up to which JSON stays on one line, and up to which it is spread over several. */
const LINE = 80;
const PRETTY = 4_000;

/** Characters up to which a value is written as JSON, and what is read of one that is not. */
const MAX_JSON = 10_000_000;
const MAX_INSPECTED = 1_000_000;

/** A value as a model reads it: strings as they are, what is JSON as JSON, all else in the style of a console. */
export function valueText(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  if (!isJson(value, MAX_JSON)) {
    const options = { depth: null, maxArrayLength: null, maxStringLength: null, customInspect: false };
    return inspect(value, options, { maxLength: MAX_INSPECTED });
  }
  const text = JSON.stringify(value);
  return text.length <= LINE || text.length > PRETTY ? text : JSON.stringify(value, undefined, 2);
}
