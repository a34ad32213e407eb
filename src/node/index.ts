/** The backends of Node, and the parts that another backend on Node is made of. */
export { clock } from './clock.ts';
export { keepAlive } from './keep-alive.ts';
export { platformPowers } from './platform-powers.ts';
export { leaseTranspiler } from './shared-transpiler.ts';
export { bareRealm, type ProgramRealm } from './thread/realms.ts';
export { WorkerThreadCodeRuntime } from './thread/runtime.ts';
