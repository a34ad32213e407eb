/** A host that is killed takes its children along, whatever they do. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { descendantsOf, processesOf } from './processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'codeseam-orphans-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules', 'codeseam'));

const HOST = `
  import { ProcessCodeRuntime } from 'codeseam/node';
  const runtime = new ProcessCodeRuntime({ warmWorkers: 2 });
  let waiting = 0;
  const functions = { ready: () => { if (++waiting === 2) console.log('ready'); } };
  for (const rest of ['for (;;);', 'await new Promise((resolve) => setTimeout(resolve, 600_000))'])
    runtime.run({ program: 'tools.ready(); await null; ' + rest, bindings: [{ global: 'tools', functions }] });
`;

test('children end with a host that is killed, in a hot loop, waiting or warm', async () => {
  const file = join(folder, 'host.mjs');
  writeFileSync(file, HOST);
  const host = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => host.stdout.once('data', resolve));
  const pid = host.pid!;
  // Two that run a program, two spares, and the shell that looks after them.
  await expect.poll(() => descendantsOf(pid).length, { timeout: 30_000 }).toBe(5);
  const children = descendantsOf(pid);
  host.kill('SIGKILL');
  await expect
    .poll(() => children.filter((child) => processesOf(child).alive), { timeout: 5_000 })
    .toEqual([]);
});
