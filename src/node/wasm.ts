import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { COMPILER_MEMORY_MB, capMemory } from '../transpile/cap-memory.ts';
import { type CompiledWasm, wasmApi } from '../transpile/wasm-api.ts';

const modules = new Map<string, Promise<CompiledWasm>>();

/**
 * Loads and compiles the compiler's WebAssembly, once per file for the whole process; a failure is forgotten.
 * @param source a path or a `file:` URL. Default: the file of the `esbuild-wasm` package.
 * @throws Error that names the file and the reason.
 */
export function loadCompilerWasm(source?: string | URL): Promise<CompiledWasm> {
  const file = source === undefined ? '' : String(source);
  let module = modules.get(file);
  if (module === undefined) {
    module = compile(file);
    modules.set(file, module);
    module.catch(() => modules.delete(file));
  }
  return module;
}

async function compile(file: string): Promise<CompiledWasm> {
  let path = file || 'esbuild-wasm/esbuild.wasm';
  try {
    if (file === '') path = createRequire(import.meta.url).resolve(path);
    else if (file.startsWith('file:')) path = fileURLToPath(file);
    const wasm = wasmApi();
    if (wasm === undefined) throw new Error('WebAssembly is turned off in this process');
    return await wasm.compile(capMemory(await readFile(path), COMPILER_MEMORY_MB));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot load the WebAssembly file "${path}": ${reason}`, { cause: error });
  }
}
