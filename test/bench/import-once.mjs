// A process that imports one entry: prints how long that took, in ms, and what it started.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { now, sleep } from './measure.mjs';

const threads = createRequire(import.meta.url)('node:worker_threads');
const counts = { wasm: 0, workers: 0 };
const counting = (what, Base) =>
  class extends Base {
    constructor(...args) {
      counts[what]++;
      super(...args);
    }
  };
threads.Worker = counting('workers', threads.Worker);
syncBuiltinESMExports();
WebAssembly.Module = counting('wasm', WebAssembly.Module);
for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
  const original = WebAssembly[name];
  WebAssembly[name] = (...args) => {
    counts.wasm++;
    return original(...args);
  };
}

const entry = process.argv[2];
const started = now();
const { WorkerThreadCodeRuntime } = await import(entry);
const ms = now() - started;
await sleep(20);
const atImport = { ...counts };
let atConstruction;
if (WorkerThreadCodeRuntime) {
  const runtime = new WorkerThreadCodeRuntime();
  await sleep(200);
  atConstruction = { ...counts };
  await runtime.dispose();
}
process.stdout.write(JSON.stringify({ ms, atImport, atConstruction }), () => process.exit());
