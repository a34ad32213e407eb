import type { Attack, Kind } from '../attack.ts';

const stuck = (name: string, program: string, more: Partial<Attack> = {}): Attack => ({
  name,
  program,
  fails: ['timeout', 'worker-exit', 'exception'],
  limits: { computeMs: 400, maxMemoryMb: 128 },
  leaks: true,
  ...more,
});

/** Each thread that is left behind keeps a core busy for ten seconds, until it is told of. */
const ALIKE = { atLength: { thread: 'it is left behind as by indexOf' } } as const;

const HUGE = '{ length: 2 ** 53 - 1 }';

/** Builtins that do not look up for a very long time. A thread that cannot be ended is at least told of. */
export const stuckBuiltins: Kind = {
  kind: 'stuck builtins',
  attacks: [
    stuck('indexOf over a length of 2 ** 53', `Array.prototype.indexOf.call(${HUGE}, 1)`),
    stuck('lastIndexOf over a length of 2 ** 53', `Array.prototype.lastIndexOf.call(${HUGE}, 1)`, ALIKE),
    stuck('includes over a length of 2 ** 53', `Array.prototype.includes.call(${HUGE}, 1)`, ALIKE),
    stuck('reverse of a length of 2 ** 53', `Array.prototype.reverse.call(${HUGE})`, ALIKE),
    stuck('fill of a length of 2 ** 53', `Array.prototype.fill.call(${HUGE}, 1)`, ALIKE),
    stuck('forEach over 2 ** 32 holes', 'const a = []; a.length = 2 ** 32 - 1; a.forEach(() => {})', ALIKE),
    stuck('join of a length of 2 ** 53', `Array.prototype.join.call(${HUGE}, '')`),
    stuck('sort of 2 ** 32 holes', 'const a = []; a.length = 2 ** 32 - 1; a.sort()', ALIKE),
    stuck(
      'padding of a string by itself',
      "let s = 'x'; for (;;) s = s.padEnd(2 ** 29 - 24, s).slice(1).replaceAll('x', 'y').toUpperCase()",
    ),
  ],
};
