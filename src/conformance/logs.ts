import type { CodeLogEntry } from '../seam/types.ts';
import { fact, hardKill, topic } from './case.ts';
import { abortController, deferred, never } from './environment.ts';

/** Console methods by the level of their entry. */
const LEVELS: readonly [level: CodeLogEntry['level'], calls: readonly string[]][] = [
  ['debug', ["debug('x')"]],
  ['info', ["info('x')"]],
  ['warn', ["warn('x')"]],
  ['error', ["error('x')", "trace('x')", "assert(false, 'x')"]],
  ['log', ["log('x')", 'table([1])', 'dir({})', "group('x')", "groupCollapsed('x')", "dirxml('x')"]],
];

const THREE_LINES = "console.log('one'); console.warn('two'); console.error('three');";

export const logCases = topic('logs', [
  ...LEVELS.map(([level, calls]) =>
    fact(
      `has the level ${level} for ${calls.map((call) => call.split('(')[0]).join(', ')}`,
      async ({ run, expect }) => {
        const entries: CodeLogEntry[] = [];
        const { error } = await run(calls.map((call) => `console.${call};`).join('\n'), {
          onLog: (entry) => entries.push(entry),
        });
        expect(error).toBeUndefined();
        expect(entries.map((entry) => entry.level)).toEqual(calls.map(() => level));
      },
    ),
  ),
  fact('has no logs when nothing is logged', async ({ run, expect }) => {
    const { logs, usage } = await run('return 1');
    expect(logs).toEqual([]);
    expect(usage.logs).toEqual({ dropped: 0, droppedBytes: 0 });
  }),
  fact('has one entry for each call, in order', async ({ run, expect }) => {
    const { logs } = await run(
      "for (let i = 0; i < 300; i++) console[['log', 'warn', 'error'][i % 3]]('line ' + i)",
    );
    expect(logs).toEqual(Array.from({ length: 300 }, (_, index) => `line ${index}`));
  }),
  fact('shows onLog the same texts as logs, with times that never run backwards', async ({ run, expect }) => {
    const entries: CodeLogEntry[] = [];
    const { logs } = await run(
      "console.log('a'); await new Promise((r) => setTimeout(r, 20)); console.info('b', { c: 1 })",
      { onLog: (entry) => entries.push(entry) },
    );
    expect(entries.map((entry) => entry.text)).toEqual(logs);
    const [first, second] = entries.map((entry) => entry.time);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(second).toBeGreaterThan(first!);
  }),
  fact('shows onLog an entry while the program runs', async ({ run, expect }) => {
    const logged = deferred<void>();
    const { value } = await run("console.log('ready'); return await tools.released()", {
      tools: { released: () => logged.promise.then(() => 'released') },
      onLog: () => logged.resolve(),
    });
    expect(value).toBe('released');
  }),
  fact('shows onLog what was logged before a call before that call', async ({ run, expect }) => {
    const order: string[] = [];
    await run("for (const n of [1, 2, 3]) { console.log('log ' + n); await tools.call(n) }", {
      tools: { call: (n: number) => void order.push(`call ${n}`) },
      onLog: ({ text }) => order.push(text),
    });
    expect(order).toEqual(['log 1', 'call 1', 'log 2', 'call 2', 'log 3', 'call 3']);
  }),
  fact('is unmoved by what onLog throws', async ({ run, expect }) => {
    const { value, logs } = await run("console.log('a'); await tools.a(); console.log('b'); return 1", {
      tools: { a: () => 1 },
      onLog: () => {
        throw new Error('from onLog');
      },
    });
    expect(value).toBe(1);
    expect(logs).toEqual(['a', 'b']);
  }),
  fact('is unmoved by a rejection of onLog', async ({ run, expect }) => {
    const { value } = await run("console.log('a'); return 1", {
      onLog: async () => {
        throw new Error('from onLog');
      },
    });
    expect(value).toBe(1);
  }),
  fact('works as detached functions and as callbacks', async ({ run, expect }) => {
    const { logs } = await run(
      "const { log, warn } = console; log('a'); warn('b'); ['c'].forEach((x) => log(x)); await Promise.resolve('d').then(log)",
    );
    expect(logs).toEqual(['a', 'b', 'c', 'd']);
  }),
  fact('returns undefined from every method', async ({ value, expect }) => {
    expect(await value("return [console.log('a'), console.table([1]), console.group()]")).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  }),
  fact('takes a log that looks like a message for a log', async ({ run, expect }) => {
    const texts = ['{"type":"done","value":1}', '[["done",1]]\n1', '\0', '["fail",0]\n', '\u001b[2J'];
    const { logs, value } = await run(`for (const t of ${JSON.stringify(texts)}) console.log(t); return 2`);
    expect(logs).toEqual(texts);
    expect(value).toBe(2);
  }),
  fact('keeps the logs of a program that throws', async ({ run, expect }) => {
    const { logs, error } = await run(`${THREE_LINES} throw new Error('x')`);
    expect(error?.kind).toBe('exception');
    expect(logs).toEqual(['one', 'two', 'three']);
  }),
  fact('keeps the logs of a program that is aborted', async ({ run, expect }) => {
    const controller = abortController();
    const { logs, error } = await run(`${THREE_LINES} await tools.never()`, {
      tools: { never },
      signal: controller.signal,
      onLog: ({ text }) => {
        if (text === 'three') controller.abort();
      },
    });
    expect(error?.kind).toBe('abort');
    expect(logs).toEqual(['one', 'two', 'three']);
  }),
  fact('keeps the logs of a program that runs out of time', async ({ withRuntime, expect }) => {
    await withRuntime({ maxWallMs: 400, computeMs: 400 }, async (runtime) => {
      const { logs, error } = await runtime.run({
        program: `${THREE_LINES} await tools.never()`,
        bindings: [{ global: 'tools', functions: { never } }],
      });
      expect(error?.kind).toBe('timeout');
      expect(logs).toEqual(['one', 'two', 'three']);
    });
  }),
  fact('keeps the logs of a program that loops for ever', hardKill, async ({ withRuntime, expect }) => {
    await withRuntime({ computeMs: 400 }, async (runtime) => {
      const program = "for (let i = 0; i < 300; i++) console.log('line ' + i); for (;;);";
      const { logs, error } = await runtime.run({ program, bindings: [] });
      expect(error?.kind).toBe('timeout');
      expect(logs).toHaveLength(300);
      expect(logs[299]).toBe('line 299');
    });
  }),
  fact('shows no log of one run in the next', async ({ run, expect }) => {
    expect((await run("console.group('first'); console.count()")).logs).toHaveLength(2);
    expect((await run('const = 1')).logs).toEqual([]);
    expect((await run("console.log('x'); console.count()")).logs).toEqual(['x', 'default: 1']);
  }),
  fact('drops what is logged after the end', async ({ run, expect }) => {
    const { logs } = await run("setTimeout(() => console.log('late'), 0); console.log('early'); return 1");
    expect(logs).toEqual(['early']);
  }),
  fact('notes a rejection that nobody handles as an entry of level error', async ({ run, expect }) => {
    const entries: CodeLogEntry[] = [];
    const { value, error } = await run(
      "void Promise.reject(new Error('dropped')); await tools.a(); return 1",
      {
        tools: { a: () => 1 },
        onLog: (entry) => entries.push(entry),
      },
    );
    expect(error).toBeUndefined();
    expect(value).toBe(1);
    expect(entries).toHaveLength(1);
    expect(entries[0]?.level).toBe('error');
    expect(entries[0]?.text).toContain('dropped');
  }),
]);
