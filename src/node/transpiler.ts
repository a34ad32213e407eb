import { CachingTranspiler } from '../transpile/cache.ts';
import { EsbuildTranspiler } from '../transpile/esbuild.ts';
import type { Transpiler } from '../transpile/transpiler.ts';
import { spawnTranspilerWorker } from './transpiler-worker.ts';
import { loadCompilerWasm, wasmName } from './wasm.ts';

export interface NodeTranspilerOptions {
  /** The compiler's WebAssembly, a path or a `file:` URL. Default: the file of this package. */
  readonly wasm?: string | URL;
}

/** The transpiler of the Node backends: in a thread of its own, started with the first program, with a cache before it. */
export function createNodeTranspiler({ wasm }: NodeTranspilerOptions = {}): Transpiler {
  const transpiler = new EsbuildTranspiler({
    spawn: spawnTranspilerWorker,
    loadWasm: () => loadCompilerWasm(wasm),
    wasmName: wasmName(wasm),
  });
  return new CachingTranspiler(transpiler);
}
