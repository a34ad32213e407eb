import type { Attack, Kind } from '../attack.ts';

const flood = (name: string, program: string, more: Partial<Attack> = {}): Attack => ({
  name,
  program,
  fails: ['timeout', 'worker-exit'],
  limits: { computeMs: 600, maxWallMs: 2_500 },
  ...more,
});

/** A page cannot hold back what a worker of its own posts: the guest does, as long as it is ours. */
const STARVES = { starves: ['page worker'] } as const;

/** More than the host could take: a budget or a cap ends it, and meanwhile the host has its turn. */
export const floods: Kind = {
  kind: 'floods',
  attacks: [
    flood('calls that nobody awaits', 'for (let n = 0; ; n++) tools.echo(n).catch(() => {})'),
    flood('calls in turn', 'for (let n = 0; ; n++) await tools.echo(n)'),
    flood(
      'calls in bursts',
      'for (;;) { for (let n = 0; n < 1e4; n++) tools.echo(n).catch(() => {}); await new Promise((r) => setTimeout(r, 1)) }',
    ),
    flood(
      'calls that are refused',
      'for (;;) { tools.echo(() => 1).catch(() => {}); await tools.echo(Symbol()).catch(() => {}) }',
    ),
    flood('large arguments', "const text = 'x'.repeat(2 ** 20); for (;;) tools.echo(text).catch(() => {})"),
    flood(
      '2 500 arguments of 1 MB',
      "const text = 'x'.repeat(1e6); await Promise.all(Array.from({ length: 2_500 }, () => tools.note(text).catch(() => {}))); for (;;);",
    ),
    flood(
      'one argument of 500 MB',
      "const text = 'x'.repeat(2 ** 28); for (;;) await tools.echo([text, text]).catch(() => {})",
    ),
    flood('large replies', 'for (;;) await Promise.all(Array.from({ length: 50 }, () => tools.big()))'),
    flood('short logs', 'for (let n = 0; ; n++) console.log(n)'),
    flood('long logs', "const text = 'x'.repeat(1e6); for (;;) console.log(text)"),
    flood(
      'rejections that nobody handles',
      'for (let n = 0; ; n++) { Promise.reject(n); if (n % 1_000 === 0) await tools.note() }',
    ),
    flood(
      'timers',
      'for (;;) { for (let n = 0; n < 1_000; n++) setTimeout(() => {}, 0); await new Promise((r) => setTimeout(r)) }',
    ),
    flood('errors of host functions', 'for (;;) await tools.throwHuge().catch(() => {})'),
    flood('frames of calls from a forged guest', 'for (let id = 1; ; id++) call(id)', {
      guest: 'forged',
      limits: { maxWallMs: 1_000, maxMemoryMb: 512 },
      ...STARVES,
    }),
    flood(
      'frames of logs from a forged guest',
      "const text = 'x'.repeat(1e5); const until = Date.now() + 300; while (Date.now() < until) log(text); for (;;) await sleep(10)",
      { guest: 'forged', ...STARVES, limits: { maxWallMs: 1_500, maxMemoryMb: 512 } },
    ),
    flood(
      'calls that a forged guest never waits for',
      'for (let id = 1; id <= 20_000; id++) call(id, 0, 1); await sleep(5_000)',
      {
        guest: 'forged',
        ...STARVES,
        fails: ['worker-exit'],
        says: 'maxPendingCalls',
        limits: { maxPendingCalls: 1_000 },
      },
    ),
    flood(
      'replies that a forged guest never takes',
      'for (let id = 1; id <= 2_000; id++) call(id, 0, 2); await sleep(1_000); done()',
      { guest: 'forged', fails: [], returns: 1, limits: { maxWallMs: 15_000 } },
    ),
  ],
};
