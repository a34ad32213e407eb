import { describeValue } from '../../../seam/describe-value.ts';
import { bounded } from '../../result/cut-text.ts';
import { type Evaluation, NO, OPEN, YES } from './evaluation.ts';
import { formats } from './formats.ts';
import { allow, count, isRecord, type Keyword } from './keyword.ts';

const TYPES = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** Keywords that speak of any value, of numbers or of strings, in the order in which problems are told. */
export const valueKeywords: Readonly<Record<string, Keyword>> = {
  type(operand) {
    const names: unknown[] = Array.isArray(operand) ? operand : [operand];
    const known = names.filter((name): name is string => typeof name === 'string' && TYPES.has(name));
    if (known.length === 0) return undefined;
    const types = new Set(known);
    const other = names.length > known.length ? OPEN : NO;
    return (value, run) => {
      const type = typeOf(value);
      if (types.has(type) || (type === 'number' && types.has('integer') && Number.isInteger(value)))
        return YES;
      if (other === OPEN) return OPEN;
      return run.no(() => `expected ${known.join(' or ')}, got ${describeValue(value)}`);
    };
  },

  const: (operand) => oneOfValues([operand], ([only]) => only!),

  enum(operand) {
    if (!Array.isArray(operand) || operand.length === 0) return undefined;
    return oneOfValues(operand, (texts) => `any of [${texts.join()}]`);
  },

  minimum(operand, { schema }) {
    // Draft 4 has a flag beside the limit.
    return limit(operand, schema.get('exclusiveMinimum') === true ? 'above' : 'from');
  },
  maximum(operand, { schema }) {
    return limit(operand, schema.get('exclusiveMaximum') === true ? 'below' : 'up to');
  },
  exclusiveMinimum: (operand) => (typeof operand === 'boolean' ? allow : limit(operand, 'above')),
  exclusiveMaximum: (operand) => (typeof operand === 'boolean' ? allow : limit(operand, 'below')),

  multipleOf(operand) {
    if (!isFiniteNumber(operand) || operand <= 0) return undefined;
    return (value, run) => {
      if (typeof value !== 'number') return YES;
      const quotient = Math.abs(value / operand);
      if (quotient === Infinity) return OPEN;
      // Decimal fractions are not exact: 19.99 is a multiple of 0.01.
      if (Math.abs(quotient - Math.round(quotient)) <= 4 * Number.EPSILON * quotient) return YES;
      return run.no(() => `expected a multiple of ${operand}, got ${value}`);
    };
  },

  minLength: (operand) =>
    length(count(operand), (size, bound) => (size < bound ? `String is too short (${size} < ${bound})` : '')),
  maxLength: (operand) =>
    length(count(operand), (size, bound) => (size > bound ? `String is too long (${size} > ${bound})` : '')),

  pattern(operand, context) {
    const pattern = typeof operand === 'string' ? context.pattern(operand) : undefined;
    if (pattern === undefined) return undefined;
    return (value, run) => {
      const verdict = typeof value === 'string' ? pattern(value, run) : YES;
      if (verdict !== NO) return verdict;
      return run.no(
        () => `expected a match of the pattern ${operand as string}, got ${describeValue(value)}`,
      );
    };
  },

  format(operand) {
    const fits = typeof operand === 'string' ? formats.get(operand) : undefined;
    if (fits === undefined) return undefined;
    return (value, run) => {
      if (typeof value !== 'string') return YES;
      run.charge(1 + value.length / 64);
      if (fits(value)) return YES;
      return run.no(() => `expected the format "${operand as string}", got ${describeValue(value)}`);
    };
  },
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Characters of the values that a message names. */
const MAX_NAMED = 200;

function oneOfValues(
  allowed: readonly unknown[],
  expectedOf: (texts: readonly string[]) => string,
): ReturnType<Keyword> {
  // Said many times at worst.
  let expected: string | undefined;
  const simple = new Set(allowed.filter((item) => typeof item !== 'object' || item === null));
  const nested = allowed.filter((item) => typeof item === 'object' && item !== null);
  return (value, run) => {
    const isAllowed =
      typeof value === 'object' && value !== null
        ? nested.some((item) => isSame(item, value, run))
        : simple.has(value);
    if (isAllowed) return YES;
    return run.no(
      () => `expected ${(expected ??= expectedOf(textsOf(allowed)))}, got ${describeValue(value)}`,
    );
  };
}

/** As many of the values as there is room for. */
function textsOf(values: readonly unknown[]): string[] {
  const texts: string[] = [];
  let room = MAX_NAMED;
  for (const value of values) {
    const text = bounded(jsonOf(value), MAX_NAMED);
    room -= text.length;
    if (room < 0 && texts.length > 0) return [...texts, '…'];
    texts.push(text);
  }
  return texts;
}

/** A schema is data of others: what is in it need not be JSON. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? describeValue(value);
  } catch {
    return describeValue(value);
  }
}

/** Whether two values are the same JSON. */
function isSame(a: unknown, b: unknown, run: Evaluation): boolean {
  run.charge(1);
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index], run));
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  const others = Object.keys(b).length;
  run.charge(keys.length + others);
  return keys.length === others && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key], run));
}

function isFiniteNumber(operand: unknown): operand is number {
  return typeof operand === 'number' && Number.isFinite(operand);
}

const LIMITS = {
  above: (value: number, bound: number) => value > bound,
  from: (value: number, bound: number) => value >= bound,
  below: (value: number, bound: number) => value < bound,
  'up to': (value: number, bound: number) => value <= bound,
};

function limit(bound: unknown, relation: keyof typeof LIMITS): ReturnType<Keyword> {
  if (!isFiniteNumber(bound)) return undefined;
  const holds = LIMITS[relation];
  return (value, run) => {
    if (typeof value !== 'number' || holds(value, bound)) return YES;
    return run.no(() => `expected a number ${relation} ${bound}, got ${value}`);
  };
}

/** Characters of a string whose code points are counted for a message alone. */
const MAX_COUNTED = 100_000;

/** Of the number of code points of a string. */
function length(
  bound: number | undefined,
  faultIn: (size: number, bound: number) => string,
): ReturnType<Keyword> {
  if (bound === undefined) return undefined;
  const faultOf = (size: number): string => faultIn(size, bound);
  return (value, run) => {
    if (typeof value !== 'string') return YES;
    const { length: most } = value;
    // A code point has one or two characters: few strings have to be read to be judged.
    const faults = [most / 2, most].filter((size) => faultOf(size) !== '').length;
    if (faults === 0) return YES;
    if (faults === 2) return run.no(() => faultOf(most > MAX_COUNTED ? most : codePoints(value)));
    run.charge(1 + most / 64);
    const fault = faultOf(codePoints(value));
    return fault === '' ? YES : run.no(() => fault);
  };
}

function codePoints(text: string): number {
  let size = 0;
  for (const _ of text) size++;
  return size;
}
