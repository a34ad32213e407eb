/** What a thread cannot contain, and a process does: the host goes on, its memory comes back, the next run is right. */
import { afterAll, describe, expect, test } from 'vitest';
import type { CodeRunResult } from '../../src/index.ts';
import { ProcessCodeRuntime } from '../../src/node/index.ts';
import { openFiles, processesOf } from './processes.ts';

const MEBIBYTE = 1024 * 1024;

const limits = { maxWallMs: 60_000, maxMemoryMb: 128 };
const brief = new ProcessCodeRuntime({ ...limits, computeMs: 1_000 });
const patient = new ProcessCodeRuntime({ ...limits, computeMs: 20_000 });
afterAll(() => Promise.all([brief.dispose(), patient.dispose()]));

const bindings = [{ global: 'tools', functions: { echo: (value: unknown) => value } }];

/**
 * Runs a program, and meanwhile a timer of the host; then something harmless on the same runtime. On a busy machine many
 * ticks are late; but a host that is held up is busy, and has none.
 */
async function survive(program: string, runtime = brief): Promise<CodeRunResult> {
  const memory = process.memoryUsage.rss();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10);
  const start = performance.now();
  const before = performance.eventLoopUtilization();
  const result = await runtime.run({ program, bindings });
  const elapsed = performance.now() - start;
  clearInterval(timer);
  const { utilization } = performance.eventLoopUtilization(before);
  expect(utilization < 0.5 || ticks > elapsed / 100, `${ticks} ticks, utilization ${utilization}`).toBe(true);
  expect((await runtime.run({ program: 'return await tools.echo(1)', bindings })).value).toBe(1);
  expect(process.memoryUsage.rss() - memory).toBeLessThan(400 * MEBIBYTE);
  return result;
}

describe('a builtin that ignores termination is ended on time', () => {
  test.each<[string, string]>([
    ['indexOf over a length of 2 ** 53', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['lastIndexOf over a length of 2 ** 53', 'Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['reverse of a length of 2 ** 53', 'Array.prototype.reverse.call({ length: 2 ** 53 - 1 })'],
    ['includes over a huge typed length', 'Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)'],
    ['forEach over holes', 'const a = []; a.length = 2 ** 32 - 1; a.forEach(() => {})'],
    ['a regular expression that backtracks', "/^(a+)+$/.test('a'.repeat(60) + 'b')"],
    ['a power of a BigInt', '7n ** 50_000_000n'],
  ])('%s', async (_name, program) => {
    const { error } = await survive(program);
    expect(error?.kind).toBe('timeout');
    expect(error?.message).toContain('computeMs');
  });
});

describe("memory that grows in one step is the child's alone", () => {
  test.each<[string, string]>([
    ['a map', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })'],
    ['keys of an object', "const o = {}; for (let i = 0; ; i++) o['k' + i] = i"],
    ['an array filled at once', 'const a = []; for (;;) a.push(Array(3e7).fill(1.5))'],
    ['a string split into characters', "const a = []; for (;;) a.push('x'.repeat(2 ** 28).split(''))"],
    ['a long string spread', "const a = []; for (;;) a.push([...'x'.repeat(2 ** 27)])"],
    ['buffers', 'const a = []; for (;;) a.push(new Uint8Array(256 * 2 ** 20).fill(1))'],
    [
      'strings',
      "let s = 'x'; const a = []; for (;;) { s += s; if (s.length > 2 ** 27) { a.push(s.split('')); s = 'x' } }",
    ],
  ])('%s', async (_name, program) => {
    const { error } = await survive(program, patient);
    // Where the engine refuses before the budget is exceeded, the program is told, and fails by itself.
    expect(['worker-exit', 'exception']).toContain(error?.kind);
    expect(error?.message).toMatch(/maxMemoryMb|allocation|Invalid (string|array) length/);
  });
});

describe('a flood waits in the pipe, not in the host', () => {
  test.each<[string, string]>([
    ['of calls', 'for (;;) tools.echo(1).catch(() => {})'],
    ['of calls that are awaited', 'for (;;) await tools.echo(1)'],
    ['of logs', "for (;;) console.log('x'.repeat(1_000))"],
    ['of large arguments', "const a = 'x'.repeat(2 ** 20); for (;;) tools.echo(a).catch(() => {})"],
    [
      'of one argument of 500 MB',
      "const a = 'x'.repeat(2 ** 28); for (;;) await tools.echo([a, a]).catch(() => {})",
    ],
  ])('%s', async (_name, program) => {
    const { error } = await survive(program);
    expect(['timeout', 'worker-exit']).toContain(error?.kind);
  });
});

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
