/** A host process: tries what each line of its input orders, prints its report, and ends itself, whatever is left in it. */
import { readdirSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { CodeRuntime } from '../../src/index.ts';
import { clock } from '../../src/node/clock.ts';
import { ProcessCodeRuntime, WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { PortEndpoint } from '../../src/node/thread/port-endpoint.ts';
import type { Order } from './attack.ts';
import { attempt, type Host } from './attempt.ts';
import { ForgedRuntime, PIPE_POWERS, PIPE_SILENCE, type Platform } from './forged.ts';
import { limitsOf } from './limits.ts';

const MEBIBYTE = 1024 * 1024;

const problems: string[] = [];
for (const event of ['uncaughtException', 'unhandledRejection', 'warning'])
  process.on(event, (problem) => problems.push(`${event}: ${problem?.stack ?? String(problem)}`));

const heard: string[] = [];
const channel = new BroadcastChannel('door');
channel.onmessage = ({ data }: { data: unknown }) => heard.push(`heard ${data}`);

const platform: Platform = {
  spawn(script, port) {
    const worker = new Worker(script, { eval: true, workerData: { port }, transferList: [port as never] });
    return () => void worker.terminate();
  },
  endpointOf: (port) => new PortEndpoint(port as never),
  clock,
};

/** Outlives the attacks, and with it the compiler, whose start costs more than most of them. */
export const keeper = new WorkerThreadCodeRuntime({ warmWorkers: 0 });

function createRuntime({ attack, backend }: Order): CodeRuntime {
  const { realm = 'bare', guest } = attack;
  const limits = limitsOf(attack, backend);
  if (backend !== 'thread') {
    const isolation = backend === 'container' ? 'container' : 'process';
    return new ProcessCodeRuntime({ isolation, realm: guest ? 'node' : realm, ...limits });
  }
  return guest ? new ForgedRuntime(platform, limits) : new WorkerThreadCodeRuntime({ realm, ...limits });
}

function programs({ attack, backend }: Order): Pick<Host, 'program' | 'harmless'> {
  const harmless = 'return await tools.echo(1)';
  if (attack.guest === undefined) return { program: attack.program, harmless };
  if (backend === 'thread') return { program: attack.program, harmless: 'done()' };
  return { program: PIPE_POWERS + attack.program + PIPE_SILENCE, harmless };
}

const before = readdirSync('.').length;
const traces = async (): Promise<string[]> => [
  ...heard,
  ...Array<string>(readdirSync('.').length - before).fill('a file was left'),
];

function memoryMb(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss() / MEBIBYTE;
}

try {
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line) as Order;
    const report = await attempt(order.attack, {
      runtime: createRuntime(order),
      ...programs(order),
      problems,
      harm: {},
      traces,
      memoryMb,
      busyMs: () => performance.eventLoopUtilization().active,
    });
    const text = JSON.stringify(report, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
    writeSync(1, `${text}\n`);
  }
} catch (error) {
  writeSync(2, String((error as Error).stack));
}
process.kill(process.pid, 'SIGKILL');
