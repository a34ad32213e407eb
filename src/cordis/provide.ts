import type { CodeRuntime } from '../seam/code-runtime.ts';
import { LosslessJsonCodeRuntime } from './lossless-json.ts';

/** The part of a Cordis context that is used, whichever of the two packages it is from. */
export interface CordisContext {
  /** Runs something whose undoing belongs to the context's fiber. */
  effect(execute: () => () => Promise<void>, label?: string): unknown;
  /** Registers a service of that name until the fiber is disposed. */
  provide(name: string, value?: unknown): unknown;
}

/** How a runtime is provided. */
export interface ProvideOptions {
  /** Whether values that JSON would change are refused, in calls and as what a program returns. Default false. */
  readonly losslessJson?: boolean;
}

/**
 * Provides a runtime as `ctx.codeRuntime`, and hands it over to the context's fiber: when that is disposed, the service
 * goes, runs in flight end as `abort`, and the disposal resolves once every worker has exited.
 * @throws Error of Cordis when the context has such a service already. The runtime is the fiber's all the same.
 */
export function provideCodeRuntime(
  ctx: CordisContext,
  runtime: CodeRuntime,
  { losslessJson = false }: ProvideOptions = {},
): void {
  // An effect of its own, not one with the service: dependents may wait for their runs before they let go of it.
  ctx.effect(() => () => runtime.dispose(), 'codeRuntime');
  ctx.provide('codeRuntime', losslessJson ? new LosslessJsonCodeRuntime(runtime) : runtime);
}
