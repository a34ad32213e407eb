import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createCodeRuntime } from '../../src/index-node.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';

const wasm = fileURLToPath(import.meta.resolve('esbuild-wasm/esbuild.wasm'));

it.each<[string, object]>([
  ['nothing', {}],
  ['a path of the compiler', { wasmURL: wasm }],
  ['a URL of the compiler', { wasmURL: pathToFileURL(wasm) }],
])('makes the runtime of Node, given %s', async (_what, config) => {
  await using runtime = createCodeRuntime(config);
  expect(runtime).toBeInstanceOf(WorkerThreadCodeRuntime);
  expect((await runtime.run({ program: 'return 1', bindings: [] })).value).toBe(1);
});

it('is unavailable, naming the file, when the compiler is not there', async () => {
  await using runtime = createCodeRuntime({ wasmURL: '/nowhere/esbuild.wasm' });
  const { error } = await runtime.run({ program: 'return 1', bindings: [] });
  expect(error?.kind).toBe('unavailable');
  expect(error?.message).toContain('/nowhere/esbuild.wasm');
});

// The conformance suite tests what is declared, so that one that declares less would be tried less.
it.each(['bare', 'node'] as const)('declares what threads have, in the realm "%s"', async (realm) => {
  await using runtime = createCodeRuntime({ realm, warmWorkers: 0 });
  expect(runtime.capabilities).toEqual({
    realm,
    hardKill: true,
    memoryLimit: 'getHeapStatistics' in Worker.prototype ? 'heap-and-buffers' : 'process-growth',
    busyTime: true,
    noCodeFromStrings: realm === 'bare',
    cleanStacks: realm === 'bare',
  });
});
