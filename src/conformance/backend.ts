import type { CodeRuntime } from '../seam/code-runtime.ts';
import type { CodeRuntimeConfig } from '../seam/config.ts';
import type { CodeRuntimeCapabilities } from '../seam/types.ts';

/** A backend under test. */
export interface ConformanceBackend {
  readonly name: string;
  /** What the backend declares; a case that needs more is listed, not registered. */
  readonly capabilities: CodeRuntimeCapabilities;
  /**
   * Makes a runtime with these limits, in the realm that `capabilities` declares; the suite disposes it.
   * What the runtime's constructor throws must be thrown (or rejected with) unchanged.
   */
  create(config?: CodeRuntimeConfig): CodeRuntime | Promise<CodeRuntime>;
}

/** The caller's test framework: that of vitest fits as it is. */
export interface ConformanceHarness {
  /** Registers one case; `test` of most frameworks. The case may take `timeoutMs` milliseconds. */
  readonly test: (name: string, body: () => Promise<void> | void, timeoutMs?: number) => unknown;
  /** Begins an assertion that throws when it does not hold. */
  readonly expect: (actual: unknown) => Expectation;
  /** Groups the cases of one topic, when given; `describe` of most frameworks. */
  readonly group?: (name: string, body: () => void) => unknown;
  /** Called with a last clean-up, for runs that pick out some cases; without it, the last case alone cleans up. */
  readonly afterAll?: (body: () => Promise<void>) => unknown;
}

/** The matchers that the suite uses, with the meaning they have in Jest and vitest. */
export interface Matchers {
  /** Is the same value, by `Object.is`. */
  toBe(expected: unknown): unknown;
  /** Has the same structure and values, all the way down; properties that are `undefined` count as absent. */
  toEqual(expected: unknown): unknown;
  /** Is a text or a list that holds this. */
  toContain(expected: unknown): unknown;
  /** Is a text that matches the expression, or holds this text. */
  toMatch(expected: RegExp | string): unknown;
  /** Is a number above the bound. */
  toBeGreaterThan(bound: number): unknown;
  /** Is a number above the bound, or the bound. */
  toBeGreaterThanOrEqual(bound: number): unknown;
  /** Is a number below the bound. */
  toBeLessThan(bound: number): unknown;
  /** Is a number below the bound, or the bound. */
  toBeLessThanOrEqual(bound: number): unknown;
  /** Is `undefined`. */
  toBeUndefined(): unknown;
  /** Has a `length` of this. */
  toHaveLength(length: number): unknown;
  /** Was made by this class, or by one that extends it. */
  toBeInstanceOf(expected: new (...args: never[]) => unknown): unknown;
}

/** The matchers for one value, and their opposites. */
export interface Expectation extends Matchers {
  readonly not: Matchers;
}
