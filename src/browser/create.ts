import type { CodeRuntime } from '../seam/code-runtime.ts';
import { WebWorkerCodeRuntime, type WebWorkerConfig } from './runtime.ts';

/**
 * Makes the code runtime of the environment: a `WebWorkerCodeRuntime` in a page, where `wasmURL` or `wasmModule` is
 * required, a `WorkerThreadCodeRuntime` on Node, where everything may be left out.
 * @throws TypeError that lists every problem of the configuration.
 */
export function createCodeRuntime(config: WebWorkerConfig = {}): CodeRuntime {
  return new WebWorkerCodeRuntime(config);
}
