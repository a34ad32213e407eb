// Guards the speed of the built package against the primitives that it is made of. The margins are wide: what this finds
// is a run that waits for a timer or copies byte by byte, not a percent. `npm run bench` has the figures.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

interface Group {
  readonly id: string;
  readonly rows: readonly { readonly name: string; readonly p10: number }[];
  readonly failures: Record<string, string>;
}

/** How many times what the primitive takes, at most. */
const LIMITS: Record<string, number> = {
  same: 0.3,
  sequential: 6,
  'at-once': 8,
  objects: 10,
  string: 8,
  bytes: 12,
};

/** A busy machine slows some samples and not others, so the quick ones are compared; and it may need more of them. */
const TRIES = 3;

async function measure(): Promise<Group[]> {
  const options = JSON.stringify({ short: true, peers: false });
  const host = fork(new URL('part-host.mjs', import.meta.url), ['ratios', options], { execArgv: [] });
  const groups: Group[] = [];
  host.on('message', (message: { readonly group: Group }) => groups.push(message.group));
  const [code] = await once(host, 'exit');
  if (code !== 0) throw new Error(`The measurement ended with code ${code}`);
  return groups;
}

test('runs, calls and values take no more than a few times what bare workers and ports take', async () => {
  const best = new Map(Object.keys(LIMITS).map((id) => [id, Number.POSITIVE_INFINITY]));
  const slow = (): string[] => Object.keys(LIMITS).filter((id) => !(best.get(id)! <= LIMITS[id]!));
  for (let left = TRIES; left > 0 && slow().length > 0; left--) {
    for (const { id, rows, failures } of await measure()) {
      expect(failures).toEqual({});
      const quick = (row: string): number => rows.find(({ name }) => name === row)?.p10 ?? Number.NaN;
      const ratio = quick('codeseam') / quick('raw');
      best.set(id, Math.min(best.get(id)!, ratio));
    }
  }
  const found = [...best].map(([id, ratio]) => `${id} ${ratio.toFixed(2)}x`).join(', ');
  expect(slow(), found).toEqual([]);
});
