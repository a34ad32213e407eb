import { CachingTranspiler } from '../transpile/cache.ts';
import { EsbuildTranspiler } from '../transpile/esbuild.ts';
import { TranspilerLeases } from '../transpile/leases.ts';
import type { Transpiler } from '../transpile/transpiler.ts';
import type { Housing } from './housing.ts';
import { spawnTranspilerWorker } from './transpiler-worker.ts';
import { fetchCompilerWasm } from './wasm.ts';

export interface BrowserTranspilerOptions {
  /** Address of the compiler's WebAssembly, or the compiled module. */
  readonly wasm: string | WebAssembly.Module;
  /** Makes the housing of its worker. */
  readonly house: () => Housing;
  /** Runtimes that name the same address and the same housing share a transpiler. */
  readonly housing: string;
}

const leases = new TranspilerLeases();

/** Leases the transpiler of a page. One with a module of the caller's own is not shared. */
export function leaseTranspiler({ wasm, house, housing }: BrowserTranspilerOptions): Transpiler {
  const create = (): Transpiler =>
    new CachingTranspiler(
      new EsbuildTranspiler({
        spawn: () => spawnTranspilerWorker(house()),
        loadWasm: async () => (typeof wasm === 'string' ? fetchCompilerWasm(wasm) : wasm),
        wasmName: typeof wasm === 'string' ? wasm : 'wasmModule',
      }),
    );
  return typeof wasm === 'string' ? leases.lease(`${housing} ${wasm}`, create) : create();
}
