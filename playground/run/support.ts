/** What this page cannot do without, as names for the visitor; empty where all of it is there. */
export function missingFeatures(): string[] {
  const needs: Record<string, boolean> = {
    WebAssembly: typeof WebAssembly === 'object',
    'Web Workers': typeof Worker === 'function',
    'message channels': typeof MessageChannel === 'function',
    'sandboxed frames': 'sandbox' in HTMLIFrameElement.prototype && 'srcdoc' in HTMLIFrameElement.prototype,
    'readable streams': typeof ReadableStream === 'function',
  };
  return Object.keys(needs).filter((name) => !needs[name]);
}
