import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Site } from '../page/site.ts';
import type { Order, Report } from './attack.ts';
import { besideSite } from './counting-site.ts';
import { HostDied } from './host-died.ts';

/** What a host process may need, in ms and KiB: beyond it, it ends, and the suite goes on. */
const OVERDUE_MS = 115_000;
const MOST_DATA_KIB = 6 * 1024 * 1024;

/** The compiler is a large module, and its second compilation costs more than all that it is needed for here. */
const FLAGS = ['--liftoff-only', '--expose-gc', '--max-old-space-size=1024'];

/** Tries an attack in a host process of its own. */
export async function playInProcess(site: Site, order: Order): Promise<Report> {
  const cwd = mkdtempSync(join(tmpdir(), 'codeseam-attack-'));
  try {
    return await besideSite(site, order, (addressed) => ask(start(addressed, cwd)));
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function start(order: Order, cwd: string): ChildProcess {
  const command = [process.execPath, ...FLAGS, inject('attackScripts').node, JSON.stringify(order)];
  const options = { cwd, env: { PATH: process.env['PATH'] ?? '' } };
  if (process.platform === 'win32') return spawn(command[0]!, command.slice(1), options);
  return spawn(
    '/bin/sh',
    ['-c', `ulimit -d ${MOST_DATA_KIB}; ulimit -c 0; exec "$0" "$@"`, ...command],
    options,
  );
}

function ask(child: ChildProcess): Promise<Report> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), OVERDUE_MS);
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      const line = texts.stdout.trimEnd().split('\n').at(-1);
      if (line?.startsWith('{')) resolve(JSON.parse(line));
      else reject(new HostDied(`The host ended with ${signal ?? code}: ${texts.stderr.slice(0, 500)}`));
    });
  });
}
