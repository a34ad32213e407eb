/** What a host process goes through, each in a process of its own with a bound on time. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { containerProblem } from '../../src/node/process/container.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'codeseam-host-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules', 'codeseam'));

let files = 0;

interface HostOptions {
  readonly flags?: readonly string[];
  readonly extension?: string;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

/** Runs a host script that has `runtime(config)`, `run(program, functions)`; what it prints last is its report, as JSON. */
function host(
  script: string,
  { flags = [], extension = 'mjs', cwd = folder, env = {} }: HostOptions = {},
): unknown {
  const path = join(cwd, `host-${files++}.${extension}`);
  const load =
    extension === 'cjs'
      ? "const { ProcessCodeRuntime, WorkerThreadCodeRuntime } = require('codeseam/node');"
      : "import { ProcessCodeRuntime, WorkerThreadCodeRuntime } from 'codeseam/node';";
  const text = `${load}
    const problems = [];
    for (const event of ['uncaughtException', 'unhandledRejection', 'warning']) process.on(event, (p) => problems.push(event + ': ' + p));
    const run = (runtime, program, functions = {}) => runtime.run({ program, bindings: [{ global: 'tools', functions }] });
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const report = (value) => console.log(JSON.stringify({ value, problems }));
    (async () => {${script}})();`;
  writeFileSync(path, text);
  const { stdout, stderr, signal, status } = spawnSync(process.execPath, [...flags, path], {
    cwd,
    encoding: 'utf8',
    timeout: 100_000,
    env: { PATH: process.env['PATH'] ?? '', ...env },
  });
  const last = stdout.trimEnd().split('\n').at(-1);
  if (signal || status !== 0 || !last)
    throw new Error(`The host ended with ${signal ?? status}: ${stdout}${stderr}`);
  const { value, problems } = JSON.parse(last);
  expect(problems).toEqual([]);
  return value;
}

const backends: [string, string, string][] = [
  ['worker threads', 'WorkerThreadCodeRuntime', ''],
  ['processes', 'ProcessCodeRuntime', ''],
  ...(containerProblem() === ''
    ? [['containers', 'ProcessCodeRuntime', "isolation: 'container',"] as [string, string, string]]
    : []),
];

describe.each(backends)('an idle runtime of %s keeps no process alive', (_name, Runtime, isolation) => {
  test('after one run, without disposal', () => {
    expect(host(`const r = await run(new ${Runtime}({ ${isolation} }), 'return 1'); report(r.value);`)).toBe(
      1,
    );
  });

  test('that never ran anything', () => {
    expect(host(`new ${Runtime}({ ${isolation} warmWorkers: 3 }); report(1);`)).toBe(1);
  });

  test('after a timeout, a failure and an abort', () => {
    const script = `
      const runtime = new ${Runtime}({ ${isolation} computeMs: 100 });
      const kinds = [];
      kinds.push((await run(runtime, 'for (;;);')).error.kind, (await run(runtime, 'null.x')).error.kind);
      kinds.push((await runtime.run({ program: 'for (;;);', bindings: [], signal: AbortSignal.timeout(20) })).error.kind);
      report(kinds);`;
    expect(host(script)).toEqual(['timeout', 'exception', 'abort']);
  });

  test('but a run in progress does', () => {
    const script = `
      run(new ${Runtime}({ ${isolation} }), 'await new Promise((r) => setTimeout(r, 300)); return 1').then((r) => report(r.value));`;
    expect(host(script)).toBe(1);
  });
});

