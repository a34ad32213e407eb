// The compiler in a worker of its own, used as its documentation says, with nothing done to make it faster.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { now } from '../measure.mjs';

const require = createRequire(import.meta.url);

const FAR_SIDE = `
const { readFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
globalThis.self = globalThis;
const { initialize, transform } = require(workerData.main);
(async () => {
  await initialize({ wasmModule: await WebAssembly.compile(readFileSync(workerData.wasm)), worker: false });
  parentPort.on('message', async (source) => {
    const { code, map } = await transform(source, { loader: 'ts', sourcemap: 'external', format: 'iife' });
    parentPort.postMessage({ code, map });
  });
  parentPort.postMessage('ready');
})();`;

export async function esbuildInWorker() {
  const workerData = {
    main: require.resolve('esbuild-wasm/lib/browser.js'),
    wasm: require.resolve('esbuild-wasm/esbuild.wasm'),
  };
  const worker = new Worker(FAR_SIDE, { eval: true, workerData });
  await once(worker, 'message');
  return {
    async transform(source) {
      const started = now();
      worker.postMessage(source);
      await once(worker, 'message');
      return now() - started;
    },
    close: () => worker.terminate(),
  };
}
