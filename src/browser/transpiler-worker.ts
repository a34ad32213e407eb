import type { TranspilerWorker } from '../transpile/transpiler-worker.ts';
import type { Housing } from './housing.ts';
import entry from './transpiler-entry.ts?script';

/** Starts a transpiler worker in the given housing. */
export function spawnTranspilerWorker(housing: Housing): TranspilerWorker {
  const { port1, port2 } = new MessageChannel();
  housing.spawn(entry, [port2], { wasm: true });
  housing.watch('ours');
  port1.start();
  return {
    endpoint: port1,
    onCrash: (listener) => housing.onFailure(listener),
    async terminate() {
      port1.close();
      housing.close();
    },
    ref() {},
    unref() {},
  };
}
