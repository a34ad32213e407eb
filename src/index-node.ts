/** The root entry on Node. */
export * from './index.ts';
export { createCodeRuntime } from './node/create.ts';
