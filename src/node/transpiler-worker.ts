import { Worker } from 'node:worker_threads';
import type { TranspilerWorker } from '../transpile/transpiler-worker.ts';
import { toTranspilerEndpoint } from './transpiler-endpoint.ts';
import entry from './transpiler-entry.ts?script';

/** Starts a transpiler worker in a thread that inherits neither variables nor flags, and whose output goes nowhere. */
export function spawnTranspilerWorker(): TranspilerWorker {
  const worker = new Worker(entry, { eval: true, env: {}, execArgv: [], stdout: true, stderr: true });
  return {
    endpoint: toTranspilerEndpoint(worker),
    onCrash(listener) {
      // An error that nobody listens for would end the process.
      worker.on('error', (error: Error) => listener(error.message));
      worker.on('messageerror', (error) => listener(error.message));
      worker.on('exit', (code) => listener(`The worker exited with code ${code}`));
    },
    async terminate() {
      await worker.terminate();
    },
    ref: () => worker.ref(),
    unref: () => worker.unref(),
  };
}
