// Runs in a page: measures the browser's backend there.
import { WebWorkerCodeRuntime } from '/dist/browser.js';
import { interleave, now } from '/measure.mjs';
import { OPS, RoundTrips, WARM_CALLS } from '/ops.mjs';

/** Long enough for a spare to be booted. */
const PAUSE_MS = 200;

const BARE = 'bare Web Worker';
const OBJECTS = `Array.from({ length: 20000 }, (_, i) => ({ id: i, name: 'n' + i, ok: i % 2 === 0, x: i / 3 }))`;

function open(config) {
  const runtime = new WebWorkerCodeRuntime({ wasmURL: '/esbuild.wasm', ...config });
  return {
    async run(program, functions) {
      const result = await runtime.run({ program, bindings: [{ global: 'host', functions }] });
      if (result.error) throw new Error(`${result.error.kind}: ${result.error.message}`);
      return result.value;
    },
    close: () => runtime.dispose(),
  };
}

const messageOf = (worker) =>
  new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));

function spawn(script) {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url);
  return { worker, url };
}

async function oneAnswer() {
  const started = now();
  const { worker, url } = spawn('postMessage(1 + 1); close();');
  await messageOf(worker);
  const ms = now() - started;
  URL.revokeObjectURL(url);
  worker.terminate();
  return ms;
}

/** A worker that pings; the page answers each message with one. */
async function rawSequential(count) {
  const { worker } = spawn(`let left = ${WARM_CALLS + count}; onmessage = () => postMessage(left-- > 0);`);
  const trips = new RoundTrips();
  await new Promise((resolve) => {
    worker.onmessage = ({ data: goesOn }) => {
      if (!goesOn) return resolve();
      trips.mark();
      worker.postMessage(0);
    };
    worker.postMessage(0);
  });
  worker.terminate();
  return trips.median();
}

async function rawCompletion() {
  const { worker } = spawn(`const value = ${OBJECTS}; onmessage = () => postMessage(value); postMessage(0);`);
  await messageOf(worker);
  const started = now();
  worker.postMessage(0);
  // A page makes the value when it is looked at.
  if ((await messageOf(worker)).data.length !== 20_000) throw new Error('No value arrived');
  const ms = now() - started;
  worker.terminate();
  return ms;
}

export async function measureAll(short) {
  const framed = open();
  const plain = open({ containment: 'none' });
  const compare = async (id, title, unit, contenders, rounds, pauseMs = PAUSE_MS) => {
    const result = await interleave(contenders, { rounds: short ? Math.ceil(rounds / 3) : rounds, pauseMs });
    await window.group({
      id,
      title: `Chromium: ${title}`,
      unit,
      against: Object.keys(contenders).slice(-1),
      ...result,
    });
  };
  await compare(
    'warm',
    `trivial program, warm runtime, ${PAUSE_MS} ms pause before each run (a spare is ready)`,
    'ms',
    {
      'codeseam, same program again': () => OPS.same(framed),
      'codeseam, same program again, no frame': () => OPS.same(plain),
      'codeseam, distinct programs': () => OPS.distinct(framed),
      [BARE]: oneAnswer,
    },
    30,
  );
  await compare(
    'back-to-back',
    'same trivial program, one run right after the other, no pause (no spare is ready)',
    'ms',
    {
      codeseam: () => OPS.backToBack(framed, { count: 6, same: true }),
      [BARE]: async () => {
        const times = [];
        for (let index = 0; index < 6; index++) times.push(await oneAnswer());
        return times;
      },
    },
    6,
  );
  await compare(
    'sequential',
    'round trip of a call, one after the other',
    'us',
    { codeseam: () => OPS.sequential(framed, { count: 1_000 }), 'raw messages': () => rawSequential(1_000) },
    9,
  );
  await compare(
    'objects',
    '1 MB of small objects, as completion',
    'ms',
    { codeseam: () => OPS.completion(framed, { make: OBJECTS }), 'raw clone': rawCompletion },
    15,
  );
  await Promise.all([framed.close(), plain.close()]);
}
