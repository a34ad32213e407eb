/** Size of `esbuild.wasm` in bytes, set by the build. */
declare const WASM_BYTES: number;
