import type { CodeRuntime } from '../seam/code-runtime.ts';
import { fact, hardKill, topic } from './case.ts';
import { deferred, never, sleep } from './environment.ts';
import { request } from './request.ts';

async function rejectionOf(running: Promise<unknown>): Promise<{ name?: unknown; code?: unknown }> {
  return running.then(
    () => ({}),
    (error: { name?: unknown; code?: unknown }) => error,
  );
}

export const lifecycleCases = topic('lifecycle', [
  fact(
    'speaks TypeScript, and has a label and its declared capabilities',
    async ({ runtime, capabilities, expect }) => {
      const shared = await runtime();
      expect(shared.language).toBe('typescript');
      expect(typeof shared.isolation).toBe('string');
      expect(shared.isolation).not.toBe('');
      expect(shared.capabilities).toEqual(capabilities);
    },
  ),
  fact('disposes when it was never used', async ({ create, expect }) => {
    const runtime = await create();
    expect(await runtime.dispose()).toBeUndefined();
  }),
  fact('disposes any number of times', async ({ create, value, expect }) => {
    const runtime = await create();
    expect(await value('return 1', {}, runtime)).toBe(1);
    await Promise.all([runtime.dispose(), runtime.dispose()]);
    expect(await runtime.dispose()).toBeUndefined();
  }),
  fact('rejects a run after disposal with the code disposed', async ({ create, expect }) => {
    const runtime = await create();
    await runtime.dispose();
    const error = await rejectionOf(runtime.run(request('return 1')));
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('CodeRuntimeError');
    expect(error.code).toBe('disposed');
  }),
  fact('rejects a run as soon as disposal has begun', async ({ create, expect }) => {
    const runtime = await create();
    const disposing = runtime.dispose();
    expect((await rejectionOf(runtime.run(request('return 1')))).code).toBe('disposed');
    await disposing;
  }),
  fact('disposes by await using', async ({ create, expect }) => {
    let kept: CodeRuntime | undefined;
    {
      await using runtime = await create();
      kept = runtime;
    }
    expect((await rejectionOf(kept.run(request('return 1')))).code).toBe('disposed');
  }),
  fact('ends runs in flight as abort when it is disposed', async ({ create, expect }) => {
    const runtime = await create();
    const reached = deferred<void>();
    const wait = () => {
      reached.resolve();
      return never();
    };
    const running = runtime.run(request("console.log('x'); await tools.wait()", { tools: { wait } }));
    await reached.promise;
    await runtime.dispose();
    const { error, logs } = await running;
    expect(error?.kind).toBe('abort');
    expect(error?.message).toMatch(/dispos/i);
    expect(logs).toEqual(['x']);
  }),
  fact('ends a synchronous infinite loop when it is disposed', hardKill, async ({ create, expect }) => {
    const runtime = await create();
    const reached = deferred<void>();
    const running = runtime.run(
      request("console.log('looping'); for (;;);", { onLog: () => reached.resolve() }),
    );
    await reached.promise;
    await runtime.dispose();
    expect((await running).error?.kind).toBe('abort');
  }),
  fact('ends runs that wait for their turn when it is disposed', async ({ create, expect }) => {
    const runtime = await create({ maxConcurrentRuns: 1 });
    let calls = 0;
    const tools = { never, a: () => void calls++ };
    const runs = ['await tools.never()', 'await tools.a()', 'await tools.a()'].map((program) =>
      runtime.run(request(program, { tools })),
    );
    await sleep(30);
    await runtime.dispose();
    expect((await Promise.all(runs)).map(({ error }) => error?.kind)).toEqual(['abort', 'abort', 'abort']);
    expect(calls).toBe(0);
  }),
  fact('ends a run that has just been asked for when it is disposed', async ({ create, expect }) => {
    for (const ms of [-1, 0, 5, 20]) {
      const runtime = await create({ warmWorkers: 0 });
      const running = runtime.run(request('await tools.never()', { tools: { never } }));
      if (ms >= 0) await sleep(ms);
      await runtime.dispose();
      expect((await running).error?.kind).toBe('abort');
    }
  }),
  fact('has settled every run by the time that disposal resolves', async ({ create, expect }) => {
    const runtime = await create();
    let settled = 0;
    for (let index = 0; index < 4; index++) {
      void runtime.run(request('await tools.never()', { tools: { never } })).then(() => settled++);
    }
    await sleep(30);
    await runtime.dispose();
    // One turn for the reactions of this case itself.
    await sleep(0);
    expect(settled).toBe(4);
  }),
  fact('calls nothing after disposal', async ({ create, expect }) => {
    const runtime = await create();
    const reached = deferred<void>();
    let calls = 0;
    const call = () => {
      if (++calls === 10) reached.resolve();
    };
    const running = runtime.run(request('for (;;) await tools.call()', { tools: { call } }));
    await reached.promise;
    await runtime.dispose();
    const atTheEnd = calls;
    await sleep(100);
    expect(calls).toBe(atTheEnd);
    expect((await running).error?.kind).toBe('abort');
  }),
  fact('drops results that arrive after disposal', async ({ create, expect }) => {
    const runtime = await create();
    const late = deferred<number>();
    const reached = deferred<void>();
    const wait = () => {
      reached.resolve();
      return late.promise;
    };
    const running = runtime.run(request('return await tools.wait()', { tools: { wait } }));
    await reached.promise;
    await runtime.dispose();
    late.reject(new Error('late'));
    await sleep(10);
    expect((await running).error?.kind).toBe('abort');
  }),
  fact('leaves other runtimes alone', async ({ create, value, expect }) => {
    const [first, second] = await Promise.all([create(), create()]);
    const values = await Promise.all([value('return 1', {}, first), value('return 2', {}, second)]);
    expect(values).toEqual([1, 2]);
    await first.dispose();
    expect(await value('return 3', {}, second)).toBe(3);
    await second.dispose();
  }),
  fact('works when many are made and disposed', async ({ withRuntime, value, expect }) => {
    for (let round = 0; round < 5; round++) {
      await withRuntime({}, async (runtime) =>
        expect(await value(`return ${round}`, {}, runtime)).toBe(round),
      );
    }
  }),
]);
