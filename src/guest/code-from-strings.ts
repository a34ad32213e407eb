import {
  defineProperty,
  getPrototypeOf,
  NativeProxy,
  optionalGlobal,
  setPrototypeOf,
} from '../bridge/intrinsics.ts';
import { defineGlobal } from './realm.ts';

/**
 * Takes code from strings out of this realm. A backend may have turned it off already, but not every one can, and each
 * engine words it differently. Direct `eval` is gone with the function: only the engine's own is direct.
 */
export function forbidCodeFromStrings(): void {
  const NativeFunction = Function;
  const BareFunction = forbidden(NativeFunction);
  defineGlobal('Function', BareFunction);
  defineGlobal('eval', forbidden(optionalGlobal('eval') as object));
  replaceConstructor(NativeFunction.prototype, BareFunction);
  for (const example of [async () => {}, function* () {}, async function* () {}]) {
    const prototype = getPrototypeOf(example) as object;
    const Bare = forbidden(prototype.constructor);
    setPrototypeOf(prototype.constructor, BareFunction);
    replaceConstructor(prototype, Bare);
  }
}

function refuse(): never {
  throw new EvalError('Code cannot be made from strings here: neither eval nor Function is available');
}

/** Looks and compares like the native one in everything but what it does. */
function forbidden<Native extends object>(native: Native): Native {
  const handler: ProxyHandler<Native> = { apply: refuse, construct: refuse };
  return new NativeProxy(native, setPrototypeOf(handler, null) as ProxyHandler<Native>);
}

function replaceConstructor(prototype: object, replacement: object): void {
  const native = Object.getOwnPropertyDescriptor(prototype, 'constructor');
  defineProperty(prototype, 'constructor', { ...native, value: replacement });
}
