import { COMPILER_MEMORY_MB, capMemory } from '../transpile/cap-memory.ts';

const files = new Map<string, Promise<Uint8Array>>();

/**
 * Fetches the compiler's WebAssembly, once per address for the whole page; a failure is forgotten. It is compiled in the
 * worker that uses it: a module cannot be sent to a frame of another origin, and a page's policy may forbid it here.
 * @throws Error that names the address and the reason.
 */
export function fetchCompilerWasm(url: string): Promise<Uint8Array> {
  let file = files.get(url);
  if (file === undefined) {
    file = fetchBytes(url);
    files.set(url, file);
    file.catch(() => files.delete(url));
  }
  return file;
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  try {
    const response = await fetch(url);
    if (!response.ok)
      throw new Error(`the server answered with status ${response.status} ${response.statusText}`.trim());
    return capMemory(new Uint8Array(await response.arrayBuffer()), COMPILER_MEMORY_MB);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot load the WebAssembly file "${url}": ${reason}`, { cause: error });
  }
}
