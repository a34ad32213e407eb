import { fact, topic } from './case.ts';
import { deferred, never, sleep } from './environment.ts';

const echo = (...args: unknown[]) => args;

export const bindingCases = topic('bindings', [
  fact('resolves to what the host function resolved to', async ({ value, expect }) => {
    const tools = { later: async (n: number) => ({ n }) };
    expect(await value('return await tools.later(3)', { tools })).toEqual({ n: 3 });
  }),
  fact('accepts a synchronous host function', async ({ value, expect }) => {
    expect(
      await value('return await tools.add(1, 2)', { tools: { add: (a: number, b: number) => a + b } }),
    ).toBe(3);
  }),
  fact('accepts a host function that returns a thenable', async ({ value, expect }) => {
    const thenable = () => ({
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
      then: (resolve: (value: number) => void) => resolve(7),
    });
    expect(await value('return await tools.thenable()', { tools: { thenable } })).toBe(7);
  }),
  fact('rejects when a thenable throws', async ({ value, expect }) => {
    const thenable = () => ({
      // biome-ignore lint/suspicious/noThenProperty: a thenable is what is tested
      then() {
        throw new Error('thrown by then');
      },
    });
    const program = 'try { await tools.thenable() } catch (e) { return e.message }';
    expect(await value(program, { tools: { thenable } })).toBe('thrown by then');
  }),
  fact('resolves to undefined when the host returns nothing', async ({ value, expect }) => {
    expect(await value('return [await tools.nothing()]', { tools: { nothing: () => {} } })).toEqual([
      undefined,
    ]);
  }),
  fact('returns a promise of its own realm at once', async ({ value, expect }) => {
    const program = 'const p = tools.a(); return [p instanceof Promise, p.constructor === Promise, await p]';
    expect(await value(program, { tools: { a: () => 1 } })).toEqual([true, true, 1]);
  }),
  fact('forwards all arguments, and no more', async ({ value, expect }) => {
    const program = `return [
      await tools.count(), await tools.count(undefined), await tools.count(1, undefined), await tools.count(...'abcdefgh'),
    ]`;
    expect(await value(program, { tools: { count: (...args: unknown[]) => args.length } })).toEqual([
      0, 1, 2, 8,
    ]);
  }),
  fact('keeps references that arguments share', async ({ value, expect }) => {
    const same = (a: unknown, b: unknown) => a === b;
    expect(await value('const o = {}; return await tools.same(o, o)', { tools: { same } })).toBe(true);
  }),
  fact('works as a detached function and as a callback', async ({ value, expect }) => {
    const program =
      'const { echo } = tools; return [await echo(1), await Promise.all([5].map(tools.echo)), await echo.call(null, 2)]';
    expect(await value(program, { tools: { echo } })).toEqual([[1], [[5, 0, [5]]], [2]]);
  }),
  fact('works from timers and microtasks', async ({ value, expect }) => {
    const program = `
      const later = (start) => new Promise((resolve) => start(() => resolve(tools.echo(1))));
      return [await later((f) => setTimeout(f, 1)), await later(queueMicrotask)]`;
    expect(await value(program, { tools: { echo } })).toEqual([[1], [1]]);
  }),
  fact('offers several namespaces, empty ones too', async ({ value, expect }) => {
    const program = 'return [await a.f(), await b.f(), Object.keys(none)]';
    const bindings = [
      { global: 'a', functions: { f: () => 'a' } },
      { global: 'b', functions: { f: () => 'b' } },
      { global: 'none', functions: {} },
    ];
    expect(await value(program, { bindings })).toEqual(['a', 'b', []]);
  }),
  fact('runs without any bindings', async ({ value, expect }) => {
    expect(await value('return 1', { bindings: [] })).toBe(1);
  }),
  fact('offers a thousand members', async ({ value, expect }) => {
    const names = Array.from({ length: 1_000 }, (_, index) => `m${index}`);
    const tools = Object.fromEntries(names.map((name) => [name, () => name]));
    const program = 'return [Object.keys(tools).length, await tools.m0(), await tools.m999()]';
    expect(await value(program, { tools })).toEqual([1_000, 'm0', 'm999']);
  }),
  fact('takes the bindings as they were when the run was asked for', async ({ runtime, expect }) => {
    const functions: Record<string, () => string> = { a: () => 'first' };
    const bindings = [{ global: 'tools', functions }];
    const running = (await runtime()).run({ program: 'return await tools.a()', bindings });
    functions['a'] = () => 'second';
    bindings.length = 0;
    expect((await running).value).toBe('first');
  }),
  fact('offers only own members of the functions that were given', async ({ value, expect }) => {
    let calls = 0;
    const tools = Object.assign(Object.create({ inherited: () => calls++ }), { own: () => 1 });
    const program = `
      let thrown = 0;
      try { await tools.inherited() } catch { thrown++ }
      return [Object.keys(tools), 'inherited' in tools, thrown]`;
    expect(await value(program, { tools })).toEqual([['own'], false, 1]);
    expect(calls).toBe(0);
  }),
  fact('starts calls in the order in which they were made', async ({ value, expect }) => {
    const order: number[] = [];
    const note = (n: number) => void order.push(n);
    await value('await Promise.all(Array.from({ length: 50 }, (_, i) => tools.note(i))); return 1', {
      tools: { note },
    });
    expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index));
  }),
  fact('lets a fast call overtake a slow one', async ({ value, expect }) => {
    const slow = deferred<string>();
    const program = `
      const order = [];
      const p = tools.slow().then((v) => order.push(v));
      for (let i = 0; i < 3; i++) order.push(await tools.fast());
      await tools.release();
      await p;
      return order`;
    const tools = { slow: () => slow.promise, fast: () => 'fast', release: () => slow.resolve('slow') };
    expect(await value(program, { tools })).toEqual(['fast', 'fast', 'fast', 'slow']);
  }),
  fact('has fifty calls in flight at once', async ({ value, expect }) => {
    const everyone = deferred<void>();
    let inFlight = 0;
    const meet = async () => {
      if (++inFlight === 50) everyone.resolve();
      await everyone.promise;
      return 1;
    };
    const program = 'return (await Promise.all(Array.from({ length: 50 }, () => tools.meet()))).length';
    expect(await value(program, { tools: { meet } })).toBe(50);
  }),
  fact('passes an honest loop of calls', async ({ run, expect }) => {
    const program = 'let n = 0; for (let i = 0; i < 2_000; i++) n = await tools.next(n); return n';
    const { value, usage } = await run(program, { tools: { next: (n: number) => n + 1 } });
    expect(value).toBe(2_000);
    expect(usage.calls).toEqual({ started: 2_000, settled: 2_000 });
  }),
  fact('passes a thousand calls at once, of which the first rejects', async ({ run, expect }) => {
    let started = 0;
    const work = async (n: number) => {
      started++;
      if (n === 0) throw new Error('first');
      return n;
    };
    const program = `
      const all = Array.from({ length: 1_000 }, (_, i) => tools.work(i));
      const settled = await Promise.allSettled(all);
      return settled.filter((s) => s.status === 'fulfilled').length`;
    const { value, usage } = await run(program, { tools: { work } });
    expect(value).toBe(999);
    expect(started).toBe(1_000);
    expect(usage.calls).toEqual({ started: 1_000, settled: 1_000 });
  }),
  fact('carries a resolution of ten megabytes', async ({ value, expect }) => {
    const big = () => 'x'.repeat(10 * 1024 * 1024);
    expect(await value('return (await tools.big()).length', { tools: { big } })).toBe(10 * 1024 * 1024);
  }),
  fact('makes the calls of a body that ends without awaiting them', async ({ value, expect }) => {
    const written: unknown[] = [];
    const write = (text: string) => void written.push(text);
    expect(await value("tools.write('a'); void tools.write('b'); return 'ok'", { tools: { write } })).toBe(
      'ok',
    );
    expect(written).toEqual(['a', 'b']);
  }),
  fact('makes the calls of a body that throws right after them', async ({ failure, expect }) => {
    const written: unknown[] = [];
    const write = (text: string) => void written.push(text);
    expect((await failure("tools.write('a'); throw new Error('x')", { tools: { write } })).kind).toBe(
      'exception',
    );
    expect(written).toEqual(['a']);
  }),
  fact('drops late results without a trace', async ({ run, value, expect }) => {
    const late = deferred<number>();
    const failing = deferred<number>();
    const tools = { late: () => late.promise, failing: () => failing.promise, never };
    const { value: done, usage } = await run('tools.late(); tools.failing(); tools.never(); return 1', {
      tools,
    });
    expect(done).toBe(1);
    expect(usage.calls).toEqual({ started: 3, settled: 0 });
    late.resolve(5);
    failing.reject(new Error('too late'));
    // Were the late rejection left unhandled, the platform would report it in this turn.
    await sleep(10);
    expect(await value('return 1')).toBe(1);
  }),
]);
