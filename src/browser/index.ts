/** The backend of browsers. */
export { WebWorkerCodeRuntime, type WebWorkerConfig } from './runtime.ts';
