// A process that goes from one state to the next: prints how much memory that took, in bytes.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { sleep } from './measure.mjs';

/** So many of a kind, to measure one. */
const MANY = 8;

const runtime = async (config) => new (await import('codeseam/node')).WorkerThreadCodeRuntime(config);

/** Each state: how to get there, and what to do from there, to be measured, divided by how many it makes. */
const SUBJECTS = {
  imported: { after: () => import('codeseam/node') },
  idle: { before: () => import('codeseam/node'), after: () => runtime() },
  'warm-worker': {
    before: async () => void (await runtime({ warmWorkers: 1 })),
    after: () => runtime({ warmWorkers: MANY + 1 }),
    // The second runtime has a supervisor of its own.
    minus: 'idle',
    count: MANY,
  },
  'bare-worker': {
    after: async () => {
      const workers = Array.from({ length: MANY }, () => {
        const script = `require('node:worker_threads').parentPort.on('message', () => {}).postMessage(1)`;
        return once(new Worker(script, { eval: true }), 'message');
      });
      await Promise.all(workers);
    },
    count: MANY,
  },
  transpiler: {
    before: () => runtime(),
    after: (made) => made.run({ program: 'return 1', bindings: [] }),
  },
  run: {
    before: async () => {
      const made = await runtime({ warmWorkers: 0, maxConcurrentRuns: MANY });
      await made.run({ program: 'return 1', bindings: [] });
      return made;
    },
    async after(made) {
      let here = 0;
      const stay = () => new Promise(() => here++);
      const bindings = [{ global: 'host', functions: { stay } }];
      for (let index = 0; index < MANY; index++) made.run({ program: `await host.stay(${index})`, bindings });
      while (here < MANY) await sleep(20);
    },
    count: MANY,
  },
};

async function settled() {
  await sleep(500);
  global.gc();
  await sleep(100);
  global.gc();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed };
}

async function growth({ before, after, count = 1 }) {
  const made = await before?.();
  const start = await settled();
  await after(made);
  const end = await settled();
  return { rss: (end.rss - start.rss) / count, heap: (end.heapUsed - start.heapUsed) / count };
}

process.stdout.write(JSON.stringify(await growth(SUBJECTS[process.argv[2]])), () => process.exit());
