import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import compiler from 'esbuild-wasm/esbuild.wasm?beside';
import { COMPILER_MEMORY_MB, capMemory, isWasm } from '../transpile/cap-memory.ts';
import { type CompiledWasm, wasmApi } from '../transpile/wasm-api.ts';

const PACKAGED = 'esbuild.wasm';

const modules = new Map<string, Promise<CompiledWasm>>();

/**
 * Loads and compiles the compiler's WebAssembly, once per file for the whole process; a failure is forgotten.
 * @param source a path or a `file:` URL. Default: the file of this package.
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

/** What messages call that file. */
export function wasmName(source?: string | URL): string {
  return String(source ?? '') || PACKAGED;
}

async function compile(file: string): Promise<CompiledWasm> {
  let path = file || PACKAGED;
  try {
    if (/^https?:/.test(file)) throw new Error('expected a path or a file: URL on Node');
    const address = file || compiler();
    path = address.startsWith('file:') ? fileURLToPath(address) : address;
    const wasm = wasmApi();
    if (wasm === undefined) throw new Error('WebAssembly is turned off in this process');
    const bytes = await readFile(path);
    if (!isWasm(bytes)) throw new Error(`it is no WebAssembly, and has ${bytes.length} bytes`);
    return await wasm.compile(capMemory(bytes, COMPILER_MEMORY_MB));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot load the WebAssembly file "${path}": ${reason}`, { cause: error });
  }
}
