import wasmURL from 'esbuild-wasm/esbuild.wasm?url';
import { describe, expect, test } from 'vitest';
import { WebWorkerCodeRuntime, type WebWorkerConfig } from '../../src/browser/index.ts';
import { createCodeRuntime } from '../../src/index-browser.ts';

function problemsOf(config: unknown): string {
  try {
    new WebWorkerCodeRuntime(config as WebWorkerConfig);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as Error).message;
  }
}

describe('the configuration of a page', () => {
  test.each<[string, object, string]>([
    ['no address of the compiler', {}, 'wasmURL: expected the address of esbuild.wasm'],
    ['an address that is none', { wasmURL: 7 }, 'wasmURL: expected an address, as a string or a URL, got 7'],
    ['an empty address', { wasmURL: '' }, 'wasmURL: expected an address'],
    ['a module that is none', { wasmModule: {} }, 'wasmModule: expected a WebAssembly.Module'],
    ['an unknown containment', { wasmURL, containment: 'iframe' }, 'containment: expected "frame" or "none"'],
    [
      'a frame for no frame',
      { wasmURL, containment: 'none', frameUrl: '/f' },
      'frameUrl has no meaning with containment "none"',
    ],
    ['a memory limit', { wasmURL, maxMemoryMb: 64 }, 'maxMemoryMb: not enforceable in a browser'],
    ['the realm of Node', { wasmURL, realm: 'node' }, 'realm: expected "bare"'],
    ['an unknown field', { wasmURL, wasmUrl: '/w' }, 'unknown field "wasmUrl"'],
  ])('refuses %s', (_what, config, problem) => {
    expect(problemsOf(config)).toContain(problem);
  });

  test('names all problems in one error', () => {
    const message = problemsOf({ wasmURL: null, containment: 1, computeMs: 0, maxMemoryMb: 1 });
    for (const field of ['wasmURL', 'containment', 'computeMs', 'maxMemoryMb'])
      expect(message).toContain(field);
  });

  test('takes a URL as well as a string', async () => {
    await using runtime = new WebWorkerCodeRuntime({ wasmURL: new URL(wasmURL, location.href) });
    expect((await runtime.run({ program: 'return 1', bindings: [] })).value).toBe(1);
  });

  test('is that of the runtime which createCodeRuntime makes', async () => {
    await using runtime = createCodeRuntime({ wasmURL });
    expect(runtime).toBeInstanceOf(WebWorkerCodeRuntime);
    expect(runtime.isolation).toBe('web-worker');
    expect(runtime.capabilities.memoryLimit).toBe('none');
    expect((await runtime.run({ program: 'return [1, 2n]', bindings: [] })).value).toEqual([1, 2n]);
  });
});
