import type { Expectation, Matchers } from './backend.ts';
import { deeplyEqual } from './equal.ts';
import { show } from './show.ts';

/** Says that something is not as a case expects it. */
export class ExpectationError extends Error {
  override name = 'ExpectationError';
}

/** The suite's matchers without a test framework, for pages and engines that have none. */
export function expect(actual: unknown): Expectation {
  return { ...matchers(actual, true), not: matchers(actual, false) };
}

function matchers(actual: unknown, wanted: boolean): Matchers {
  function check(holds: boolean, relation: string, ...operand: [unknown?]): void {
    if (holds === wanted) return;
    const expected = operand.length === 0 ? '' : ` ${show(operand[0])}`;
    throw new ExpectationError(`Expected ${show(actual)} ${wanted ? '' : 'not '}${relation}${expected}`);
  }
  const compare = (holds: (value: number | bigint) => boolean): boolean => {
    if (typeof actual === 'number' || typeof actual === 'bigint') return holds(actual);
    throw new ExpectationError(`Expected a number to compare, got ${show(actual)}`);
  };

  return {
    toBe: (expected) => check(Object.is(actual, expected), 'to be', expected),
    toEqual: (expected) => check(deeplyEqual(actual, expected), 'to equal', expected),
    toContain: (expected) => check(contains(actual, expected), 'to contain', expected),
    toMatch: (expected) => check(matches(actual, expected), 'to match', expected),
    toBeGreaterThan: (bound) =>
      check(
        compare((value) => value > bound),
        'to be greater than',
        bound,
      ),
    toBeGreaterThanOrEqual: (bound) =>
      check(
        compare((value) => value >= bound),
        'to be at least',
        bound,
      ),
    toBeLessThan: (bound) =>
      check(
        compare((value) => value < bound),
        'to be less than',
        bound,
      ),
    toBeLessThanOrEqual: (bound) =>
      check(
        compare((value) => value <= bound),
        'to be at most',
        bound,
      ),
    toBeUndefined: () => check(actual === undefined, 'to be undefined'),
    toHaveLength: (length) => check(lengthOf(actual) === length, 'to have the length', length),
    toBeInstanceOf: (expected) => check(actual instanceof expected, 'to be an instance of', expected),
  };
}

function contains(actual: unknown, expected: unknown): boolean {
  if (typeof actual === 'string') {
    if (typeof expected === 'string') return actual.includes(expected);
    throw new ExpectationError(`Expected text to look for, got ${show(expected)}`);
  }
  const isIterable =
    typeof (actual as Iterable<unknown> | null | undefined)?.[Symbol.iterator] === 'function';
  if (!isIterable) throw new ExpectationError(`Expected text or a list, got ${show(actual)}`);
  return [...(actual as Iterable<unknown>)].some((item) => item === expected);
}

function matches(actual: unknown, expected: RegExp | string): boolean {
  if (typeof actual !== 'string') throw new ExpectationError(`Expected text, got ${show(actual)}`);
  // A search from the start: a global expression remembers where it stopped.
  return typeof expected === 'string' ? actual.includes(expected) : actual.search(expected) >= 0;
}

function lengthOf(actual: unknown): number {
  const length: unknown = (actual as { length?: unknown } | null | undefined)?.length;
  if (typeof length === 'number') return length;
  throw new ExpectationError(`Expected something with a length, got ${show(actual)}`);
}
