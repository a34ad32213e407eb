import { COMPILER_MEMORY_MB, capMemory, isWasm } from '../transpile/cap-memory.ts';
import type { WasmFile } from '../transpile/wasm-api.ts';

/**
 * Fetches the compiler's WebAssembly; what is fetched again comes out of the browser's own cache. It is compiled in the
 * worker that uses it: a module cannot be sent to a frame of another origin, and a page's policy may forbid it here.
 * @throws Error that names the address and the reason.
 */
export async function fetchCompilerWasm(url: string): Promise<WasmFile> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}`.trim());
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!isWasm(bytes)) {
      const type = response.headers.get('content-type') ?? 'something of no type';
      throw new Error(`the server answered ${type}, which is no WebAssembly, ${bytes.length} bytes of it`);
    }
    return { bytes: capMemory(bytes, COMPILER_MEMORY_MB) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot load the WebAssembly file "${url}": ${reason}`, { cause: error });
  }
}
