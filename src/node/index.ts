/** The backends of Node, and the parts that another backend on Node is made of. */
export { byteText } from './byte-text.ts';
export { clock } from './clock.ts';
export { keepAlive } from './keep-alive.ts';
export { platformPowers } from './platform-powers.ts';
export { ProcessCodeRuntime, type ProcessConfig } from './process/runtime.ts';
export { bareRealm, type ProgramRealm } from './realms.ts';
export { leaseTranspiler } from './shared-transpiler.ts';
export { WorkerThreadCodeRuntime } from './thread/runtime.ts';
