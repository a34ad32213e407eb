/** What is special about a child process; what any program may try on it is in the table of attacks. */
import { afterAll, describe, expect, test } from 'vitest';
import { ProcessCodeRuntime } from '../../src/node/index.ts';
import { openFiles, processesOf } from './processes.ts';

const bindings = [{ global: 'tools', functions: { echo: (value: unknown) => value } }];

describe('a child of the realm of Node may end as it likes', () => {
  const own = new ProcessCodeRuntime({ realm: 'node', maxWallMs: 20_000 });
  afterAll(() => own.dispose());

  test.each<[string, string]>([
    ['process.exit', 'process.exit(3)'],
    ['process.abort', 'process.abort()'],
    [
      'a signal to itself',
      "process.kill(process.pid, 'SIGKILL'); await new Promise(() => setInterval(() => {}, 1_000))",
    ],
    [
      'a native crash',
      "process.kill(process.pid, 'SIGSEGV'); await new Promise(() => setInterval(() => {}, 1_000))",
    ],
    [
      'a signal to its group',
      "process.kill(0, 'SIGKILL'); await new Promise(() => setInterval(() => {}, 1_000))",
    ],
    [
      'closing its pipes',
      "const { closeSync } = await import('node:fs'); closeSync(3); closeSync(4); for (;;) await tools.echo(1)",
    ],
  ])('%s', async (_name, program) => {
    const { error } = await own.run({ program, bindings });
    expect(error?.kind).toBe('worker-exit');
    expect((await own.run({ program: 'return 1', bindings })).value).toBe(1);
  });

  test('what it started in its group ends with it', async () => {
    const program = `
      const { spawn } = await import('node:child_process');
      return spawn('/bin/sleep', ['600'], { stdio: 'ignore' }).pid`;
    const { value } = await own.run({ program, bindings });
    await expect.poll(() => processesOf(Number(value)).alive, { timeout: 5_000 }).toBe(false);
  });
});

test('a child that forges its own accounts is stopped by what is seen of it', async () => {
  const own = new ProcessCodeRuntime({ realm: 'node', computeMs: 500, maxWallMs: 20_000 });
  const program = `
    const { writeSync } = await import('node:fs');
    for (const forged of [NaN, -1e9, 1e300]) {
      const answer = Buffer.alloc(17);
      answer[0] = 4;
      answer.writeUInt32LE(12, 1);
      answer.writeDoubleLE(forged, 9);
      writeSync(3, answer);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (;;);`;
  const { error, usage } = await own.run({ program, bindings });
  await own.dispose();
  expect(error?.message).toContain('computeMs');
  expect(usage.busyMs).toBeGreaterThan(0);
});

describe('nothing is left of a run', () => {
  test('after 500 of them', async () => {
    const own = new ProcessCodeRuntime({ maxConcurrentRuns: 4 });
    const run = () => own.run({ program: 'return await tools.echo(1)', bindings });
    await Promise.all([run(), run(), run(), run()]);
    const before = openFiles();
    const results = await Promise.all(Array.from({ length: 500 }, run));
    expect(results.filter(({ value }) => value !== 1)).toEqual([]);
    await expect.poll(() => openFiles(), { timeout: 5_000 }).toBeLessThanOrEqual(before + 4);
    await expect.poll(() => processesOf(process.pid).zombies, { timeout: 5_000 }).toBe(0);
    await own.dispose();
  });

  test('after dispose in the middle of runs', async () => {
    const others = processesOf(process.pid).children;
    const own = new ProcessCodeRuntime();
    const runs = ['for (;;);', 'await tools.echo(new Promise(() => {}))'].map((program) =>
      own.run({ program, bindings }),
    );
    await expect
      .poll(() => processesOf(process.pid).children, { timeout: 20_000 })
      .toBeGreaterThan(others + 1);
    await own.dispose();
    expect((await Promise.all(runs)).map(({ error }) => error?.kind)).toEqual(['abort', 'abort']);
    // The other runtimes of this file replace their spares meanwhile, and share the shell that looks after children.
    await expect
      .poll(() => processesOf(process.pid).children, { timeout: 5_000 })
      .toBeLessThanOrEqual(others + 1);
    await expect.poll(() => processesOf(process.pid).zombies, { timeout: 5_000 }).toBe(0);
  });
});
