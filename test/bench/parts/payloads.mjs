// Values of many kinds and sizes, one way at a time, against one structured clone across a raw port.
import { interleave } from '../measure.mjs';
import { OPS } from '../ops.mjs';
import { startPeers } from '../peer-process.mjs';
import { PEERS } from '../peers.mjs';
import { rawFigure } from '../systems/bare-worker.mjs';

const RAW = 'raw clone';
const SIZES = { '1kB': 1_000, '100kB': 100_000, '1MB': 1_000_000, '10MB': 10_000_000 };

/** Expressions of about that many bytes as JSON, or as bytes. They differ from place to place, as data does. */
export const KINDS = {
  json: (bytes) =>
    `Array.from({ length: ${Math.ceil(bytes / 125)} }, (_, i) => ({ id: i, name: 'item ' + i, price: i * 1.25,
      tags: ['a' + (i % 7), 'b'], stock: { shop: i % 3 === 0, count: i % 100 }, note: 'some text of item ' + i }))`,
  objects: (bytes) =>
    `Array.from({ length: ${Math.ceil(bytes / 50)} }, (_, i) => ({ id: i, name: 'n' + i, ok: i % 2 === 0, x: i / 3 }))`,
  string: (
    bytes,
  ) => `Array.from({ length: ${Math.ceil(bytes / 20)} }, (_, i) => String(i).padEnd(20, 'text '))
      .join('').slice(0, ${bytes})`,
  bytes: (
    bytes,
  ) => `(() => { const all = new Uint8Array(${bytes}); for (let i = 0; i < ${bytes}; i++) all[i] = i * 7;
      return all; })()`,
  map: (bytes) => `new Map(Array.from({ length: ${Math.ceil(bytes / 22)} }, (_, i) => ['key ' + i, i * 3]))`,
};

const TITLES = {
  json: 'records (JSON-like)',
  objects: 'small objects',
  string: 'string',
  bytes: 'Uint8Array',
  map: 'Map of strings to numbers',
};

/** Those that a target is about come first, with the peer. */
const TARGETED = new Set(['objects-1MB', 'string-1MB', 'bytes-10MB']);

export async function run(report, options) {
  const { open } = await import('../systems/codeseam.mjs');
  const system = open();
  const peers = await startPeers(['deepseek'], report, options);
  const peer = peers[PEERS.deepseek.title];
  const cases = Object.keys(KINDS).flatMap((kind) => Object.keys(SIZES).map((size) => ({ kind, size })));
  cases.sort((a, b) => Number(isTargeted(b)) - Number(isTargeted(a)));
  for (const each of cases) {
    if (options.short && !isTargeted(each)) continue;
    await completion(report, options, each, { system, peer });
    if (isTargeted(each) || !options.short) await calls(report, options, each, { system });
  }
  peer?.close();
  await system.close();
}

const isTargeted = ({ kind, size }) => TARGETED.has(`${kind}-${size}`);

const roundsFor = (each, options) => (options.short || !isTargeted(each) ? 7 : 15);

async function completion(report, options, { kind, size }, { system, peer }) {
  const make = KINDS[kind](SIZES[size]);
  const contenders = {
    codeseam: () => OPS.completion(system, { make }),
    [RAW]: () => rawFigure('completion', { make }),
  };
  // JSON values only, and the large ones take it minutes.
  if (peer && ['json', 'objects', 'string'].includes(kind) && size !== '10MB')
    contenders[PEERS.deepseek.title] = () => peer.ask('completion', { make });
  report.group({
    id: `${kind}-${size}-completion`,
    title: `${size} of ${TITLES[kind]}, as completion`,
    unit: 'ms',
    against: [RAW, ...(peer ? [PEERS.deepseek.title] : [])],
    ...(await interleave(contenders, {
      rounds: roundsFor({ kind, size }, options),
      pauseMs: 50,
      minRounds: 3,
      budgetMs: 15_000,
    })),
  });
}

async function calls(report, options, { kind, size }, { system }) {
  const make = KINDS[kind](SIZES[size]);
  const rounds = roundsFor({ kind, size }, options);
  for (const [way, title] of [
    ['argument', 'as argument of a call'],
    ['resolution', 'as resolution of a call'],
  ]) {
    report.group({
      id: `${kind}-${size}-${way}`,
      title: `${size} of ${TITLES[kind]}, ${title}`,
      unit: 'ms',
      against: [RAW],
      ...(await interleave(
        { codeseam: () => OPS[way](system, { make }), [RAW]: () => rawFigure(way, { make }) },
        { rounds, pauseMs: 50, budgetMs: 10_000 },
      )),
    });
  }
}
