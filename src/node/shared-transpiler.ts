import { TranspilerLeases } from '../transpile/leases.ts';
import type { Transpiler } from '../transpile/transpiler.ts';
import { createNodeTranspiler } from './transpiler.ts';

const leases = new TranspilerLeases();

/**
 * Leases the transpiler of this process: runtimes that name the same file share one.
 * @param wasm the compiler's WebAssembly, a path or a `file:` URL. Default, or '': the file of this package.
 */
export function leaseTranspiler(wasm = ''): Transpiler {
  return leases.lease(wasm, () => createNodeTranspiler({ wasm }));
}
