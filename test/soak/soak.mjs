// Thousands of runs one after another: the host's heap and resident memory have to stay flat after the first 200.
import { WorkerThreadCodeRuntime } from 'codeseam/node';

const RUNS = Number(process.argv[2] ?? 2_000);
const SETTLED_AFTER = Math.min(200, RUNS / 4);
const SAMPLES = 10;
const TOLERANCE = 1.1;

const runtime = new WorkerThreadCodeRuntime();
const bindings = [{ global: 'tools', functions: { echo: async (value) => value } }];

function sample() {
  global.gc();
  const { heapUsed, rss } = process.memoryUsage();
  return { heap: heapUsed, rss };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const mebibytes = (bytes) => `${(bytes / 1048576).toFixed(1)} MiB`;

const samples = [];
const started = performance.now();
for (let run = 1; run <= RUNS; run++) {
  const program = `console.log('run', ${run}); const list = await tools.echo([${run}, new Map([['a', ${run}]])]); return list[0]`;
  const result = await runtime.run({ program, bindings });
  if (result.value !== run) throw new Error(`Run ${run}: ${JSON.stringify(result)}`);
  if (run >= SETTLED_AFTER && (run - SETTLED_AFTER) % Math.floor((RUNS - SETTLED_AFTER) / SAMPLES) === 0) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    samples.push({ run, ...sample() });
    const { heap, rss } = samples.at(-1);
    console.log(`after ${String(run).padStart(6)} runs: heap ${mebibytes(heap)}, resident ${mebibytes(rss)}`);
  }
}
await runtime.dispose();

// The first samples against the last, each as a median: single readings of resident memory jump.
const third = Math.max(1, Math.floor(samples.length / 3));
let failed = false;
for (const measure of ['heap', 'rss']) {
  const early = median(samples.slice(0, third).map((entry) => entry[measure]));
  const late = median(samples.slice(-third).map((entry) => entry[measure]));
  const growth = late / early;
  console.log(`${measure}: ${mebibytes(early)} early, ${mebibytes(late)} late, ratio ${growth.toFixed(3)}`);
  if (growth > TOLERANCE) failed = true;
}
console.log(`${RUNS} runs in ${((performance.now() - started) / 1000).toFixed(1)} s`);
if (failed) {
  console.error('Memory is not flat');
  process.exitCode = 1;
}
