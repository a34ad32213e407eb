/** The root entry in a page. */

export { createCodeRuntime } from './browser/create.ts';
export * from './index.ts';
