import { Worker } from 'node:worker_threads';
import type { TranspilerWorker } from '../transpile/transpiler-worker.ts';
import { toTranspilerEndpoint } from './transpiler-endpoint.ts';
import entry from './transpiler-entry.ts?script';

/**
 * The stack of a transpiler worker, in MiB. With Node's own 4, the compiler refuses what the engine would take: a chain
 * of a thousand calls or of `else if`, depending on how far the engine has optimised it.
 */
const STACK_MB = 16;

/** Starts a transpiler worker in a thread that inherits neither variables nor flags, and whose output goes nowhere. */
export function spawnTranspilerWorker(): TranspilerWorker {
  const worker = new Worker(entry, {
    eval: true,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { stackSizeMb: STACK_MB },
  });
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
