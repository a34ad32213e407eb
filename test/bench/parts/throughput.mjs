// Programs per second, all of them distinct, as many at a time as the row says.
import { interleave, now } from '../measure.mjs';
import { OPS } from '../ops.mjs';
import { startPeers } from '../peer-process.mjs';
import { PEERS } from '../peers.mjs';
import { answerAndLeave } from '../systems/bare-worker.mjs';

const PAUSE_MS = 200;

export async function run(report, options) {
  const { open } = await import('../systems/codeseam.mjs');
  const peers = await startPeers(['deepseek'], report, options);
  const peer = peers[PEERS.deepseek.title];
  for (const concurrency of options.short ? [4] : [4, 1, 2, 8, 64]) {
    const system = open({ maxConcurrentRuns: concurrency });
    const warm = open({ maxConcurrentRuns: concurrency, warmWorkers: Math.min(concurrency, 8) });
    const count = Math.max(24, concurrency * 2);
    const args = { count, concurrency };
    const contenders = {
      codeseam: () => OPS.throughput(system, args),
      'codeseam, as many spares (at most 8)': () => OPS.throughput(warm, args),
      'bare worker': () => bareThroughput(args),
      ...(peer && { [PEERS.deepseek.title]: () => peer.ask('throughput', args) }),
    };
    report.group({
      id: String(concurrency),
      title: `Distinct trivial programs per second, ${concurrency} at a time (each figure: ${count} programs)`,
      unit: '1/s',
      against: ['bare worker', ...(peer ? [PEERS.deepseek.title] : [])],
      digits: 1,
      ...(await interleave(contenders, {
        rounds: options.short ? 7 : 11,
        pauseMs: PAUSE_MS,
        budgetMs: 25_000,
      })),
    });
    await Promise.all([system.close(), warm.close()]);
  }
  peer?.close();
  await waiting(report, options, open);
  await growth(report, options, open);
}

/** As codeseam does, a slot is free again when the answer is there, not when the worker has gone. */
async function bareThroughput({ count, concurrency }) {
  const exits = [];
  const started = now();
  await atATime(count, concurrency, () => answerAndLeave(exits));
  const perSecond = (count / (now() - started)) * 1_000;
  await Promise.all(exits);
  return perSecond;
}

async function atATime(count, concurrency, work) {
  let left = count;
  const one = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: concurrency }, one));
}

async function waiting(report, options, open) {
  const system = open();
  const count = options.short ? 100 : 500;
  report.group({
    id: 'waiting',
    title: `${count} distinct programs handed over at once, 8 run at a time: ms per program`,
    unit: 'ms',
    against: ['bare worker'],
    ...(await interleave(
      {
        codeseam: async () => 1_000 / (await OPS.throughput(system, { count, concurrency: count })),
        'bare worker': async () => 1_000 / (await bareThroughput({ count, concurrency: 8 })),
      },
      { rounds: 5, minRounds: 3, warmup: 1, pauseMs: PAUSE_MS },
    )),
  });
  await system.close();
}

/** Whether a run costs more, the more there have been or wait. */
async function growth(report, options, open) {
  const system = open();
  const contenders = {};
  for (const count of options.short ? [25, 100] : [25, 100, 400])
    contenders[`${count} programs at once`] = async () =>
      1_000 / (await OPS.throughput(system, { count, concurrency: count }));
  report.group({
    id: 'growth',
    title: 'Cost per program as their number grows: ms per program',
    unit: 'ms',
    against: ['25 programs at once'],
    ...(await interleave(contenders, { rounds: 5, minRounds: 3, warmup: 1, pauseMs: PAUSE_MS })),
  });
  await system.close();
}
