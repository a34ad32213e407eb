// Time to the result of a trivial program.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { interleave } from '../measure.mjs';
import { OPS } from '../ops.mjs';
import { startPeers } from '../peer-process.mjs';
import { installPeer, PEERS } from '../peers.mjs';
import { oneAnswer } from '../systems/bare-worker.mjs';

/** Long enough for a spare to be booted, on a busy machine too. */
const PAUSE_MS = 150;

/** The compiler's code is optimised while it is used: so many programs later, most of it is. */
const WARMING = 60;

const RUNNERS = ['deepseek', 'isolated-vm', 'quickjs-emscripten', 'sebastianwessel-quickjs'];

export async function run(report, options) {
  const { open } = await import('../systems/codeseam.mjs');
  const system = open();
  const peers = await startPeers(RUNNERS, report, options);
  const peerOps = (op, args) =>
    Object.fromEntries(Object.entries(peers).map(([title, peer]) => [title, () => peer.ask(op, args)]));
  await OPS.throughput(system, { count: WARMING, concurrency: 2 });
  const against = ['bare worker', PEERS.deepseek.title];

  report.group({
    id: 'warm',
    title: `Trivial program, runtime warmed by ${WARMING} programs, ${PAUSE_MS} ms pause before each run (a spare is ready)`,
    unit: 'ms',
    against,
    ...(await interleave(
      {
        'codeseam, same program again': () => OPS.same(system),
        'codeseam, distinct programs': () => OPS.distinct(system),
        'bare worker': oneAnswer,
        ...peerOps('distinct'),
      },
      { rounds: options.short ? 12 : 40, pauseMs: PAUSE_MS, warmup: 3, budgetMs: 90_000 },
    )),
  });

  const count = 8;
  report.group({
    id: 'back-to-back',
    title: 'Trivial program, one run right after the other, no pause (no spare is ready)',
    unit: 'ms',
    against,
    ...(await interleave(
      {
        'codeseam, same program again': () => OPS.backToBack(system, { count, same: true }),
        'codeseam, distinct programs': () => OPS.backToBack(system, { count, same: false }),
        'bare worker': async () => {
          const times = [];
          for (let index = 0; index < count; index++) times.push(await oneAnswer());
          return times;
        },
        ...peerOps('backToBack', { count, same: false }),
      },
      { rounds: options.short ? 3 : 8, warmup: 1, pauseMs: PAUSE_MS },
    )),
  });
  await system.close();
  for (const peer of Object.values(peers)) peer.close();
  await firstEver(report, options, Object.keys(peers), against);
}

/** In processes of their own: import, construction and the first run, without the start of Node. */
async function firstEver(report, options, peers, against) {
  const script = fileURLToPath(new URL('../first-run.mjs', import.meta.url));
  const first = (name) => async () => {
    const flags = PEERS[name]?.flags ?? [];
    const folder = PEERS[name] ? installPeer(name) : '';
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, name, folder]);
    return Number(stdout);
  };
  const contenders = { codeseam: first('codeseam'), 'bare worker': first('bare-worker') };
  for (const name of RUNNERS)
    if (peers.includes(PEERS[name].title)) contenders[PEERS[name].title] = first(name);
  report.group({
    id: 'first',
    title: 'Trivial program, first ever in a process: import, construction and run',
    unit: 'ms',
    against,
    ...(await interleave(contenders, { rounds: options.short ? 3 : 9, warmup: 1 })),
  });
}
