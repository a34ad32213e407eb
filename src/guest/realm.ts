import {
  defineProperty,
  getPrototypeOf,
  ObjectPrototype,
  reflectConstruct,
  reflectDeleteProperty,
  reflectOwnKeys,
  setHas,
  weakSetAdd,
  weakSetHas,
} from '../bridge/intrinsics.ts';
import { BARE_REALM_GLOBALS } from '../seam/realm.ts';

/** Defines a global that is no more to a program than a builtin: writable, configurable, not enumerable. */
export function defineGlobal(name: string, value: unknown): void {
  defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

/**
 * Leaves of the realm only the listed globals. Called before the program, with the guest's own globals still to come.
 * What a global object inherits (all that a worker's has to offer) goes too, but for constants that cannot be deleted.
 */
export function emptyRealm(): void {
  const keep = new Set<PropertyKey>(BARE_REALM_GLOBALS);
  deleteKeys(globalThis, (key) => setHas(keep, key));
  let inherited: object | null = getPrototypeOf(globalThis);
  while (inherited !== null && inherited !== ObjectPrototype) {
    deleteKeys(inherited, () => false);
    inherited = getPrototypeOf(inherited);
  }
}

function deleteKeys(object: object, isKept: (key: PropertyKey) => boolean): void {
  const keys = reflectOwnKeys(object);
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]!;
    if (!isKept(key)) reflectDeleteProperty(object, key);
  }
}

/** Older engines lack the symbols that `using` compiles to, and a program that names them has to find them everywhere. */
export function defineDisposeSymbols(): void {
  const names = ['dispose', 'asyncDispose'] as const;
  for (let index = 0; index < names.length; index++) {
    const name = names[index]!;
    if (typeof Symbol[name] === 'symbol') continue;
    defineProperty(Symbol, name, { value: Symbol(`Symbol.${name}`), writable: false, configurable: false });
  }
}

/**
 * Makes proxies recognisable: nothing in ECMAScript tells a proxy from its target, but every proxy of this realm is
 * made by this constructor. Needed to refuse them as values, as structured clone does, and to print them without
 * running their traps.
 */
export function trackProxies(): (value: object) => boolean {
  const proxies = new WeakSet<object>();
  const NativeProxy = Proxy;
  const nativeRevocable = NativeProxy.revocable;

  function revocable<Target extends object>(target: Target, handler: ProxyHandler<Target>) {
    const pair = nativeRevocable(target, handler);
    weakSetAdd(proxies, pair.proxy);
    return pair;
  }

  const handler: ProxyHandler<typeof NativeProxy> = {
    construct(target, args) {
      const proxy: object = reflectConstruct(target, args);
      weakSetAdd(proxies, proxy);
      return proxy;
    },
  };
  defineProperty(NativeProxy, 'revocable', { value: revocable, writable: true, configurable: true });
  // Without a prototype: a trap that a program plants on Object.prototype is no trap of this one.
  Object.setPrototypeOf(handler, null);
  defineGlobal('Proxy', new NativeProxy(NativeProxy, handler));
  return (value) => weakSetHas(proxies, value);
}
