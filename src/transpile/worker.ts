import { expose } from 'comlink';
import { initialize, transform } from 'esbuild-wasm/esm/browser.js';
import type { CodeRealm } from '../seam/types.ts';
import { type Transform, transpileProgram } from './transpile-program.ts';
import type { TranspileResult } from './transpiler.ts';
import type { TranspilerEndpoint } from './transpiler-worker.ts';
import { type CompiledWasm, isWasmFile, type WasmFile, wasmApi } from './wasm-api.ts';

/** What a transpiler worker offers to the host, over comlink. */
export interface TranspileService {
  /** Starts the compiler; once, and before anything else. Takes its WebAssembly compiled, or as a file. */
  boot(wasm: CompiledWasm | WasmFile): Promise<void>;
  /** Rejects when the compiler failed for another reason than the program's text; it is then beyond use. */
  transpile(program: string, realm: CodeRealm): Promise<TranspileReply>;
}

export interface TranspileReply {
  readonly result: TranspileResult;
  /** What the compiler's memory has grown to, in bytes; it never shrinks. */
  readonly memoryBytes: number;
}

/** Offers a `TranspileService` at the endpoint. To be called in a worker that does nothing else: it changes globals. */
export function serveTranspiler(endpoint: TranspilerEndpoint): void {
  const memory = watchMemory();
  silenceConsole();
  const service: TranspileService = {
    async boot(wasm) {
      const wasmModule = isWasmFile(wasm) ? await compile(wasm) : wasm;
      await initialize({ wasmModule: wasmModule as WebAssembly.Module, worker: false });
    },
    async transpile(program, realm) {
      const label = `_${randomWord()}`;
      const result = await transpileProgram(transform as Transform, program, realm, label);
      return { result, memoryBytes: memory() };
    },
  };
  expose(service, endpoint as unknown as Parameters<typeof expose>[1]);
}

async function compile({ url, bytes }: WasmFile): Promise<CompiledWasm> {
  try {
    const wasm = wasmApi();
    if (wasm === undefined) throw new Error('WebAssembly is turned off here');
    return await wasm.compile(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot compile the WebAssembly file "${url}": ${reason}`);
  }
}

/** Not a UUID: those are only made where the page is a secure context. */
function randomWord(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('');
}

/** Reads the size of the compiler's memory, which is only to be had from the instance. */
function watchMemory(): () => number {
  const wasm = wasmApi();
  let memory: { readonly buffer: ArrayBuffer } | undefined;
  if (wasm !== undefined) {
    const { instantiate } = wasm;
    wasm.instantiate = async (module, imports) => {
      const instance = await instantiate(module, imports);
      memory = instance.exports['mem'] as typeof memory;
      return instance;
    };
  }
  return () => memory?.buffer.byteLength ?? 0;
}

/** The compiler's runtime logs its dying words. It also logs that it exited, and then never answers again: say so. */
function silenceConsole(): void {
  console.log = () => {};
  console.warn = (...words: unknown[]) => {
    if (words[0] === 'exit code:') throw new Error(`The compiler exited with code ${String(words[1])}`);
  };
}
