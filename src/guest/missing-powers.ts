import { regExpExec, SetConstructor, setHas } from '../bridge/intrinsics.ts';

/** Globals of Node and of browsers that programs are used to, and that the bare realm does not have. */
const POWERS = new SetConstructor(
  (
    'AbortController AbortSignal Atomics Blob BroadcastChannel Buffer Bun CompressionStream Deno Event EventSource EventTarget ' +
    'File FileReader FormData Headers MessageChannel Notification ReadableStream Request Response SharedArrayBuffer Temporal ' +
    'TransformStream WebAssembly WebSocket WebTransport Worker WritableStream XMLHttpRequest alert caches cancelAnimationFrame ' +
    'clearImmediate confirm document fetch global importScripts indexedDB localStorage location navigator postMessage process ' +
    'prompt requestAnimationFrame self sessionStorage setImmediate window module exports __dirname __filename'
  ).split(' '),
);

const NOT_DEFINED = /^ReferenceError: (?:Can't find variable: )?(\w+)(?: is not defined)?$/;
const NOT_A_FUNCTION =
  /^TypeError: (?:undefined is not a constructor \(evaluating 'new )?globalThis\.(\w+)(?: is not a (?:function|constructor)|\()/;

/** The headline of an error; one that comes from missing a power says what to do about it. */
export function withMissingPower(headline: string): string {
  const name = (regExpExec(NOT_DEFINED, headline) ?? regExpExec(NOT_A_FUNCTION, headline))?.[1];
  if (name === undefined) return headline;
  // `import()` is compiled to a call of `require`.
  if (name === 'require') {
    return 'ReferenceError: Modules cannot be loaded here: neither import() nor require() is available; ask for a binding';
  }
  return setHas(POWERS, name) ? `${headline}. ${name} is not available here; ask for a binding` : headline;
}
