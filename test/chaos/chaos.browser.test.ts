import wasmURL from 'esbuild-wasm/esbuild.wasm?url';
import { expect, test } from 'vitest';
import { WebWorkerCodeRuntime } from '../../src/browser/index.ts';
import { chaos } from './chaos.ts';

const runs = Number(import.meta.env['VITE_CHAOS_RUNS'] ?? 100);
const seed = Number(import.meta.env['VITE_CHAOS_SEED'] ?? 20_260_101);

test('frames: every run settles as it has to, and nothing is left', async () => {
  const unhandled: unknown[] = [];
  addEventListener('unhandledrejection', (event) => unhandled.push(event.reason));
  const frames = document.querySelectorAll('iframe').length;
  const create = () =>
    new WebWorkerCodeRuntime({ wasmURL, computeMs: 1_000, maxWallMs: 20_000, maxConcurrentRuns: 8 });
  const { problems, counts } = await chaos({ create, runs, concurrency: 8, seed });
  expect(problems).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(Object.keys(counts).length).toBeGreaterThan(9);
  expect(document.querySelectorAll('iframe').length).toBe(frames);
});
