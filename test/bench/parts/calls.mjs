// Calls of host functions.
import { interleave } from '../measure.mjs';
import { OPS } from '../ops.mjs';
import { startPeers } from '../peer-process.mjs';
import { PEERS } from '../peers.mjs';
import { rawFigure } from '../systems/bare-worker.mjs';

const RAW = 'raw MessagePort';

export async function run(report, options) {
  const { open } = await import('../systems/codeseam.mjs');
  const system = open();
  const peers = await startPeers(['deepseek', 'comlink'], report, options);
  const peerOps = (op, args) =>
    Object.fromEntries(Object.entries(peers).map(([title, peer]) => [title, () => peer.ask(op, args)]));
  const rounds = options.short ? 6 : 20;

  const sequential = { count: 2_000 };
  report.group({
    id: 'sequential',
    title: 'Round trip of a call, one after the other (each figure: the median of 2 000)',
    unit: 'us',
    against: [RAW, ...(peers[PEERS.comlink.title] ? [PEERS.comlink.title] : [])],
    ...(await interleave(
      {
        codeseam: () => OPS.sequential(system, sequential),
        [RAW]: () => rawFigure('sequential', sequential),
        ...peerOps('sequential', sequential),
      },
      { rounds, pauseMs: 100 },
    )),
  });

  const atOnce = { count: 1_000, batches: 10 };
  report.group({
    id: 'at-once',
    title: '1 000 calls at once, per call',
    unit: 'us',
    against: [RAW, ...(peers[PEERS.comlink.title] ? [PEERS.comlink.title] : [])],
    ...(await interleave(
      {
        codeseam: () => OPS.atOnce(system, atOnce),
        [RAW]: () => rawFigure('atOnce', atOnce),
        ...peerOps('atOnce', atOnce),
      },
      { rounds, pauseMs: 100 },
    )),
  });

  report.group({
    id: 'slow',
    title: 'A program that makes five calls of 200 ms under Promise.all',
    unit: 'ms',
    against: [],
    ...(await interleave(
      { codeseam: () => OPS.fiveSlowCalls(system), ...peerOps('fiveSlowCalls') },
      { rounds: options.short ? 2 : 5, warmup: 1, pauseMs: 100 },
    )),
  });
  for (const peer of Object.values(peers)) peer.close();
  await system.close();
}
