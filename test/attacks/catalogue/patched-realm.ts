import type { Attack, Kind } from '../attack.ts';

/** The program patches, then uses what the guest gives it: if it returns, it returns the right value. */
const patched = (name: string, patch: string): Attack => ({
  name,
  program: `const deep = { list: [1, { two: null }], map: new Map([['k', [1]]]) }; const keep = tools.echo;
    ${patch};
    const back = await keep(deep); return { list: back.list }`,
  fails: ['exception', 'invalid-output'],
  returns: { list: [1, { two: null }] },
});

/** Builtins that were replaced: that is the program's own loss, and never the host's. */
export const patchedRealm: Kind = {
  kind: 'patched realm',
  attacks: [
    patched('Object.prototype.toJSON', 'Object.prototype.toJSON = () => 9'),
    patched(
      'the iterators of arrays and of iterators',
      'Array.prototype[Symbol.iterator] = function* () { yield 9 }; Object.getPrototypeOf([].values()).next = () => ({ done: true })',
    ),
    patched(
      'Map.prototype and Set.prototype',
      'for (const c of [Map, Set, WeakMap, WeakSet]) for (const k of Object.getOwnPropertyNames(c.prototype)) try { c.prototype[k] = () => 9 } catch {}',
    ),
    patched(
      'Promise.prototype.then that never calls back',
      'Promise.prototype.then = function () { return 9 }',
    ),
    patched(
      'Promise.prototype.then that calls back ten times',
      'const then = Promise.prototype.then; Promise.prototype.then = function (f, g) { for (let n = 0; n < 9; n++) then.call(this, f, g); return then.call(this, f, g) }',
    ),
    patched(
      'Function.prototype',
      'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 9',
    ),
    patched(
      'JSON, Reflect and Object',
      'JSON.parse = JSON.stringify = () => 9; for (const o of [Reflect, Object]) for (const k of Reflect.ownKeys(o)) try { o[k] = () => 9 } catch {}',
    ),
    patched(
      'setters for every index and field',
      'for (const k of [0, 1, 2, 3, "tag", "id", "value", "args", "get", "set", "text", "length"]) Object.defineProperty(Object.prototype, k, { set() {}, get() { return 9 }, configurable: true })',
    ),
    patched(
      'Error.prepareStackTrace that throws',
      'Error.prepareStackTrace = () => { throw new Proxy({}, { get() { throw 1 } }) }; Error.stackTraceLimit = Infinity; try { null.x } catch (e) { try { e.stack } catch {} }',
    ),
    patched(
      'every method of strings and regular expressions',
      'for (const c of [String, RegExp, Number]) for (const k of Reflect.ownKeys(c.prototype)) try { if (typeof c.prototype[k] === "function") c.prototype[k] = () => 9 } catch {}',
    ),
    patched(
      'typed arrays and buffers',
      'const T = Object.getPrototypeOf(Uint8Array); for (const c of [T, Uint8Array, ArrayBuffer, DataView]) for (const k of Reflect.ownKeys(c.prototype)) try { Object.defineProperty(c.prototype, k, { value: () => 9 }) } catch {}',
    ),
    patched(
      'everything frozen',
      'for (const k of Reflect.ownKeys(globalThis)) { const v = globalThis[k]; if (typeof v === "function") { Object.freeze(v); Object.freeze(v.prototype ?? {}) } }',
    ),
    patched(
      'every global deleted',
      'for (const k of Reflect.ownKeys(globalThis)) try { delete globalThis[k] } catch {}',
    ),
    patched(
      'every function of every global replaced by one that throws',
      'for (const k of Reflect.ownKeys(globalThis)) { const p = globalThis[k]?.prototype; if (p) for (const m of Reflect.ownKeys(p)) try { if (m !== "constructor" && typeof p[m] === "function") p[m] = () => { throw 9 } } catch {} }',
    ),
  ],
};
