export { WorkerThreadCodeRuntime } from './thread/runtime.ts';