describe('disposal', () => {
  test('right after 50 runs were started ends them all and leaves nothing', () => {
    const script = `
      const runtime = new WorkerThreadCodeRuntime();
      const runs = Array.from({ length: 50 }, (_, i) => run(runtime, i % 2 ? 'for (;;);' : 'return 1'));
      await runtime.dispose();
      const kinds = (await Promise.all(runs)).map((r) => r.error?.kind);
      await sleep(50);
      report([new Set(kinds).size, kinds[0], process.getActiveResourcesInfo().filter((name) => name !== 'Timeout' && !/TTY|Pipe/.test(name))]);`;
    expect(host(script)).toEqual([1, 'abort', []]);
  });

  test('in the middle of a hot loop is to quiescence', () => {
    const script = `
      const runtime = new WorkerThreadCodeRuntime();
      let running;
      await new Promise((onLog) => { running = runtime.run({ program: 'console.log("in"); for (;;);', bindings: [], onLog }); });
      await sleep(50);
      await runtime.dispose();
      const workers = process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort/.test(name));
      const r = await running;
      report([r.error.kind, r.logs, workers]);`;
    expect(host(script)).toEqual(['abort', ['in'], []]);
  });
});

describe('the way a host was started changes nothing', () => {
  const script = `
    const runtime = new WorkerThreadCodeRuntime();
    const r = await run(runtime, 'enum E { A = 1 } console.log("x"); return [E.A, await tools.a()]', { a: () => 2 });
    await runtime.dispose();
    report([r.value, r.logs]);`;
  const preload = join(folder, 'preload.cjs');
  writeFileSync(preload, 'globalThis.preloaded = true;');

  test.each([
    ['--require', [`--require=${preload}`]],
    ['--import', [`--import=data:text/javascript,globalThis.preloaded=1`]],
    ['--inspect', ['--inspect=0']],
    ['--expose-gc', ['--expose-gc']],
    ['--max-old-space-size', ['--max-old-space-size=256']],
    ['--disallow-code-generation-from-strings', ['--disallow-code-generation-from-strings']],
    ['--frozen-intrinsics', ['--frozen-intrinsics']],
    ['--unhandled-rejections=none', ['--unhandled-rejections=none']],
    ['--disable-proto', ['--disable-proto=delete']],
  ])('%s', (_name, flags) => {
    const own = flags[0]?.startsWith('--frozen')
      ? script.replace('report(', 'problems.length = 0; report(')
      : script;
    expect(host(own, { flags })).toEqual([[1, 2], ['x']]);
  });

  test('NODE_OPTIONS', () => {
    expect(host(script, { env: { NODE_OPTIONS: `--require=${preload}`, SECRET: 's' } })).toEqual([
      [1, 2],
      ['x'],
    ]);
  });

  test('from a folder whose name is difficult', () => {
    const cwd = join(folder, 'a b#c%41 é');
    mkdirSync(join(cwd, 'node_modules', 'codeseam'), { recursive: true });
    cpSync(join(root, 'dist'), join(cwd, 'node_modules', 'codeseam', 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(cwd, 'node_modules', 'codeseam', 'package.json'));
    expect(host(script, { cwd })).toEqual([[1, 2], ['x']]);
  });

  test('from CommonJS, as far as this version of Node can require a module', () => {
    const required = (): unknown => host(script, { extension: 'cjs' });
    if ((process.features as { require_module?: boolean }).require_module)
      expect(required()).toEqual([[1, 2], ['x']]);
    else expect(required).toThrow('ERR_REQUIRE_ESM');
  });
});

test('500 runs leave no port, listener or worker behind', () => {
  const script = `
    const runtime = new WorkerThreadCodeRuntime();
    const controller = new AbortController();
    const { getEventListeners } = await import('node:events');
    const go = () => runtime.run({ program: 'return await tools.a()', bindings: [{ global: 'tools', functions: { a: () => 1 } }], signal: controller.signal });
    const count = () => process.getActiveResourcesInfo().length;
    for (let i = 0; i < 20; i++) await go();
    await sleep(300);
    const before = count();
    for (let i = 0; i < 50; i++) await Promise.all(Array.from({ length: 10 }, go));
    await sleep(1_000);
    report([count() - before, getEventListeners(controller.signal, 'abort').length]);`;
  const [resources, listeners] = host(script) as [number, number];
  expect(resources).toBeLessThanOrEqual(0);
  expect(listeners).toBe(0);
});
