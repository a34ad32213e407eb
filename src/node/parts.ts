/**
 * What another backend on Node is made of, beside `codeseam/bridge` (`codeseam/bridge/node`): Node's clock and timers, the
 * bare realm, the compiler, and what a guest is given of the platform. Everyday hosts need none of it.
 */
export { byteText } from './byte-text.ts';
export { clock } from './clock.ts';
export { keepAlive } from './keep-alive.ts';
export { platformPowers } from './platform-powers.ts';
export { bareRealm, type ProgramRealm } from './realms.ts';
export { leaseTranspiler } from './shared-transpiler.ts';
