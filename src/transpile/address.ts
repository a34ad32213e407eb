import type { FieldRule } from '../seam/config.ts';

/** An address: text, or a `URL`. */
export type Address = string | { readonly href: string };

export interface WasmConfig {
  /**
   * Where the compiler's WebAssembly is, the file `codeseam/esbuild.wasm`: an address in a page, a path
   * or `file:` URL on Node. Default: the file of the installed package on Node; a page has to say.
   */
  readonly wasmURL?: Address;
}

/** The rule of a field that holds an address. */
export const ADDRESS: FieldRule = {
  accepts: (value) => textOf(value) !== '',
  expected: 'an address, as a string or a URL',
};

/** The text of an address, '' for what is none. */
export function textOf(address: unknown): string {
  const text: unknown =
    typeof address === 'object' && address !== null ? (address as { href?: unknown }).href : address;
  return typeof text === 'string' ? text : '';
}
