/**
 * Makes what a program of the `node` realm writes to the process's streams entries of its log. The streams stay; only
 * their `write` is replaced, since redefining `process.stdout` itself brings some versions of Node down.
 */
export function captureOutput(): void {
  const { console } = globalThis;
  capture(process.stdout, (text) => console.log('%s', text));
  capture(process.stderr, (text) => console.error('%s', text));
}

function capture(stream: NodeJS.WriteStream, log: (text: string) => void): void {
  stream.write = (chunk: unknown, encoding?: unknown, callback?: unknown): boolean => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString();
    log(text.endsWith('\n') ? text.slice(0, -1) : text);
    const done = typeof encoding === 'function' ? encoding : callback;
    if (typeof done === 'function') queueMicrotask(() => done());
    return true;
  };
}
