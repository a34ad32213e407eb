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
  readonly test: (name: string, body: () => Promise<void> | void, timeoutMs?: number) => unknown;
  readonly expect: (actual: unknown) => Expectation;
  /** Groups the cases of one topic, when given; `describe` of most frameworks. */
  readonly group?: (name: string, body: () => void) => unknown;
  /** Called with a last clean-up, for runs that pick out some cases; without it, the last case alone cleans up. */
  readonly afterAll?: (body: () => Promise<void>) => unknown;
}

/** The matchers that the suite uses, with the meaning they have in Jest and vitest. */
export interface Matchers {
  toBe(expected: unknown): unknown;
  toEqual(expected: unknown): unknown;
  toContain(expected: unknown): unknown;
  toMatch(expected: RegExp | string): unknown;
  toBeGreaterThan(bound: number): unknown;
  toBeGreaterThanOrEqual(bound: number): unknown;
  toBeLessThan(bound: number): unknown;
  toBeLessThanOrEqual(bound: number): unknown;
  toBeUndefined(): unknown;
  toHaveLength(length: number): unknown;
  toBeInstanceOf(expected: new (...args: never[]) => unknown): unknown;
}

export interface Expectation extends Matchers {
  readonly not: Matchers;
}
