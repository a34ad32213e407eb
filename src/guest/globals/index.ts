import { defineProperty, toStringTag } from '../../bridge/intrinsics.ts';
import type { GuestPowers } from '../powers.ts';
import { atob, btoa } from './base64.ts';
import { makeCrypto } from './crypto.ts';
import { makeQueueMicrotask } from './microtask.ts';
import { URLSearchParams } from './search-params.ts';
import { makeStructuredClone } from './structured-clone.ts';
import { TextDecoder } from './text-decoder.ts';
import { TextEncoder } from './text-encoder.ts';
import { makeUrlClass } from './url.ts';

export interface WebGlobalHooks {
  /** Takes what a callback threw with nobody to catch it. */
  readonly onUncaught: (error: unknown) => void;
  /** Recognises proxies, which cannot be cloned. */
  readonly isProxy?: (value: object) => boolean;
}

/** The web's globals of the bare realm by name, apart from timers and the console. `now` counts from the run's start. */
export function createWebGlobals(
  powers: Pick<GuestPowers, 'parseUrl' | 'randomBytes' | 'now'>,
  hooks: WebGlobalHooks,
): Record<string, unknown> {
  const queueMicrotask = makeQueueMicrotask(hooks.onUncaught);
  const structuredClone = makeStructuredClone(hooks.isProxy);
  const { now } = powers;
  return {
    __proto__: null,
    // Arrow functions take the name of their key, and are no constructors.
    atob: (data: unknown) => atob(data),
    btoa: (data: unknown) => btoa(data),
    queueMicrotask: (callback: unknown) => queueMicrotask(callback),
    structuredClone: (value: unknown, options: unknown = undefined) => structuredClone(value, options),
    TextDecoder,
    TextEncoder,
    URL: makeUrlClass(powers.parseUrl),
    URLSearchParams,
    crypto: tagged('Crypto', makeCrypto(powers.randomBytes)),
    performance: tagged('Performance', { now: () => now() }),
  };
}

function tagged(name: string, target: object): object {
  defineProperty(target, toStringTag, { value: name, configurable: true });
  return target;
}
