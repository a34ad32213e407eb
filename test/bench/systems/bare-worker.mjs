// The primitives that codeseam is made of, with nothing around them: what it cannot be faster than, run for run.
import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { now } from '../measure.mjs';
import { RoundTrips, WARM_CALLS } from '../ops.mjs';

const ONE_ANSWER = `require('node:worker_threads').parentPort.postMessage(1 + 1)`;

/** From `new Worker` to its one answer, in ms. It exits by itself; that is waited for, but not measured. */
export async function oneAnswer() {
  const started = now();
  const worker = new Worker(ONE_ANSWER, { eval: true });
  const exited = once(worker, 'exit');
  await once(worker, 'message');
  const ms = now() - started;
  await exited;
  return ms;
}

/** Resolves with the answer; what is left of the worker ends by itself, and `exited` tells when. */
export async function answerAndLeave(exits) {
  const worker = new Worker(ONE_ANSWER, { eval: true });
  exits.push(once(worker, 'exit'));
  await once(worker, 'message');
}

/** The far side of the raw port: one message per call, one message per answer. */
const FAR_SIDE = `
const { workerData: { port }, parentPort } = require('node:worker_threads');
const waiting = [];
port.on('message', (message) => waiting.shift()(message));
const call = (message) => new Promise((resolve) => { waiting.push(resolve); port.postMessage(message); });
parentPort.on('message', async (program) => {
  const body = new Function('call', 'port', 'return (async () => {' + program + '})()');
  await body(call, port);
  parentPort.postMessage('over');
});`;

/** A worker at the end of a raw port. `answer` says what each message is answered with. */
function openRawPort() {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(FAR_SIDE, { eval: true, workerData: { port: port2 }, transferList: [port2] });
  let answer = () => 0;
  port1.on('message', (message) => {
    const reply = answer(message);
    if (reply !== undefined) port1.postMessage(reply);
  });
  return {
    /** Runs a program at the far end; it finds `call(message)` and `port`. */
    async run(program, onMessage) {
      answer = onMessage;
      const over = once(worker, 'message');
      worker.postMessage(program);
      await over;
    },
    post: (value) => port1.postMessage(value),
    close: () => worker.terminate(),
  };
}

/** The same figures as those of `ops.mjs`, over the raw port; each in a new worker, as programs are. */
export async function rawFigure(op, args) {
  const raw = openRawPort();
  try {
    return await RAW_OPS[op](raw, args);
  } finally {
    await raw.close();
  }
}

const RAW_OPS = {
  async sequential(raw, { count }) {
    const trips = new RoundTrips();
    await raw.run(`for (let i = 0; i < ${WARM_CALLS + count}; i++) await call(i);`, () => trips.mark());
    return trips.median();
  },

  async atOnce(raw, { count, batches }) {
    const marks = [];
    const program = `
      const batch = () => Promise.all(Array.from({ length: ${count} }, (_, i) => call(i)));
      for (let i = 0; i < ${batches + 3}; i++) { await batch(); await call('mark'); }`;
    await raw.run(program, (message) => (message === 'mark' ? marks.push(now()) : 0));
    return marks.slice(3).map((mark, index) => ((mark - marks[index + 2]) / count) * 1_000);
  },

  /** One structured clone across the port: from the moment the worker has the value to the moment the host has it. */
  async completion(raw, { make }) {
    let started = 0;
    let ended = 0;
    await raw.run(`const value = ${make}; await call('mark'); port.postMessage(value);`, (message) => {
      if (message !== 'mark') {
        ended = now();
        return undefined;
      }
      started = now();
      return 0;
    });
    if (ended === 0) throw new Error('No value arrived');
    return ended - started;
  },

  argument: (raw, args) => RAW_OPS.completion(raw, args),

  /** The other way: from the moment it is posted to the moment the worker's acknowledgement is here. */
  async resolution(raw, { make }) {
    const value = new Function(`return ${make}`)();
    let started = 0;
    let ended = 0;
    await raw.run(`const value = await call('give'); await call('mark');`, (message) => {
      if (message === 'mark') {
        ended = now();
        return 0;
      }
      started = now();
      return value;
    });
    return ended - started;
  },
};
