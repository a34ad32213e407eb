import type { Attack, Kind } from '../attack.ts';

const endless = (name: string, program: string, more: Partial<Attack> = {}): Attack => ({
  name,
  program,
  fails: ['timeout'],
  says: 'computeMs',
  limits: { computeMs: 300 },
  ...more,
});

const WAITING = { says: 'maxWallMs', limits: { maxWallMs: 400 } } as const;

/** Programs that do not come to an end by themselves are brought to one, on time. */
export const neverEnding: Kind = {
  kind: 'never-ending',
  attacks: [
    endless('an empty loop', 'for (;;);'),
    endless('a loop that an engine takes for a short one', 'for (;;) new Array(1000).fill(1)'),
    endless('one more, of copies', 'for (;;) [...new Array(1000)].push(1)'),
    endless('a regular expression that backtracks', "/^(a+)+$/.test('a'.repeat(60) + 'b')"),
    endless('a generator', 'for (const _ of (function* () { for (;;) yield 1 })());'),
    endless(
      'loops in nested finally blocks',
      'try { for (;;); } finally { try { for (;;); } finally { for (;;); } }',
    ),
    endless('a loop that catches everything', 'for (;;) try { for (;;) { null.x } } catch {}'),
    endless('a loop of awaited values', 'for (;;) await 1'),
    endless(
      'a loop of microtasks',
      'const again = () => queueMicrotask(again); again(); await new Promise(() => {})',
    ),
    endless('a chain of thenables', 'await ({ then(done) { done(this) } })'),
    endless('a loop behind a pending call', 'tools.never(); await tools.echo(1); for (;;);'),
    endless('a loop in a timer', 'setTimeout(() => { for (;;); }, 1); await tools.never()'),
    endless('a loop that was left running', '(async () => { await 0; for (;;) await 0 })(); return 1'),
    endless('a power of a BigInt', '7n ** 50_000_000n'),
    endless('a getter of the value that is returned', 'return { get x() { for (;;); } }'),
    endless(
      'a trap of a proxy that is logged',
      'console.log(new Proxy({}, { ownKeys() { for (;;); } })); const value = { toString() { for (;;); } }; console.log(`${value}`)',
    ),
    endless(
      'a stack getter of the error that is thrown',
      "throw Object.defineProperty(new Error('x'), 'message', { get() { for (;;); } })",
    ),
    endless(
      'half duty: busy and idle in turn',
      'for (;;) { const until = Date.now() + 10; while (Date.now() < until); await new Promise((r) => setTimeout(r, 10)) }',
    ),
    endless(
      'a sort whose comparison never agrees',
      'for (;;) Array.from({ length: 1e6 }, (_, i) => i).sort(() => Math.random() - 0.5)',
    ),
    endless('a call that is never answered', 'await tools.never()', WAITING),
    endless(
      'a timer that is always set again',
      'for (;;) await new Promise((r) => setTimeout(r, 20))',
      WAITING,
    ),
    endless('a loop that is aborted', 'await tools.abort(); for (;;);', {
      fails: ['abort'],
      says: 'enough',
      limits: {},
    }),
    endless('a wait that is aborted', 'await tools.abort(); await tools.never()', {
      fails: ['abort'],
      says: 'enough',
      limits: {},
    }),
    endless('a wait for nothing', 'await new Promise(() => {})', {
      fails: ['exception'],
      says: 'can never finish',
    }),
    endless('recursion without an end', 'const f = () => f() + 1; f()', {
      fails: ['exception'],
      says: 'RangeError',
      limits: { computeMs: 10_000 },
    }),
    endless('a forged guest that never completes', 'await new Promise(() => {})', {
      guest: 'forged',
      ...WAITING,
    }),
    endless('a forged guest in a hot loop', 'for (;;);', { guest: 'forged', ...WAITING }),
  ],
};
