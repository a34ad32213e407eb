/** What becomes of workers that are booted ahead, or while a program is transpiled. */
import { expect, test } from 'vitest';
import { ControlledRuntime, type Puppet } from './controlled.ts';

const rejected = { program: '', bindings: [] };
const accepted = { program: 'x', bindings: [] };

/** Finishes every run at once, and remembers by which worker it was run. */
function counting(warmWorkers: number) {
  const booted: Puppet[] = [];
  const runtime = new ControlledRuntime(
    (puppet) => queueMicrotask(() => puppet.send('[["done",2]]\nJ1')),
    { warmWorkers },
    (puppet) => booted.push(puppet),
  );
  return { runtime, booted };
}

test('a program that does not compile uses no worker up', async () => {
  const { runtime, booted } = counting(1);
  for (let n = 0; n < 5; n++) expect((await runtime.run(rejected)).error?.kind).toBe('exception');
  expect((await runtime.run(accepted)).value).toBe(1);
  expect(booted.length).toBeLessThanOrEqual(2);
  await runtime.dispose();
  expect(booted.map(({ stopped }) => stopped)).not.toContain(false);
});

test('without spares, what was booted for a program that does not compile is stopped', async () => {
  const { runtime, booted } = counting(0);
  await runtime.run(rejected);
  await expect.poll(() => booted.map(({ stopped }) => stopped)).toEqual([true]);
  await runtime.dispose();
});

test('a run that is aborted while its program is transpiled gives its worker to the next', async () => {
  const { runtime, booted } = counting(1);
  const control = new AbortController();
  const run = runtime.run({ ...accepted, signal: control.signal });
  control.abort();
  expect((await run).error?.kind).toBe('abort');
  expect((await runtime.run(accepted)).value).toBe(1);
  expect(booted.length).toBeLessThanOrEqual(2);
  await runtime.dispose();
  expect(booted.map(({ stopped }) => stopped)).not.toContain(false);
});
