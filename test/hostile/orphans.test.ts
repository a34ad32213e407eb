/** A host that is killed takes its threads and children along, whatever they do. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { containerProblem } from '../../src/node/process/container.ts';
import { descendantsOf, processesOf } from './processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'codeseam-orphans-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules', 'codeseam'));

function start(
  text: string,
  command: readonly string[] = [process.execPath],
  given: readonly (number | 'ignore')[] = [],
): ChildProcess {
  const file = join(folder, `host-${files++}.mjs`);
  writeFileSync(file, text);
  return spawn(command[0]!, [...command.slice(1), file], { stdio: ['ignore', 'pipe', 'inherit', ...given] });
}

/** What a host prints, until it exits by itself. */
async function outputOf(host: ChildProcess): Promise<string> {
  let output = '';
  host.stdout!.on('data', (chunk) => {
    output += chunk;
  });
  const [code] = await once(host, 'exit');
  expect(code).toBe(0);
  return output.trim();
}

const host = (runtime: string): string => `
  import { ProcessCodeRuntime, WorkerThreadCodeRuntime } from 'codeseam/node';
  const runtime = new ${runtime};
  let waiting = 0;
  const functions = { ready: () => { if (++waiting === 2) console.log('ready'); } };
  for (const rest of ['for (;;);', 'await new Promise((resolve) => setTimeout(resolve, 600_000))'])
    runtime.run({ program: 'tools.ready(); await null; ' + rest, bindings: [{ global: 'tools', functions }] });
`;

const contained = containerProblem() === '';

test.each([
  ['worker threads', 'WorkerThreadCodeRuntime({ warmWorkers: 2 })', 0],
  // Two that run a program, two spares, and the shell that looks after them.
  ['processes', 'ProcessCodeRuntime({ warmWorkers: 2 })', 5],
  // Each is a child of a child of bubblewrap's.
  ...(contained
    ? [['containers', "ProcessCodeRuntime({ warmWorkers: 2, isolation: 'container' })", 13] as const]
    : []),
] as const)(
  '%s end with a host that is killed, in a hot loop, waiting or warm',
  async (_name, runtime, all) => {
    const killed = start(host(runtime));
    await once(killed.stdout!, 'data');
    const pid = killed.pid!;
    await expect.poll(() => descendantsOf(pid).length, { timeout: 30_000 }).toBe(all);
    const everyone = [pid, ...descendantsOf(pid)];
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await expect
      .poll(() => everyone.filter((each) => processesOf(each).alive), { timeout: 5_000 })
      .toEqual([]);
  },
);

const RUNS = `
  import { execFileSync } from 'node:child_process';
  import { openSync } from 'node:fs';
  import { ProcessCodeRuntime } from 'codeseam/node';
  const runtime = new ProcessCodeRuntime({ warmWorkers: 0 });
  const run = async () => {
    const { value, error } = await runtime.run({ program: 'return 1', bindings: [] });
    return value ?? error.kind;
  };
`;

test('a host goes on when the shell that looks after its children is killed', async () => {
  const host = start(`${RUNS}
    const first = await run();
    execFileSync('/usr/bin/pkill', ['-KILL', '-P', String(process.pid), '-f', 'alive=']);
    await new Promise((resolve) => setTimeout(resolve, 200));
    console.log(first, await run());
    await runtime.dispose();`);
  expect(await outputOf(host)).toBe('1 1');
});

test('a host without file descriptors left tells a run that it is unavailable', async () => {
  const host = start(
    `${RUNS}
    const first = await run();
    try { for (;;) openSync('/dev/null') } catch {}
    console.log(first, await run());
    process.exit(0);`,
    ['/bin/sh', '-c', 'ulimit -n 200; exec "$0" "$@"', process.execPath],
  );
  expect(await outputOf(host)).toBe('1 unavailable');
});

test.each(contained ? ['process', 'container'] : ['process'])(
  'a host that was started with a file open gives it to no child (%s)',
  async (isolation) => {
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'secret');
    const file = openSync(secret, 'r');
    // Node itself marks the first ones.
    const given = [...Array<'ignore'>(37).fill('ignore'), file];
    const program = `
      const { readFileSync, readdirSync, readlinkSync } = await import('node:fs');
      const links = readdirSync('/proc/self/fd').map((each) => {
        try { return readlinkSync('/proc/self/fd/' + each) } catch { return '' }
      });
      return [readFileSync(40, 'utf8'), links.filter((link) => link.includes('secret'))]`;
    const host = start(
      `import { readFileSync } from 'node:fs';
      import { ProcessCodeRuntime } from 'codeseam/node';
      const runtime = new ProcessCodeRuntime({ realm: 'node', isolation: '${isolation}' });
      const { value, error } = await runtime.run({ program: ${JSON.stringify(program)} });
      console.log(JSON.stringify([value ?? error.message, readFileSync(40, 'utf8')]));
      await runtime.dispose();`,
      [process.execPath],
      given,
    );
    closeSync(file);
    expect(JSON.parse(await outputOf(host))).toEqual([['', []], 'secret']);
  },
);

/** Makes a command the first process of its system, the parent of all that are orphaned, as an image's entry is. */
const FIRST = ['unshare', '--pid', '--fork', '--mount-proc'] as const;
const canBeFirst = contained && spawnSync(FIRST[0], [...FIRST.slice(1), 'true']).status === 0;

test.runIf(canBeFirst)(
  'a host that is the first process of its system gets no zombies from containers',
  async () => {
    const host = start(
      `import { readdirSync, readFileSync } from 'node:fs';
    import { ProcessCodeRuntime } from 'codeseam/node';
    const runtime = new ProcessCodeRuntime({ isolation: 'container', warmWorkers: 0, computeMs: 100 });
    for (const program of ['return 1', 'for (;;);', 'throw 1', 'return 1']) await runtime.run({ program });
    await runtime.dispose();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const states = readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).map((id) => readFileSync('/proc/' + id + '/stat', 'utf8'));
    console.log(process.pid, states.filter((state) => state.includes(') Z')).length);`,
      [...FIRST, process.execPath],
    );
    // One is bubblewrap's own, from when it was tried.
    expect(['1 0', '1 1']).toContain(await outputOf(host));
  },
);

/** What a Node of this version has as data when it starts, in KiB. */
function dataAtStart(): number {
  const script = "console.log(/VmData:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1])";
  return Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}

test('a host that may have little data itself runs programs in as little', async () => {
  const host = start(`${RUNS} console.log(await run()); await runtime.dispose();`, [
    '/bin/sh',
    '-c',
    // Versions of Node differ by half a gigabyte in what they set aside for themselves.
    `ulimit -d ${900_000 + dataAtStart()}; exec "$0" "$@"`,
    process.execPath,
  ]);
  expect(await outputOf(host)).toBe('1');
});
