import type { CodeRuntime } from '../seam/code-runtime.ts';
import type { CodeRuntimeConfig } from '../seam/config.ts';
import type { WasmConfig } from '../transpile/address.ts';
import { WorkerThreadCodeRuntime } from './thread/runtime.ts';

/**
 * Makes the code runtime of the environment: a `WorkerThreadCodeRuntime` on Node, a `WebWorkerCodeRuntime` in a page,
 * where `wasmURL` is required.
 * @throws TypeError that lists every problem of the configuration.
 */
export function createCodeRuntime(config: CodeRuntimeConfig & WasmConfig = {}): CodeRuntime {
  return new WorkerThreadCodeRuntime(config);
}
