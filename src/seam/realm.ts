/**
 * Every own global of the bare realm, sorted; a run adds its bindings and nothing else. The list is the same in Node and
 * in browsers: globals that only newer engines have (`Iterator`, `Temporal`, ...) are removed. Methods of
 * the globals are the engine's. A binding never overwrites one of these names.
 */
export const BARE_REALM_GLOBALS: readonly string[] = Object.freeze(
  [
    // ECMAScript 2023, without WebAssembly (not of ECMAScript), SharedArrayBuffer and Atomics.
    'AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError',
    'FinalizationRegistry Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl JSON Map Math',
    'NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError',
    'URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent',
    'encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape',
    // What the guest provides.
    'console setTimeout setInterval clearTimeout clearInterval queueMicrotask structuredClone URL URLSearchParams',
    'TextEncoder TextDecoder atob btoa performance crypto',
  ]
    .flatMap((line) => line.split(' '))
    .sort(),
);
