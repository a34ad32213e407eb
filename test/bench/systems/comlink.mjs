// A worker that reaches the host's functions through comlink; calls only.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { importFrom } from '../peers.mjs';

export async function open({ folder }) {
  const { expose } = await importFrom(folder, 'comlink');
  const require = createRequire(join(folder, 'package.json'));
  const files = [require.resolve('comlink'), require.resolve('comlink/dist/umd/node-adapter.js')];
  const adapter = (await importFrom(folder, 'comlink/dist/esm/node-adapter.mjs')).default;
  const farSide = `
    const [{ wrap }, adapter] = ${JSON.stringify(files)}.map(require);
    const { parentPort, workerData } = require('node:worker_threads');
    const host = wrap(adapter(parentPort));
    new Function('host', 'return (async () => {' + workerData + '})()')(host).then(() => process.exit());`;
  return {
    run: (program, functions) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(farSide, { eval: true, workerData: program });
        expose(functions, adapter(worker));
        worker.on('error', reject);
        worker.on('exit', () => resolve(0));
      }),
    async close() {},
  };
}
