import { serveTranspiler } from '../transpile/worker.ts';
import { toTranspilerEndpoint } from './transpiler-endpoint.ts';

// Where a transpiler worker starts, as a classic script without modules.
const { parentPort } = process.getBuiltinModule('node:worker_threads');

// The compiler is built for browsers and looks for its globals there.
Object.assign(globalThis, { self: globalThis });

// It goes through a timer for every packet. An immediate saves the millisecond that Node makes of a delay of zero.
const delayed = globalThis.setTimeout;
globalThis.setTimeout = ((callback: () => void, delay?: number) =>
  delay ? delayed(callback, delay) : setImmediate(callback)) as typeof setTimeout;

if (parentPort !== null) serveTranspiler(toTranspilerEndpoint(parentPort));
