/**
 * What a new backend is made of (`codeseam/bridge`): boot the guest on the far side of an `Endpoint`, say how to meter
 * and to kill it, declare capabilities, and hand all that to `BridgeCodeRuntime` as a `Backend`.
 */
import guestScript from '../guest/entry.ts?script';

export type { Endpoint } from '../bridge/endpoint.ts';
export { GUEST_HOOK, PROGRAM_NAME } from '../bridge/program-hook.ts';
export type { Frame } from '../bridge/protocol.ts';
export type { GuestHandle, GuestPowers } from '../guest/powers.ts';
export {
  type CodeRuntimeConfig,
  type ConfigRestrictions,
  type FieldRule,
  type ResolvedConfig,
  resolveConfig,
} from '../seam/config.ts';
export type { TranspileResult, Transpiler } from '../transpile/transpiler.ts';
export { type Backend, BridgeCodeRuntime } from './bridge-runtime.ts';
export { watchBudgets } from './budgets.ts';
export type { Clock } from './clock.ts';
export { EndSignal, type Substrate, type SubstrateEnd } from './substrate.ts';

/** The guest as one self-contained classic script. Evaluated in a prepared realm, it leaves `boot(powers)` under `GUEST_HOOK`. */
export const GUEST_SCRIPT: string = guestScript;
