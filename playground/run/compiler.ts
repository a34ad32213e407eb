import { signal } from '@preact/signals';
import wasmURL from 'codeseam/esbuild.wasm?url';

export type CompilerState =
  | { readonly phase: 'loading'; readonly bytes: number }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failed'; readonly reason: string };

export const compiler = signal<CompilerState>({ phase: 'loading', bytes: 0 });

let loading: Promise<string | undefined> | undefined;

/**
 * Fetches the compiler's WebAssembly where its progress can be shown, and resolves to an address of this page's own for
 * it; to undefined when it cannot be had. A later call tries again.
 */
export function loadCompiler(): Promise<string | undefined> {
  loading ??= fetchBytes().then(
    (bytes) => {
      compiler.value = { phase: 'ready' };
      return URL.createObjectURL(new Blob(bytes, { type: 'application/wasm' }));
    },
    (error: unknown) => {
      loading = undefined;
      compiler.value = { phase: 'failed', reason: error instanceof Error ? error.message : String(error) };
      return undefined;
    },
  );
  return loading;
}

async function fetchBytes(): Promise<Uint8Array<ArrayBuffer>[]> {
  compiler.value = { phase: 'loading', bytes: 0 };
  const response = await fetch(wasmURL);
  if (!response.ok || !response.body) throw new Error(`The server answered with status ${response.status}`);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    chunks.push(step.value);
    bytes += step.value.byteLength;
    compiler.value = { phase: 'loading', bytes };
  }
  return chunks;
}
