// What the figures have to be. A ratio is between two rows that were measured in turns.
import { PEERS } from './peers.mjs';

const PEER = PEERS.deepseek.title;
const SAME = 'startup/warm/codeseam, same program again';
const DISTINCT = 'startup/warm/codeseam, distinct programs';

const ratio = (figure, of, to, most) => ({ figure, of, to, most });

export const TARGETS = [
  ratio('distinct trivial program, warm, to the peer', DISTINCT, `startup/warm/${PEER}`, 0.2),
  ratio('same program again, warm, to the peer', SAME, `startup/warm/${PEER}`, 0.04),
  ratio('same program again, warm, to a bare worker', SAME, 'startup/warm/bare worker', 0.06),
  ratio('sequential call, to raw', 'calls/sequential/codeseam', 'calls/sequential/raw MessagePort', 1.2),
  ratio('1 000 calls at once, to raw', 'calls/at-once/codeseam', 'calls/at-once/raw MessagePort', 0.5),
  ratio(
    '1 MB of small objects, completion, to raw',
    'payloads/objects-1MB-completion/codeseam',
    'payloads/objects-1MB-completion/raw clone',
    1.5,
  ),
  ratio(
    '1 MB of small objects, completion, to the peer',
    'payloads/objects-1MB-completion/codeseam',
    `payloads/objects-1MB-completion/${PEER}`,
    0.05,
  ),
  ratio(
    '1 MB string, completion, to raw',
    'payloads/string-1MB-completion/codeseam',
    'payloads/string-1MB-completion/raw clone',
    1.3,
  ),
  ratio(
    '10 MB typed array, completion, to raw',
    'payloads/bytes-10MB-completion/codeseam',
    'payloads/bytes-10MB-completion/raw clone',
    1.3,
  ),
  {
    ...ratio('throughput, distinct, concurrency 4', 'throughput/4/codeseam', 'throughput/4/bare worker', 0.9),
    least: true,
  },
  { figure: 'import of codeseam/node', of: 'import/entries/codeseam/node', most: 15, unit: 'ms' },
  { figure: 'wasm compiled at import', of: 'import/started/wasm compiled at import', most: 0, unit: '' },
  { figure: 'workers started at import', of: 'import/started/workers started at import', most: 0, unit: '' },
  ratio(
    'process backend, same program again, to the thread',
    'process/same/process',
    'process/same/thread',
    2,
  ),
  ratio(
    'Chromium, same program again, to a bare Web Worker',
    'browser/warm/codeseam, same program again',
    'browser/warm/bare Web Worker',
    0.5,
  ),
];

/** Judges every target by the groups measured. */
export function judge(groups) {
  const rows = new Map();
  for (const { part, id, rows: list, unit } of groups)
    for (const row of list) rows.set(`${part}/${id}/${row.name}`, { ...row, unit });
  return TARGETS.map(({ figure, of, to, most, least = false, unit = 'x' }) => {
    const row = rows.get(of);
    const base = to === undefined ? undefined : rows.get(to);
    const value = to === undefined ? row?.median : row && base && row.median / base.median;
    // What the quick samples say: on a busy machine, they are the ones to believe.
    const quick = row && base && row.p10 / base.p10;
    const met = value !== undefined && (least ? value >= most : value <= most);
    const off = value === undefined || met ? 0 : least ? most / value : value / most;
    const medians = [row, base].filter((entry) => entry !== undefined && unit === 'x');
    return {
      figure,
      target: `${least ? '>=' : '<='} ${most}${unit === 'x' ? 'x' : ` ${unit}`}`.trim(),
      value,
      quick,
      unit,
      met,
      missedBy: `a factor of ${off.toFixed(2)}`,
      measured: medians.map(({ median, unit: of }) => `${Number(median.toPrecision(3))} ${of}`).join(' / '),
    };
  });
}
