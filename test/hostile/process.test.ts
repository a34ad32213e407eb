/** What is special about a child process; what any program may try on it is in the table of attacks. */
import { afterAll, describe, expect, test } from 'vitest';
import { ProcessCodeRuntime } from '../../src/node/index.ts';
import { containerProblem } from '../../src/node/process/container.ts';
import { bytesRead, openFiles, processesOf } from './processes.ts';

const bindings = [{ global: 'tools', functions: { echo: (value: unknown) => value } }];

const contained = containerProblem() === '';

test.each(contained ? (['process', 'container'] as const) : (['process'] as const))(
  'what a %s declares of itself',
  async (isolation) => {
    for (const realm of ['bare', 'node'] as const) {
      await using own = new ProcessCodeRuntime({ isolation, realm, warmWorkers: 0 });
      expect(own.isolation).toBe(isolation);
      expect(own.capabilities).toEqual({
        realm,
        hardKill: true,
        memoryLimit: process.platform === 'linux' ? 'operating-system' : 'heap',
        busyTime: true,
        noCodeFromStrings: realm === 'bare',
        cleanStacks: realm === 'bare',
      });
    }
  },
);

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

test('a child that floods its pipe waits for its host, which takes in no more than it gets done', async () => {
  const own = new ProcessCodeRuntime({ warmWorkers: 0, maxLogBytes: 2 ** 28 });
  const control = new AbortController();
  let first = 0;
  let taken = 0;
  let logs = 0;
  const onLog = () => {
    if (++logs === 1) first = bytesRead();
    const until = performance.now() + 2;
    while (performance.now() < until);
    if (logs !== 300) return;
    taken = bytesRead() - first;
    control.abort();
  };
  const program = "const text = 'x'.repeat(1_000); for (;;) console.log(text)";
  const { error } = await own.run({ program, onLog, signal: control.signal });
  await own.dispose();
  expect(error?.kind).toBe('abort');
  // What was logged, a chunk of the pipe that is read at once, and what the poll of the memory reads.
  expect(taken).toBeLessThan(4 * 2 ** 20);
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
