/** The backends of Node. */
export { ProcessCodeRuntime, type ProcessConfig } from './process/runtime.ts';
export { WorkerThreadCodeRuntime } from './thread/runtime.ts';
