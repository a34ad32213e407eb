import { all, busyTime, fact, hardKill, topic } from './case.ts';
import { never, sleep } from './environment.ts';

/** Programs that keep their thread busy for ever, each in another corner. */
const LOOPS: readonly [fact: string, program: string][] = [
  ['a loop', 'while (true) {}'],
  ['a loop behind an await', 'await tools.a(); for (;;);'],
  ['a loop in a timer', 'setTimeout(() => { for (;;); }, 1); await tools.never()'],
  ['a loop in a callback', '[1].map(() => { for (;;); })'],
  ['a loop that catches everything', 'for (;;) { try { for (;;); } catch {} }'],
  ['a loop in a finally block', 'try { throw 1 } finally { for (;;); }'],
  ['a storm of microtasks', 'const storm = () => Promise.resolve().then(storm); await storm()'],
  ['a loop of awaits', 'for (;;) await null'],
  ['a storm of queued microtasks', 'const storm = () => queueMicrotask(storm); storm(); await tools.never()'],
  ['a backtracking regular expression', "return /^(a+)+$/.test('a'.repeat(60) + 'b')"],
  ['a huge power', 'let n = 3n; for (;;) n = n ** 3n % (2n ** 100_000n)'],
  ['an endless generator', 'for (const x of (function* () { for (;;) yield 1 })()) {}'],
  ['a sort that never ends', 'Array.from({ length: 10 }).map((_, i) => i).sort(() => { for (;;); })'],
  ['a getter of the completion', 'return { get a() { for (;;); } }'],
  ['a getter of an argument', 'await tools.a({ get a() { for (;;); } })'],
  [
    'a getter of what is thrown',
    "throw Object.defineProperty(new Error('x'), 'message', { get() { for (;;); } })",
  ],
  [
    'a conversion of what is logged',
    "console.log('%s', { toString() { for (;;); } }); console.log('%d', { valueOf() { for (;;); } }); for (;;);",
  ],
  ['a thenable that loops', 'await { then() { for (;;); } }'],
  ['a flood of calls', 'for (;;) tools.a().catch(() => {})'],
  ['a flood of logs', "for (;;) console.log('x'.repeat(1_000))"],
  ['a disposer', 'using a = { [Symbol.dispose]() { for (;;); } }'],
];

const BUSY = 'const spin = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };';

