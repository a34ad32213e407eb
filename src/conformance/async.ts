import { bareRealm, fact, topic } from './case.ts';
import { deferred, never, sleep } from './environment.ts';

/** Programs that wait for what can never come, once nothing is pending. */
const DEADLOCKS: readonly [fact: string, program: string][] = [
  ['a promise that nobody settles', 'await new Promise(() => {})'],
  ['a promise that nobody settles, returned', 'return new Promise(() => {})'],
  ['after its calls have settled', 'await tools.a(); await new Promise(() => {})'],
  ['after its timers have fired', 'await new Promise((r) => setTimeout(r, 5)); await new Promise(() => {})'],
  [
    'after its interval was cleared',
    'const t = setInterval(() => clearInterval(t), 1); await new Promise(() => {})',
  ],
  ['after its timer was cleared', 'clearTimeout(setTimeout(() => {}, 1e6)); await new Promise(() => {})'],
  [
    'after a timer was set and cleared a few steps after a call',
    'await tools.a(); const t = setTimeout(() => {}, 1e6); await null; await null; clearTimeout(t); await new Promise(() => {})',
  ],
  [
    'after a timer was set and cleared a step later',
    'const t = setTimeout(() => {}, 1e6); await null; clearTimeout(t); await new Promise(() => {})',
  ],
  ['a thenable that never answers', 'await { then() {} }'],
  [
    'an iterator that never yields',
    'for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }) {}',
  ],
  [
    'two promises that wait for each other',
    'let b; const a = new Promise((r) => setTimeout(r, 1)).then(() => b); b = a.then(() => 1); await new Promise((r) => { Promise.all([a, b]).then(r, () => {}) })',
  ],
  ['in a finally block', 'try { return 1 } finally { await new Promise(() => {}) }'],
];

export const asyncCases = topic('async', [
  fact('lets a program catch a rejection late', async ({ run, expect }) => {
    const program = `
      const p = tools.bad();
      await tools.slow();
      try { await p } catch { return 'caught' }`;
    const { value, error } = await run(program, {
      tools: { bad: () => Promise.reject(new Error('early')), slow: () => sleep(30) },
    });
    expect(error).toBeUndefined();
    expect(value).toBe('caught');
  }),
  fact('does not fail a completed run for a call that rejects unawaited', async ({ run, expect }) => {
    let calls = 0;
    const write = () => {
      calls++;
      return Promise.reject(new Error('disk full'));
    };
    const { value, error } = await run("tools.write({}); return 'ok'", { tools: { write } });
    expect(error).toBeUndefined();
    expect(value).toBe('ok');
    expect(calls).toBe(1);
  }),
  fact('notes a rejection that nobody handled at the very end', async ({ run, expect }) => {
    const { value, logs } = await run("void Promise.reject(new Error('forgotten')); return 1");
    expect(value).toBe(1);
    expect(logs.join('\n')).toContain('forgotten');
  }),
  fact('notes a rejection of a falsy reason and of a hostile one', async ({ run, expect }) => {
    const { value, error } = await run(
      `
      void Promise.reject();
      void Promise.reject(new Proxy({}, new Proxy({}, { get() { throw 1 } })));
      await tools.a();
      return 1`,
      { tools: { a: () => 1 } },
    );
    expect(error).toBeUndefined();
    expect(value).toBe(1);
  }),
  fact('does not note a rejection that is handled', async ({ run, expect }) => {
    const { logs } = await run(
      `
      Promise.reject(new Error('a')).catch(() => {});
      await Promise.allSettled([tools.bad(), Promise.reject(new Error('b'))]);
      return 1`,
      { tools: { bad: () => Promise.reject(new Error('c')) } },
    );
    expect(logs).toEqual([]);
  }),
  fact('does not wait for pending timers', async ({ value, expect }) => {
    expect(await value('setTimeout(() => {}, 1e9); setInterval(() => {}, 1); return 1')).toBe(1);
  }),
  fact('does not wait for calls that nobody awaits', async ({ value, expect }) => {
    expect(await value('tools.never(); return 1', { tools: { never } })).toBe(1);
  }),
  fact('accepts delays beyond 2**31', async ({ value, expect }) => {
    expect(await value('setTimeout(() => {}, 2 ** 31 + 5); setInterval(() => {}, Infinity); return 1')).toBe(
      1,
    );
  }),
  fact('ends the timers of a run with the run', async ({ value, expect }) => {
    let ticks = 0;
    const tools = { tick: () => void ticks++ };
    await value('setInterval(() => tools.tick(), 1); await new Promise((r) => setTimeout(r, 20)); return 1', {
      tools,
    });
    const atTheEnd = ticks;
    await sleep(60);
    expect(ticks).toBe(atTheEnd);
  }),
  fact('lets a program give up on a slow call by a timer', async ({ value, expect }) => {
    const program = `
      const late = new Promise((_, reject) => setTimeout(() => reject(new Error('too slow')), 20));
      try { await Promise.race([tools.never(), late]) } catch (e) { return e.message }`;
    expect(await value(program, { tools: { never } })).toBe('too slow');
  }),
  ...DEADLOCKS.map(([name, program]) =>
    fact(`fails promptly when it waits for nothing: ${name}`, bareRealm, async ({ failure, expect }) => {
      const { kind, message } = await failure(program, { tools: { a: () => 1 } });
      expect(kind).toBe('exception');
      expect(message).toMatch(/can never finish/i);
      expect(message).toMatch(/pending/i);
    }),
  ),
  fact('waits for a call as long as it is pending', async ({ run, expect }) => {
    const answer = deferred<number>();
    const running = run('return await tools.slow()', { tools: { slow: () => answer.promise } });
    await sleep(150);
    answer.resolve(5);
    expect((await running).value).toBe(5);
  }),
  fact('waits while an unrelated call or timer is pending', async ({ value, expect }) => {
    const program = `
      let finish;
      tools.slow().then(() => setTimeout(() => finish('done'), 30));
      return await new Promise((resolve) => { finish = resolve })`;
    expect(await value(program, { tools: { slow: () => sleep(30) } })).toBe('done');
  }),
  fact('waits through long chains of microtasks', async ({ value, expect }) => {
    expect(await value('let n = 0; for (let i = 0; i < 100_000; i++) n += await 1; return n')).toBe(100_000);
  }),
  fact('settles in the order of JavaScript', async ({ value, expect }) => {
    const program = `
      const o = [];
      const p = Promise.resolve().then(() => o.push('then'));
      (async () => { o.push('sync'); await null; o.push('await') })();
      o.push('end');
      await p; await null;
      return o`;
    expect(await value(program)).toEqual(['sync', 'end', 'then', 'await']);
  }),
  fact('counts calls that started and that settled', async ({ run, expect }) => {
    const tools = { a: () => 1, bad: () => Promise.reject(new Error('no')), never };
    const { usage } = await run(
      'tools.never(); await tools.a(); try { await tools.bad() } catch {} return 1',
      { tools },
    );
    expect(usage.calls).toEqual({ started: 3, settled: 2 });
  }),
]);
