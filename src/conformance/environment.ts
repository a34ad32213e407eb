import type { AbortSignalLike } from '../seam/types.ts';

/** What the suite uses of its surroundings; Node and browsers both have it. Declared here: this layer has no ambient types. */
interface Surroundings {
  readonly setTimeout: (callback: () => void, delayMs: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  readonly performance: { now(): number };
  readonly AbortController: new () => AbortControllerLike;
  readonly URL: new (text: string) => object;
}

export interface AbortControllerLike {
  readonly signal: AbortSignalLike;
  abort(reason?: unknown): void;
}

const surroundings = globalThis as unknown as Surroundings;

export function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => void surroundings.setTimeout(resolve, delayMs));
}

/** Calls back after a while, unless the returned function was called before. */
export function after(delayMs: number, callback: () => void): () => void {
  const timer = surroundings.setTimeout(callback, delayMs);
  return () => surroundings.clearTimeout(timer);
}

/** Milliseconds of a monotonic clock. */
export function now(): number {
  return surroundings.performance.now();
}

export function abortController(): AbortControllerLike {
  return new surroundings.AbortController();
}

export function platformUrl(text: string): object {
  return new surroundings.URL(text);
}

export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

export function deferred<T>(): Deferred<T> {
  let settlers: Omit<Deferred<T>, 'promise'> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settlers = { resolve, reject };
  });
  return { promise, ...settlers! };
}

/** A host function that is never done. */
export function never(): Promise<never> {
  return new Promise(() => {});
}
