// Hosts as a bundler or a runtime gets them. Each works, fails and loops, and leaves what it saw. The loop is one that some
// engines do not stop by themselves, once it has run for a second; a thread that went on would make the disposal fail.
const TOUR = `
async function tour(runtime) {
  const globals = Object.getOwnPropertySymbols(globalThis).length;
  const bindings = [{ global: 'host', functions: { add: (a, b) => a + b } }];
  const done = await runtime.run({ program: 'console.log("hi"); return await host.add(2 as number, 3)', bindings });
  const failed = await runtime.run({ program: 'const x: number = 1;\\nnull.y', bindings });
  const looped = await runtime.run({ program: 'for (;;) new Array(1000).fill(1)', bindings, signal: AbortSignal.timeout(1_500) });
  await runtime.dispose();
  return [done.value, done.logs, failed.error?.kind, failed.error?.location?.line, looped.error?.kind, Object.getOwnPropertySymbols(globalThis).length - globals];
}
`;

/** What each tour saw. */
export const SEEN = [5, ['hi'], 'exception', 2, 'abort', 0];

/** On Node: prints what it saw. */
export const NODE_HOST = `
import { createCodeRuntime } from 'codeseam';
import { ProcessCodeRuntime, WorkerThreadCodeRuntime } from 'codeseam/node';
${TOUR}
console.log(JSON.stringify([
  await tour(createCodeRuntime()),
  await tour(new WorkerThreadCodeRuntime()),
  await tour(new ProcessCodeRuntime()),
]));
`;

/** In a page, with the compiler's address as the bundler gives it: a promise of what it saw is \`toured\`. */
export const pageHost = (wasmURL: string): string => `
import { createCodeRuntime } from 'codeseam';
import { WebWorkerCodeRuntime } from 'codeseam/browser';
${TOUR}
${wasmURL}
globalThis.toured = Promise.all([
  tour(createCodeRuntime({ wasmURL })),
  tour(new WebWorkerCodeRuntime({ wasmURL })),
]);
`;
