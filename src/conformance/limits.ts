import type { CodeRuntime } from '../seam/code-runtime.ts';
import { type ConformanceContext, fact, topic } from './case.ts';
import { deferred, never, sleep } from './environment.ts';
import { request } from './request.ts';

const MAX_VALUE_BYTES = 20_000;

function withSmallValues(
  context: ConformanceContext,
  use: (runtime: CodeRuntime) => Promise<void>,
): Promise<void> {
  return context.withRuntime({ maxValueBytes: MAX_VALUE_BYTES }, use);
}

/** Expressions of values beyond `MAX_VALUE_BYTES`. */
const TOO_LARGE: readonly [fact: string, expression: string][] = [
  ['text', "'x'.repeat(100_000)"],
  ['an array', 'Array.from({ length: 50_000 }, (_, i) => i)'],
  ['bytes', 'new Uint8Array(100_000)'],
  ['nested data', "[[{ a: 'x'.repeat(100_000) }]]"],
  ['a Map', 'new Map(Array.from({ length: 20_000 }, (_, i) => [i, i]))'],
  ['a BigInt', '7n ** 100_000n'],
];

const CAUGHT = 'catch (e) { return [e instanceof RangeError, e.name] }';

export const limitCases = topic('limits', [
  ...TOO_LARGE.map(([name, expression]) =>
    fact(`refuses a completion larger than maxValueBytes: ${name}`, (context) =>
      withSmallValues(context, async (runtime) => {
        const { error, logs, ...rest } = await runtime.run(
          request(`console.log('kept'); return ${expression}`),
        );
        context.expect(error?.kind).toBe('output-limit');
        context.expect(error?.message).toMatch(/maxValueBytes/);
        context.expect('value' in rest).toBe(false);
        context.expect(logs).toEqual(['kept']);
      }),
    ),
  ),
  fact('rejects a call whose argument is larger than maxValueBytes', (context) =>
    withSmallValues(context, async (runtime) => {
      let calls = 0;
      const program = `try { await tools.take('x'.repeat(100_000)) } ${CAUGHT}`;
      const seen = await context.value(program, { tools: { take: () => void calls++ } }, runtime);
      context.expect(seen).toEqual([true, 'RangeError']);
      context.expect(calls).toBe(0);
    }),
  ),
  fact('rejects a call whose resolution is larger than maxValueBytes', (context) =>
    withSmallValues(context, async (runtime) => {
      for (const big of ['x'.repeat(100_000), new Uint8Array(100_000), Array(50_000).fill(1)]) {
        const seen = await context.value(
          `try { await tools.give() } ${CAUGHT}`,
          { tools: { give: () => big } },
          runtime,
        );
        context.expect(seen).toEqual([true, 'RangeError']);
      }
    }),
  ),
  fact('lets values below maxValueBytes cross, however many', (context) =>
    withSmallValues(context, async (runtime) => {
      const program = `
        let total = 0;
        for (let i = 0; i < 20; i++) total += (await tools.echo('x'.repeat(5_000))).length;
        return [total, 'x'.repeat(5_000)]`;
      const value = await context.value(program, { tools: { echo: (text: string) => text } }, runtime);
      context.expect(value).toEqual([100_000, 'x'.repeat(5_000)]);
    }),
  ),
  fact('lets a program use a resolution that it could not return', (context) =>
    context.withRuntime({ maxValueBytes: 2 ** 20 }, async (runtime) => {
      const chunk = 'x'.repeat(700_000);
      const tools = { chunk: () => chunk };
      const lengths = await context.value(
        'return (await tools.chunk() + await tools.chunk()).length',
        { tools },
        runtime,
      );
      context.expect(lengths).toBe(1_400_000);
      const { kind } = await context.failure(
        'return await tools.chunk() + await tools.chunk()',
        { tools },
        runtime,
      );
      context.expect(kind).toBe('output-limit');
    }),
  ),
  fact(
    'rejects the call beyond maxPendingCalls, and takes more once others have settled',
    async (context) => {
      await context.withRuntime({ maxPendingCalls: 5 }, async (runtime) => {
        const gate = deferred<void>();
        let started = 0;
        const wait = () => {
          if (++started === 5) gate.resolve();
          return gate.promise.then(() => sleep(20)).then(() => 'ok');
        };
        const program = `
        const settled = await Promise.allSettled(Array.from({ length: 7 }, () => tools.wait()));
        const words = settled.map((s) => s.value ?? (s.reason instanceof Error && s.reason.message.includes('maxPendingCalls')));
        return [words, await tools.wait()]`;
        const { value, error, usage } = await runtime.run(request(program, { tools: { wait } }));
        context.expect(error).toBeUndefined();
        context.expect(value).toEqual([['ok', 'ok', 'ok', 'ok', 'ok', true, true], 'ok']);
        context.expect(started).toBe(6);
        context.expect(usage.calls).toEqual({ started: 6, settled: 6 });
      });
    },
  ),
  fact(
    'runs at most maxConcurrentRuns at a time, and all of them in the end',
    async ({ withRuntime, expect }) => {
      await withRuntime({ maxConcurrentRuns: 2 }, async (runtime) => {
        let active = 0;
        let most = 0;
        const work = async (n: number) => {
          most = Math.max(most, ++active);
          // Long enough for a second run to start, however slowly workers start here.
          for (let waits = 0; waits < 400 && most < 2; waits++) await sleep(5);
          await sleep(20);
          active--;
          return n;
        };
        const results = await Promise.all(
          Array.from({ length: 7 }, (_, n) =>
            runtime.run(request(`return await tools.work(${n})`, { tools: { work } })),
          ),
        );
        expect(results.map((result) => result.value)).toEqual([0, 1, 2, 3, 4, 5, 6]);
        expect(most).toBe(2);
      });
    },
  ),
  fact('starts waiting runs in order', async ({ withRuntime, expect }) => {
    await withRuntime({ maxConcurrentRuns: 1 }, async (runtime) => {
      const order: number[] = [];
      const note = (n: number) => void order.push(n);
      const runs = [0, 1, 2, 3, 4].map((n) =>
        runtime.run(request(`await tools.note(${n})`, { tools: { note } })),
      );
      await Promise.all(runs);
      expect(order).toEqual([0, 1, 2, 3, 4]);
    });
  }),
  fact('starts the clock of a run when it starts, not while it waits', async ({ withRuntime, expect }) => {
    await withRuntime({ maxConcurrentRuns: 1, maxWallMs: 1_000 }, async (runtime) => {
      const program = 'await tools.slow(); return 1';
      const runs = [1, 2, 3].map(() => runtime.run(request(program, { tools: { slow: () => sleep(450) } })));
      for (const { value, error } of await Promise.all(runs)) {
        expect(error).toBeUndefined();
        expect(value).toBe(1);
      }
    });
  }),
  fact('frees the place of a run that failed', async ({ withRuntime, value, expect }) => {
    await withRuntime({ maxConcurrentRuns: 1, maxWallMs: 300 }, async (runtime) => {
      const programs = ['throw 1', 'const = 1', 'await tools.never()', 'return () => 1'];
      await Promise.all(programs.map((program) => runtime.run(request(program, { tools: { never } }))));
      expect(await value('return 1', {}, runtime)).toBe(1);
    });
  }),
  fact('works with any number of warm workers', async ({ withRuntime, value, expect }) => {
    for (const warmWorkers of [0, 3]) {
      await withRuntime({ warmWorkers }, async (runtime) => {
        expect(await value('return 1', {}, runtime)).toBe(1);
        expect(await value('return 2', {}, runtime)).toBe(2);
      });
    }
  }),
]);
