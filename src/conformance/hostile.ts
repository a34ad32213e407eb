import { bareRealm, fact, topic } from './case.ts';
import { difference } from './difference.ts';

/** Builtins that a program may patch after the guest has loaded. */
const PATCHES: readonly [fact: string, patch: string][] = [
  ['Object.prototype.toJSON', "Object.prototype.toJSON = () => 'patched'"],
  ['Array.prototype.toJSON', "Array.prototype.toJSON = () => 'patched'"],
  ['the iterator of arrays', 'Array.prototype[Symbol.iterator] = function* () { yield 9 }'],
  ['the iterator of iterators', 'Object.getPrototypeOf([][Symbol.iterator]()).next = () => ({ done: true })'],
  [
    'Map.prototype',
    'for (const k of ["get", "set", "has", "forEach", "entries"]) Map.prototype[k] = () => 9; Map.prototype[Symbol.iterator] = () => { throw 1 }',
  ],
  ['Set.prototype', 'for (const k of ["add", "has", "forEach", "values"]) Set.prototype[k] = () => 9'],
  ['Promise.prototype.then', 'Promise.prototype.then = function () { return 9 }'],
  ['Promise', 'globalThis.Promise = class {}; '],
  ['the species of Promise', 'Object.defineProperty(Promise, Symbol.species, { get() { throw 1 } })'],
  [
    'Function.prototype.call and apply',
    'Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 9',
  ],
  ['JSON', 'JSON.stringify = () => "[9]"; JSON.parse = () => 9'],
  ['JSON itself', 'globalThis.JSON = undefined'],
  [
    'methods of arrays',
    'for (const k of ["push", "pop", "map", "forEach", "join", "slice", "concat", "indexOf", "shift"]) Array.prototype[k] = () => 9',
  ],
  [
    'methods of strings',
    'for (const k of ["slice", "replace", "split", "charCodeAt", "indexOf", "startsWith", "padStart"]) String.prototype[k] = () => "9"',
  ],
  [
    'methods of objects',
    'for (const k of ["keys", "entries", "defineProperty", "getPrototypeOf", "create", "assign", "freeze", "getOwnPropertyDescriptor"]) Object[k] = () => 9',
  ],
  [
    'Reflect',
    'for (const k of Reflect.ownKeys(Reflect)) if (typeof Reflect[k] === "function") Reflect[k] = () => 9',
  ],
  ['Array.isArray', 'Array.isArray = () => false'],
  [
    'setters for index keys',
    'for (let i = 0; i < 20; i++) Object.defineProperty(Object.prototype, i, { set() {}, get() { return 9 }, configurable: true })',
  ],
  [
    'setters for index keys of arrays',
    'for (let i = 0; i < 20; i++) Object.defineProperty(Array.prototype, i, { set() {}, configurable: true })',
  ],
  [
    'fields of descriptors on Object.prototype',
    'Object.prototype.get = () => 9; Object.prototype.value = 9; Object.prototype.writable = false',
  ],
  [
    'fields of messages on Object.prototype',
    'for (const k of ["tag", "type", "id", "kind", "error", "message", "args", "path", "outcome", "text"]) Object.prototype[k] = 9',
  ],
  [
    'Symbol.iterator and others',
    'Symbol.prototype[Symbol.toPrimitive] = () => 9; Object.prototype[Symbol.toPrimitive] = () => 9',
  ],
  [
    'RegExp.prototype',
    'RegExp.prototype.exec = () => null; RegExp.prototype.test = () => false; RegExp.prototype[Symbol.replace] = () => "9"',
  ],
  [
    'numbers and text',
    'Number.isInteger = Number.isFinite = () => false; String.fromCharCode = () => "9"; globalThis.String = globalThis.Number = () => 9',
  ],
  ['Error.prepareStackTrace', "Error.prepareStackTrace = () => { throw new Error('trap') }"],
  [
    'typed arrays',
    'Object.getPrototypeOf(Uint8Array.prototype).set = () => 9; globalThis.Uint8Array = globalThis.ArrayBuffer = null',
  ],
  ['timers and microtasks', 'globalThis.setTimeout = globalThis.queueMicrotask = () => 9'],
  ['console', 'globalThis.console = null'],
  [
    'Object.hasOwn and Object.is',
    'Object.hasOwn = Object.is = () => true; Object.prototype.hasOwnProperty = () => true',
  ],
  [
    'frozen prototypes',
    'for (const c of [Object, Array, Function, Promise, Map, Set, String, Error]) { Object.freeze(c); Object.freeze(c.prototype) }',
  ],
  [
    'deleted globals',
    'for (const k of Object.getOwnPropertyNames(globalThis)) if (k !== "tools") delete globalThis[k]',
  ],
];

const RESULT = {
  answer: { list: [1, 'two', { three: null }], at: [] },
  map: new Map([['k', [1n]]]),
  bytes: new Uint8Array([1, 2]),
};

export const hostileCases = topic('patched realm', [
  ...PATCHES.map(([name, patch]) =>
    fact(`returns the right value, or fails: ${name}`, bareRealm, async ({ run, value, expect }) => {
      const received: unknown[] = [];
      const echo = (argument: unknown) => {
        received.push(argument);
        return argument;
      };
      const program = `
        const map = new Map([['k', [1n]]]);
        const bytes = new Uint8Array([1, 2]);
        ${patch};
        console.log('patched');
        const answer = await tools.echo({ list: [1, 'two', { three: null }], at: [] });
        return { answer, map, bytes }`;
      const result = await run(name === 'console' ? program.replace('console.log', 'String') : program, {
        tools: { echo },
      });
      if (result.error === undefined) expect(difference(result.value, RESULT)).toBe('');
      for (const argument of received) expect(difference(argument, RESULT.answer)).toBe('');
      expect(({} as { toJSON?: unknown }).toJSON).toBeUndefined();
      expect(await value('return 1')).toBe(1);
    }),
  ),
]);
