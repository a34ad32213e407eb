import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, inject } from 'vitest';
import type { Order, Report } from './attack.ts';
import { AT_LENGTH } from './cells.ts';
import { besideSite, useSite } from './counting-site.ts';
import { HostDied } from './host-died.ts';

/** What a host process may need, in ms and KiB: beyond it, it ends, and the suite goes on. */
const OVERDUE_MS = 115_000;
const MOST_DATA_KIB = 6 * 1024 * 1024;

/** The compiler is a large module, and its second compilation costs more than all that it is needed for here. */
const FLAGS = ['--liftoff-only', '--expose-gc', '--max-old-space-size=1024'];

/** A process that is the host of attacks, one at a time, in a folder of its own. */
class HostProcess {
  readonly #folder = mkdtempSync(join(tmpdir(), 'codeseam-attack-'));
  readonly #child = start(this.#folder);
  readonly #closed: Promise<unknown>;
  #errors = '';
  #answer: (line: string) => void = () => {};

  constructor() {
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
    // Where it has died, its end is told by `close`.
    this.#child.stdin?.on('error', () => {});
    createInterface({ input: this.#child.stdout! }).on('line', (line) => this.#answer(line));
    this.#closed = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve(signal ?? code));
    });
  }

  async ask(order: Order): Promise<Report> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), OVERDUE_MS);
    const answered = new Promise<string>((resolve) => {
      this.#answer = resolve;
    });
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
    try {
      const died = this.#closed.then((end) => {
        throw new HostDied(`The host ended with ${end}: ${this.#errors.slice(0, 500)}`);
      });
      return JSON.parse(await Promise.race([answered, died])) as Report;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function start(cwd: string): ChildProcess {
  const command = [process.execPath, ...FLAGS, inject('attackScripts').node];
  const options = { cwd, env: { PATH: process.env['PATH'] ?? '' } };
  if (process.platform === 'win32') return spawn(command[0]!, command.slice(1), options);
  return spawn(
    '/bin/sh',
    ['-c', `ulimit -d ${MOST_DATA_KIB}; ulimit -c 0; exec "$0" "$@"`, ...command],
    options,
  );
}

/** Processes in which attacks are tried. One that was harmed, or may have been, is not used again; at length, none is. */
export function useProcesses(): (order: Order) => Promise<Report> {
  const site = useSite();
  const idle: HostProcess[] = [];
  afterAll(() => Promise.all(idle.splice(0).map((host) => host.close())));

  async function play(order: Order): Promise<Report> {
    const host = idle.pop() ?? new HostProcess();
    let harmed = true;
    try {
      const report = await host.ask(order);
      harmed =
        AT_LENGTH ||
        report.outcome === 'worker-exit' ||
        report.disposal !== 'ended' ||
        report.problems.length > 0;
      return report;
    } finally {
      if (harmed) await host.close();
      else idle.push(host);
    }
  }

  return (order) => besideSite(site(), order, play);
}
