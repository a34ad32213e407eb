import type { Transpiler } from '../transpile/transpiler.ts';
import { createNodeTranspiler } from './transpiler.ts';

let shared: Transpiler | undefined;
let leases = 0;

/**
 * The transpiler that the runtimes of a process share: it holds no state of theirs, and starting one costs a third of a
 * second and a few hundred megabytes. It ends with the last runtime that leased it.
 */
export function leaseTranspiler(): Transpiler {
  shared ??= createNodeTranspiler();
  leases++;
  const transpiler = shared;
  let released: Promise<void> | undefined;
  return {
    transpile: (program, options) => transpiler.transpile(program, options),
    dispose: () => (released ??= release(transpiler)),
  };
}

async function release(transpiler: Transpiler): Promise<void> {
  if (--leases > 0) return;
  shared = undefined;
  await transpiler.dispose();
}
