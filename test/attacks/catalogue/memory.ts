import type { Attack, Kind } from '../attack.ts';

/** A browser limits nothing before gigabytes are taken, so that a few rows have to do there. */
const GIGABYTES = 'a page takes gigabytes for it before it ends, as for one string split into characters';

const greedy = (name: string, program: string, more: Partial<Attack> = {}): Attack => ({
  name,
  program,
  fails: ['worker-exit', 'exception'],
  says: 'maxMemoryMb|memory|allocation|Invalid (string|array) length|Map maximum size',
  limits: { computeMs: 15_000, maxWallMs: 18_000, maxMemoryMb: 96 },
  not: { frame: GIGABYTES, 'page worker': GIGABYTES },
  ...more,
});

/** One step of these is larger than what the engine lets a thread survive: see the README, "In a worker thread". */
const STEPS = { fatal: ['thread'] } as const;

/** Soon over in a page too; without a frame, the page ends with it. */
const QUICK = { not: {}, fatal: ['thread', 'page worker'] } as const;

/** Programs that take all memory there is: they end, and their host lives. */
export const memory: Kind = {
  kind: 'memory',
  attacks: [
    greedy('a growing array', 'const a = []; for (;;) a.push(a.length + 0.5)'),
    greedy('arrays of a thousand', 'const a = []; for (;;) a.push(new Array(1_000).fill(1))'),
    greedy('arrays of a million', 'const a = []; for (;;) a.push(new Array(1e6).fill(a.length))', STEPS),
    greedy('a growing list of objects', 'let list; for (let i = 0; ; i++) list = { list, i, text: `${i}` }'),
    greedy('a growing map', 'const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })', STEPS),
    greedy('keys of an object', "const o = {}; for (let i = 0; ; i++) o['k' + i] = i", STEPS),
    greedy(
      'strings that are split',
      "let s = 'x'; const all = []; for (;;) { s += s.slice(0, 1_000) + 'y'; all.push(s.split('')) }",
    ),
    greedy('buffers of 8 MB', 'const a = []; for (;;) a.push(new Uint8Array(8e6).fill(1))'),
    greedy('buffers of 256 MB', 'const a = []; for (;;) a.push(new Uint8Array(2 ** 28).fill(1))', STEPS),
    greedy(
      'a buffer of 2 GB in one step',
      'const a = []; for (;;) a.push(new Uint8Array(2 ** 31).fill(1))',
      STEPS,
    ),
    greedy('an array filled at once', 'const a = []; for (;;) a.push(Array(3e7).fill(1.5))', STEPS),
    greedy(
      'one string split into characters',
      "const a = []; for (;;) a.push('x'.repeat(2 ** 28).split(''))",
      QUICK,
    ),
    greedy('a long string spread', "const a = []; for (;;) a.push([...'x'.repeat(2 ** 27)])", STEPS),
    greedy(
      'closures and promises that are never settled',
      'const a = []; for (;;) { const b = new Array(1_000).fill(0); a.push(new Promise(() => b)) }',
    ),
    greedy(
      'clones of clones',
      "let a: any = ['x'.repeat(1_000)]; for (;;) a = [structuredClone(a), structuredClone(a)]",
    ),
  ],
};
