import { expose } from 'comlink';
import { initialize, transform, version } from 'esbuild-wasm/esm/browser.js';
import type { CodeRealm } from '../seam/types.ts';
import { type Transform, transpileProgram } from './transpile-program.ts';
import type { TranspileResult } from './transpiler.ts';
import type { TranspilerEndpoint } from './transpiler-worker.ts';
import { type CompiledWasm, isWasmFile, type WasmFile, wasmApi } from './wasm-api.ts';

/** Characters of what the compiler says that are looked at. */
const MAX_WORDS = 1_000;

/** What a transpiler worker offers to the host, over comlink. */
export interface TranspileService {
  /**
   * Starts the compiler; once, and before anything else. Takes its WebAssembly compiled, or as a file; `name` is what
   * messages call it.
   */
  boot(wasm: CompiledWasm | WasmFile, name: string): Promise<void>;
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
  const orExit = watchExit();
  const service: TranspileService = {
    async boot(wasm, name) {
      const wasmModule = isWasmFile(wasm) ? await compile(wasm, name) : wasm;
      try {
        await orExit(initialize({ wasmModule: wasmModule as WebAssembly.Module, worker: false }));
      } catch (error) {
        throw new Error(`Cannot start the WebAssembly file "${name}": ${reasonOf(error)}`);
      }
    },
    async transpile(program, realm) {
      const label = `_${randomWord()}`;
      const result = await orExit(transpileProgram(transform as Transform, program, realm, label));
      return { result, memoryBytes: memory() };
    },
  };
  expose(service, endpoint as unknown as Parameters<typeof expose>[1]);
}

async function compile({ bytes }: WasmFile, name: string): Promise<CompiledWasm> {
  try {
    const wasm = wasmApi();
    if (wasm === undefined) throw new Error('WebAssembly is turned off here');
    return await wasm.compile(bytes);
  } catch (error) {
    const reason = reasonOf(error);
    // Engines name a right that is too much.
    const advice = /Content.Security|\bCSP\b/i.test(reason)
      ? `; 'wasm-unsafe-eval' in script-src is enough`
      : '';
    throw new Error(`Cannot compile the WebAssembly file "${name}": ${reason.replace(/\.$/, '')}${advice}`);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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

/**
 * Ends the one wait for the compiler when it exits, which its runtime only logs, after its dying words: it never answers
 * again. Nothing may be thrown in there, where nobody catches it.
 */
function watchExit(): <T>(work: Promise<T>) => Promise<T> {
  let words = '';
  let death: Error | undefined;
  let end = (_error: Error): void => {};
  console.log = (text: unknown) => {
    words = `${words}${String(text)}\n`.slice(0, MAX_WORDS);
  };
  console.warn = (what: unknown, code: unknown) => {
    if (what !== 'exit code:') return;
    death = new Error(exitReason(String(code), words));
    end(death);
  };
  return (work) =>
    new Promise((resolve, reject) => {
      end = reject;
      if (death !== undefined) reject(death);
      work.then(resolve, reject);
    });
}

function exitReason(code: string, words: string): string {
  const found = /does not match binary version "([^"]*)"/.exec(words)?.[1];
  return found === undefined
    ? `the compiler exited with code ${code}`
    : `it is of version ${found} of esbuild-wasm, and version ${version} is needed`;
}
