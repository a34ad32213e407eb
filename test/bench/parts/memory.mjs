// What codeseam takes of a process's memory. Each sample is the growth of a new process from one state to the next.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { interleave } from '../measure.mjs';

const CHILD = fileURLToPath(new URL('../memory-once.mjs', import.meta.url));

export async function run(report, options) {
  const grown = (subject) => async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', CHILD, subject]);
    return JSON.parse(stdout);
  };
  const subjects = {
    'codeseam/node, imported': 'imported',
    'idle runtime, with its supervisor and one spare': 'idle',
    'each further warm worker': 'warm-worker',
    'each bare worker': 'bare-worker',
    'transpiler, after its first program': 'transpiler',
    'each concurrent run': 'run',
  };
  const both = { rss: {}, heap: {} };
  const { samples, failures } = await interleave(
    Object.fromEntries(Object.entries(subjects).map(([name, subject]) => [name, grown(subject)])),
    { rounds: options.short ? 3 : 7, warmup: 0, minRounds: 3 },
  );
  for (const [name, figures] of Object.entries(samples)) {
    if (figures.length === 0) continue;
    both.rss[name] = figures.map(({ rss }) => rss / 2 ** 20);
    both.heap[name] = figures.map(({ heap }) => heap / 2 ** 20);
  }
  const against = ['each bare worker'];
  report.group({
    id: 'rss',
    title: 'Resident memory of the process',
    unit: 'MiB',
    digits: 1,
    against,
    samples: both.rss,
    failures,
  });
  report.group({ id: 'heap', title: "Heap of the host's own thread", unit: 'MiB', samples: both.heap });
}
