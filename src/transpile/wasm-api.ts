/** A compiled `WebAssembly.Module`, without a platform's type. */
export type CompiledWasm = object;

/** A WebAssembly file that is still to be compiled. */
export interface WasmFile {
  readonly bytes: Uint8Array;
}

export function isWasmFile(wasm: CompiledWasm | WasmFile): wasm is WasmFile {
  return 'bytes' in wasm;
}

/** The part of `WebAssembly` that is used. */
export interface WasmApi {
  compile(bytes: Uint8Array): Promise<CompiledWasm>;
  instantiate(module: CompiledWasm, imports: object): Promise<{ readonly exports: Record<string, unknown> }>;
}

/** The environment's `WebAssembly`. Flags of the engine can turn it off. */
export function wasmApi(): WasmApi | undefined {
  return (globalThis as { WebAssembly?: WasmApi }).WebAssembly;
}
