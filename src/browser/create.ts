import type { CodeRuntime } from '../seam/code-runtime.ts';
import { WebWorkerCodeRuntime, type WebWorkerConfig } from './runtime.ts';

/**
 * Makes the code runtime of the environment: a `WebWorkerCodeRuntime` in a page, a `WorkerThreadCodeRuntime` on Node.
 * @throws TypeError that lists every problem of the configuration.
 */
export function createCodeRuntime(config: WebWorkerConfig): CodeRuntime {
  return new WebWorkerCodeRuntime(config);
}