export const budgetCases = topic('budgets', [
  ...LOOPS.map(([name, program]) =>
    fact(`ends by computeMs: ${name}`, hardKill, async ({ withRuntime, failure, expect }) => {
      await withRuntime({ computeMs: 200 }, async (runtime) => {
        const { kind, message } = await failure(program, { tools: { a: () => 1, never } }, runtime);
        expect(kind).toBe('timeout');
        expect(message).toContain('computeMs');
        expect(message).toContain('200');
      });
    }),
  ),
  fact(
    'runs again on the same runtime after a loop',
    hardKill,
    async ({ withRuntime, failure, value, expect }) => {
      await withRuntime({ computeMs: 150 }, async (runtime) => {
        for (let round = 0; round < 2; round++) {
          expect((await failure('for (;;);', {}, runtime)).kind).toBe('timeout');
          expect(await value('return 1', {}, runtime)).toBe(1);
        }
      });
    },
  ),
  fact(
    'finds a loop that hides behind a pending call',
    all(hardKill, busyTime),
    async ({ withRuntime, failure, expect }) => {
      await withRuntime({ computeMs: 200 }, async (runtime) => {
        const program = 'void tools.never(); await tools.a(); for (;;);';
        const { kind, message } = await failure(program, { tools: { never, a: () => 1 } }, runtime);
        expect(kind).toBe('timeout');
        expect(message).toContain('computeMs');
      });
    },
  ),
  fact(
    'adds up the slices of a program that is often busy',
    busyTime,
    async ({ withRuntime, failure, expect }) => {
      await withRuntime({ computeMs: 250 }, async (runtime) => {
        const program = `${BUSY} for (;;) { spin(20); await tools.a() }`;
        const { kind, message } = await failure(program, { tools: { a: () => sleep(5) } }, runtime);
        expect(kind).toBe('timeout');
        expect(message).toContain('computeMs');
      });
    },
  ),
  fact('does not count the wait for a slow call as busy', busyTime, async ({ withRuntime, expect }) => {
    await withRuntime({ computeMs: 300 }, async (runtime) => {
      const bindings = [{ global: 'tools', functions: { slow: () => sleep(900) } }];
      const { error, usage } = await runtime.run({ program: 'await tools.slow(); return 1', bindings });
      expect(error).toBeUndefined();
      expect(usage.busyMs).toBeLessThan(usage.wallMs / 2);
    });
  }),
  fact('reports more busy time for a program that was busier', busyTime, async ({ run, expect }) => {
    const idle = await run('return 1');
    const busy = await run(`${BUSY} spin(250); return 1`);
    expect(busy.usage.busyMs).toBeGreaterThan(idle.usage.busyMs);
    expect(busy.usage.busyMs).toBeLessThanOrEqual(busy.usage.wallMs);
  }),
  fact('ends a program that waits for ever by maxWallMs', async ({ withRuntime, failure, expect }) => {
    await withRuntime({ maxWallMs: 300, computeMs: 300 }, async (runtime) => {
      const { kind, message } = await failure('await tools.never()', { tools: { never } }, runtime);
      expect(kind).toBe('timeout');
      expect(message).toContain('maxWallMs');
      expect(message).toContain('300');
    });
  }),
  fact('ends a program that keeps sleeping by maxWallMs', async ({ withRuntime, failure, expect }) => {
    await withRuntime({ maxWallMs: 300 }, async (runtime) => {
      const { kind, message } = await failure(
        'for (;;) await new Promise((r) => setTimeout(r, 5))',
        {},
        runtime,
      );
      expect(kind).toBe('timeout');
      expect(message).toContain('maxWallMs');
    });
  }),
  fact('ends a program that keeps calling by maxWallMs', async ({ withRuntime, failure, expect }) => {
    await withRuntime({ maxWallMs: 300 }, async (runtime) => {
      const { kind } = await failure('for (;;) await tools.a()', { tools: { a: () => sleep(1) } }, runtime);
      expect(kind).toBe('timeout');
    });
  }),
  fact('calls nothing more after a timeout', async ({ withRuntime, failure, expect }) => {
    let calls = 0;
    await withRuntime({ maxWallMs: 200 }, async (runtime) => {
      await failure('for (;;) await tools.a()', { tools: { a: () => void calls++ } }, runtime);
      const atTheEnd = calls;
      await sleep(100);
      expect(calls).toBe(atTheEnd);
    });
  }),
  fact('tells how far a run got that ran out of time', async ({ withRuntime, expect }) => {
    await withRuntime({ maxWallMs: 500 }, async (runtime) => {
      const program =
        "for (let i = 0; i < 30; i++) { await tools.a(); console.log('step ' + i) } await tools.never()";
      const bindings = [{ global: 'tools', functions: { a: () => 1, never } }];
      const { error, logs, usage } = await runtime.run({ program, bindings });
      expect(error?.kind).toBe('timeout');
      expect(logs).toHaveLength(30);
      expect(usage.calls).toEqual({ started: 31, settled: 30 });
      expect(usage.wallMs).toBeGreaterThan(0);
    });
  }),
  fact('reports usage for every outcome', async ({ run, expect }) => {
    for (const program of ['return 1', 'throw 1', 'const = 1', 'return () => 1', '']) {
      const { usage } = await run(program);
      for (const ms of [usage.wallMs, usage.busyMs]) {
        expect(Number.isFinite(ms)).toBe(true);
        expect(ms).toBeGreaterThanOrEqual(0);
      }
      expect(usage.calls).toEqual({ started: 0, settled: 0 });
      expect(usage.logs).toEqual({ dropped: 0, droppedBytes: 0 });
    }
  }),
]);
