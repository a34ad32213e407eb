/**
 * The document of a frame that houses a worker. It can load nothing, connect to nothing and run nothing but the one
 * script whose hash it names and what blobs of its own hold; its worker inherits that.
 * @param hash of the script, as a policy writes it: `sha256-…`.
 */
export function framePage(script: string, hash: string): string {
  return (
    '<!doctype html><meta charset="utf-8">' +
    `<meta http-equiv="Content-Security-Policy" content="${framePolicy(hash)}">` +
    `<title>codeseam</title><script>${script}</script>\n`
  );
}

/** WebAssembly is for the transpiler: the frame of a program forbids it before it starts the worker. */
export function framePolicy(hash: string): string {
  return `default-src 'none'; script-src '${hash}' 'wasm-unsafe-eval' blob:; worker-src blob:`;
}
