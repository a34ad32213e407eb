import type { Attack, Kind } from '../attack.ts';

const ended = (name: string, program: string, more: Partial<Attack> = {}): Attack => ({
  name,
  realm: 'node',
  program,
  fails: ['worker-exit'],
  limits: { maxWallMs: 15_000 },
  ...more,
});

const SHARED = { not: { thread: 'a thread shares its process with the host' } } as const;
const WAIT = 'await new Promise(() => setInterval(() => {}, 1_000))';

const NO_FRAME = 'there is no frame';
const FRAME = {
  not: { thread: NO_FRAME, process: NO_FRAME, container: NO_FRAME, 'page worker': NO_FRAME },
} as const;

function housed(name: string, program: string): Attack {
  return {
    name,
    program,
    fails: ['worker-exit'],
    limits: { maxWallMs: 15_000, computeMs: 10_000 },
    ...FRAME,
  };
}

/** What a program runs on ends under it. */
export const substrate: Kind = {
  kind: 'substrate',
  attacks: [
    ended('process.exit(0)', 'process.exit(0)'),
    ended('process.exit(3) in a timer', `setTimeout(() => process.exit(3), 10); ${WAIT}`),
    ended('an exit that says it is a success', 'process.exitCode = 0; process.reallyExit(0)', SHARED),
    ended('process.abort', 'process.abort()', SHARED),
    ended('a signal to itself', `process.kill(process.pid, 'SIGKILL'); ${WAIT}`, SHARED),
    ended('a native crash', `process.kill(process.pid, 'SIGSEGV'); ${WAIT}`, SHARED),
    ended('a signal to its group', `process.kill(0, 'SIGKILL'); ${WAIT}`, SHARED),
    ended(
      'pipes that are closed',
      "const { closeSync } = await import('node:fs'); closeSync(3); closeSync(4); for (;;) await tools.echo(1)",
      SHARED,
    ),
    ended(
      'a process that leaves a child behind',
      `const { spawn } = await import('node:child_process'); spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)'], { stdio: 'inherit' }).on('error', () => {}); process.exit(1)`,
      SHARED,
    ),
    ended('an exception that nobody catches', `setTimeout(() => { throw new Error('x') }, 1); ${WAIT}`, {
      fails: ['exception', 'worker-exit'],
    }),
    ended(
      'answers of a meter that are forged',
      `for (const lie of [NaN, -1e9, 1e300]) { const answer = Buffer.alloc(12); answer.writeDoubleLE(lie, 4); packet(4, answer) } await new Promise((r) => setTimeout(r, 50)); for (;;);`,
      { guest: 'pipe', fails: ['timeout'], says: 'computeMs', limits: { computeMs: 400, maxWallMs: 15_000 } },
    ),
    ended('half a packet, and then silence', 'raw(Buffer.from([1, 255, 0, 0, 0, 7]))', {
      guest: 'pipe',
      fails: ['timeout'],
      limits: { maxWallMs: 700 },
    }),
    ended('half a packet, and then the end', 'raw(Buffer.from([1, 255, 0, 0, 0, 7])); process.exit(0)', {
      guest: 'pipe',
    }),
    housed('a frame that is removed under a loop', 'await tools.removeFrames(); for (;;);'),
    housed('a frame that is removed under a wait', 'await tools.removeFrames(); await tools.never()'),
    housed('a frame that is emptied', 'await tools.emptyFrames(); await tools.never()'),
    housed('a frame that is sent elsewhere', 'await tools.redirectFrames(); await tools.never()'),
  ],
};
