/** Random programs side by side. `CHAOS_RUNS` says how many (`npm run chaos`: 5 000); the seed is fixed, or `CHAOS_SEED`. */
import { expect, test } from 'vitest';
import { ProcessCodeRuntime, WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { openFiles, processesOf } from '../hostile/processes.ts';
import { chaos } from './chaos.ts';

const runs = Number(process.env['CHAOS_RUNS'] ?? 130);
const seed = Number(process.env['CHAOS_SEED'] ?? 20_260_101);
const limits = { computeMs: 1_000, maxWallMs: 20_000, maxMemoryMb: 64, maxConcurrentRuns: 8 };

const MEBIBYTE = 1024 * 1024;

const unhandled: unknown[] = [];
process.on('unhandledRejection', (reason) => unhandled.push(reason));

test.each([
  ['worker threads', () => new WorkerThreadCodeRuntime(limits)],
  ['processes', () => new ProcessCodeRuntime(limits)],
])('%s: every run settles as it has to, and nothing is left', async (_name, create) => {
  // What a first run leaves for good: the compiler's code, pools of the platform.
  await chaos({ create, runs: 30, concurrency: 8, seed });
  const files = openFiles();
  const memory = process.memoryUsage.rss();
  const { problems, counts } = await chaos({ create, runs, concurrency: 8, seed: seed + 1 });
  expect(problems).toEqual([]);
  expect(unhandled).toEqual([]);
  expect(Object.keys(counts).length).toBeGreaterThan(10);
  await expect
    .poll(() => processesOf(process.pid), { timeout: 10_000 })
    .toMatchObject({ children: 0, zombies: 0 });
  await expect.poll(() => openFiles(), { timeout: 10_000 }).toBeLessThanOrEqual(files + 5);
  expect(process.memoryUsage.rss() - memory).toBeLessThan(200 * MEBIBYTE);
});
