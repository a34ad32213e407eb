import { afterAll, expect, it } from 'vitest';
import { createCodeMode, type ToolCallEvent } from '../../src/code-mode/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { gate, recorder, tool } from './calls-harness.ts';

const runtime = new WorkerThreadCodeRuntime();
afterAll(() => runtime.dispose());

/** Tools `read` and `write` that note their beginnings and ends, and stay open for some turns of the loop. */
function traced() {
  const trace: string[] = [];
  let open = 0;
  let most = 0;
  const work = (kind: string) => async (args: Record<string, unknown>) => {
    trace.push(`+${kind}${args['n']}`);
    most = Math.max(most, ++open);
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    open--;
    trace.push(`-${kind}${args['n']}`);
  };
  const tools = [tool('read', work('r'), { readOnly: true }), tool('write', work('w'))];
  return { tools, trace, most: () => most };
}

it('executes exactly maxCalls of 1 000 mutating calls, however the program catches', async () => {
  let executed = 0;
  const codeMode = createCodeMode({ runtime, maxCalls: 50, tools: [tool('write', () => ++executed)] });
  const code = `
    let refused = 0;
    let message = '';
    for (let n = 0; n < 1000; n++) {
      try { await tools.write({ n }); } catch (error) { refused++; message = error.message; }
    }
    return { refused, message };`;
  const { run } = await codeMode.execute({ code });
  expect(executed).toBe(50);
  expect(run.value).toEqual({
    refused: 950,
    message: 'A program may make at most 50 calls: this one was not made',
  });
});

it('counts the calls of each run on its own', async () => {
  const codeMode = createCodeMode({ runtime, maxCalls: 1, tools: [tool('act', () => 'done')] });
  const runs = await Promise.all([1, 2, 3].map(() => codeMode.execute({ code: 'return await tools.act()' })));
  expect(runs.map(({ run }) => run.value)).toEqual(['done', 'done', 'done']);
});

it('overlaps read-only calls up to maxParallel, in order', async () => {
  const { tools, trace, most } = traced();
  const codeMode = createCodeMode({ runtime, maxParallel: 4, tools });
  await codeMode.execute({
    code: 'await Promise.all(Array.from({ length: 20 }, (_, n) => tools.read({ n })))',
  });
  expect(most()).toBe(4);
  expect(trace.filter((step) => step.startsWith('+'))).toEqual(
    Array.from({ length: 20 }, (_, n) => `+r${n}`),
  );
});

it('runs each call of another tool alone', async () => {
  const { tools, trace, most } = traced();
  const codeMode = createCodeMode({ runtime, tools });
  await codeMode.execute({ code: 'await Promise.all([1, 2, 3].map((n) => tools.write({ n })))' });
  expect(most()).toBe(1);
  expect(trace).toEqual(['+w1', '-w1', '+w2', '-w2', '+w3', '-w3']);
});

it('lets a writer wait for the readers before it, and the readers after it for the writer', async () => {
  const { tools, trace } = traced();
  const codeMode = createCodeMode({ runtime, tools });
  const code = `await Promise.all([
    tools.read({ n: 1 }), tools.read({ n: 2 }), tools.write({ n: 3 }), tools.read({ n: 4 }), tools.read({ n: 5 }),
  ])`;
  await codeMode.execute({ code });
  expect(trace.slice(0, 2)).toEqual(['+r1', '+r2']);
  expect(trace.slice(4, 8)).toEqual(['+w3', '-w3', '+r4', '+r5']);
});

it('does not let a slow call hold others that may overlap', async () => {
  const second = gate();
  const first = tool('first', () => second.opened, { readOnly: true });
  const other = tool('other', () => second.open(), { readOnly: true });
  const codeMode = createCodeMode({ runtime, tools: [first, other] });
  const { run } = await codeMode.execute({
    code: 'const slow = tools.first(); await tools.other(); await slow; return 1',
  });
  expect(run.value).toBe(1);
});

it('settles each of 1 000 parallel calls once when the first one fails', async () => {
  const told = new Map<string, string[]>();
  const read = tool(
    'read',
    async ({ n }) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (n === 0) throw new Error('first');
    },
    { readOnly: true },
  );
  const codeMode = createCodeMode({ runtime, tools: [read] });
  const { run } = await codeMode.execute(
    { code: 'await Promise.all(Array.from({ length: 1000 }, (_, n) => tools.read({ n })))' },
    { onEvent: ({ callId, type }) => told.set(callId, [...(told.get(callId) ?? []), type]) },
  );
  expect(run.error?.message).toContain('first');
  expect(told.size).toBe(1000);
  expect(new Set([...told.values()].map(String))).toEqual(new Set(['start,settle', 'settle']));
});

it('makes a misspelt tool a ToolCallError that names the nearest', async () => {
  const codeMode = createCodeMode({ runtime, tools: [tool('search', () => 1), tool('write', () => 2)] });
  const code = `try { await tools.serch({}) } catch (error) {
    return [error instanceof ToolCallError, error.toolName, error.message];
  }`;
  const { run } = await codeMode.execute({ code });
  expect(run.value).toEqual([true, 'serch', expect.stringContaining('the nearest member is "search"')]);
});

it('tells of every call: its arguments, outcome and duration, in order', async () => {
  const events: ToolCallEvent[] = [];
  const codeMode = createCodeMode({
    runtime,
    maxCalls: 3,
    tools: [
      tool('good', ({ n }) => ({ twice: Number(n) * 2 })),
      tool('bad', () => Promise.reject(new Error('out of paper'))),
      tool('strict', () => 1, { inputSchema: { type: 'object', required: ['path'] } }),
    ],
  });
  const code = `
    await tools.good({ n: 2 });
    await tools.bad().catch(() => {});
    await tools.strict({}).catch(() => {});
    await tools.good({ n: 3 }).catch(() => {});`;
  await codeMode.execute({ code }, { onEvent: (event) => events.push(event) });
  const refused = (message: unknown) => ({ type: 'refused', message });
  const ms = expect.any(Number);
  expect(events).toEqual([
    { type: 'start', callId: 'call-1', toolName: 'good', args: { n: 2 } },
    {
      type: 'settle',
      callId: 'call-1',
      toolName: 'good',
      args: { n: 2 },
      outcome: { type: 'resolved', value: { twice: 4 } },
      durationMs: ms,
    },
    { type: 'start', callId: 'call-2', toolName: 'bad', args: {} },
    {
      type: 'settle',
      callId: 'call-2',
      toolName: 'bad',
      args: {},
      outcome: { type: 'rejected', message: 'out of paper' },
      durationMs: ms,
    },
    {
      type: 'settle',
      callId: 'call-3',
      toolName: 'strict',
      args: {},
      outcome: refused('Invalid arguments for "strict": args: missing required property "path"'),
      durationMs: 0,
    },
    {
      type: 'settle',
      callId: 'call-4',
      toolName: 'good',
      args: { n: 3 },
      outcome: refused(expect.stringContaining('at most 3 calls')),
      durationMs: 0,
    },
  ]);
});

it('tells every call with the id that its tool was given', async () => {
  const ids: string[] = [];
  const { lines, onEvent } = recorder();
  const act = tool('act', (_args, { callId }) => void ids.push(callId), { readOnly: true });
  const codeMode = createCodeMode({ runtime, tools: [act] });
  await codeMode.execute({ code: 'await Promise.all([tools.act(), tools.act()])' }, { onEvent });
  expect(ids).toEqual(['call-1', 'call-2']);
  expect(lines.slice(0, 2)).toEqual(['start call-1 act', 'start call-2 act']);
});

it.each<[string, (event: ToolCallEvent) => unknown]>([
  [
    'throws',
    () => {
      throw new Error('listener');
    },
  ],
  ['rejects', () => Promise.reject(new Error('listener'))],
  [
    'writes into what it is given',
    (event) => {
      Object.assign(event.args as object, { list: ['changed'], more: 1 });
      if (event.type === 'settle' && event.outcome.type === 'resolved')
        (event.outcome.value as { seen: unknown[] }).seen.length = 0;
    },
  ],
])('is not changed by a listener that %s', async (_what, onEvent) => {
  const results: unknown[] = [];
  const act = tool('act', (args) => ({ seen: [args] }));
  const codeMode = createCodeMode({ runtime, tools: [act] });
  const { run } = await codeMode.execute(
    { code: 'return await tools.act({ list: ["kept"] })' },
    {
      onEvent: (event) => {
        results.push(JSON.stringify(event.args));
        return onEvent(event);
      },
    },
  );
  expect(run.value).toEqual({ seen: [{ list: ['kept'] }] });
  expect(results).toEqual(['{"list":["kept"]}', '{"list":["kept"]}']);
});

it('tells the arguments as they were sent, whatever the tool does to them', async () => {
  const seen: unknown[] = [];
  const act = tool('act', (args) => {
    args['n'] = 'changed';
  });
  const codeMode = createCodeMode({ runtime, tools: [act] });
  await codeMode.execute({ code: 'await tools.act({ n: 1 })' }, { onEvent: ({ args }) => seen.push(args) });
  expect(seen).toEqual([{ n: 1 }, { n: 1 }]);
});

it('tells of a value that cannot be copied without failing the call', async () => {
  const seen: unknown[] = [];
  const act = tool('act', () => ({ later: () => 1 }));
  const codeMode = createCodeMode({ runtime, tools: [act] });
  const { run } = await codeMode.execute(
    { code: 'return await tools.act().catch((error) => [error instanceof ToolCallError, error.message])' },
    { onEvent: (event) => event.type === 'settle' && seen.push(event.outcome) },
  );
  expect(seen).toEqual([{ type: 'resolved', value: '[a value that cannot be copied]' }]);
  expect(run.value).toEqual([true, expect.stringContaining('tools.act')]);
});

it('reaches tools of any name', async () => {
  const names = [
    '__proto__',
    'constructor',
    'then',
    'toString',
    'a-b',
    'a_b',
    'get issue',
    'résumé',
    '*/',
    '\n',
  ];
  const codeMode = createCodeMode({ runtime, tools: names.map((name) => tool(name, () => `I am ${name}`)) });
  const code = `
    const names = ${JSON.stringify(names)};
    return [Object.keys(tools).length, ...(await Promise.all(names.map((name) => tools[name]())))];`;
  const { run } = await codeMode.execute({ code });
  expect(run.value).toEqual([names.length, ...names.map((name) => `I am ${name}`)]);
});

it('gives a tool its own object as `this`', async () => {
  class Counter {
    readonly name = 'count';
    #count = 41;
    execute(): number {
      return ++this.#count;
    }
  }
  const codeMode = createCodeMode({ runtime, tools: [new Counter()] });
  const { run } = await codeMode.execute({ code: 'return tools.count()' });
  expect(run.value).toBe(42);
});

it('names tools under the global that was asked for', async () => {
  const codeMode = createCodeMode({ runtime, global: 'api', tools: [tool('act', () => 7)] });
  const { run } = await codeMode.execute({ code: 'return [await api.act(), typeof tools]' });
  expect(run.value).toEqual([7, 'undefined']);
});

const hostile = {
  get message(): string {
    throw new Error('trap');
  },
  get name(): string {
    throw new Error('trap');
  },
};

it.each<[string, unknown, string]>([
  ['an Error', new Error('disk full'), 'disk full'],
  ['a string', 'disk full', 'disk full'],
  ['an empty string', '', 'The tool threw an empty string'],
  ['null', null, 'The tool threw null'],
  ['undefined', undefined, 'The tool threw undefined'],
  ['a symbol', Symbol('s'), 'The tool threw Symbol(s)'],
  ['a number', 7, 'The tool threw 7'],
  ['a BigInt without end', 2n ** 1_000_000n, 'The tool threw <a BigInt of more than 30 000 digits>'],
  ['an object like an error', { message: 'disk full' }, 'disk full'],
  ['an object', { a: 1 }, 'The tool failed without a message'],
  ['an error without a message', new Error(), 'The tool failed without a message'],
  ['an object with getters that throw', hostile, 'The tool failed without a message'],
  ['a revoked proxy', revoked(), 'The tool failed without a message'],
])('makes a ToolCallError of a tool that throws %s', async (_what, thrown, message) => {
  const bad = tool('bad', () => {
    throw thrown;
  });
  const codeMode = createCodeMode({ runtime, tools: [bad] });
  const code = `
    try { await tools.bad() } catch (error) {
      return [error instanceof ToolCallError, error instanceof Error, error.name, error.toolName, error.message];
    }`;
  const { run } = await codeMode.execute({ code });
  expect(run.value).toEqual([true, true, 'ToolCallError', 'bad', message]);
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

it('bounds the message of a failure, and cuts no character in half', async () => {
  const bad = tool('bad', () => {
    throw new Error(`x${'😀'.repeat(1_000_000)}`);
  });
  const codeMode = createCodeMode({ runtime, tools: [bad] });
  const { run } = await codeMode.execute({
    code: 'try { await tools.bad() } catch ({ message }) { return message }',
  });
  const message = run.value as string;
  expect(message.length).toBeLessThanOrEqual(10_000);
  expect(message).not.toMatch(LONE_SURROGATE);
  expect(message.endsWith('😀…')).toBe(true);
});

it('keeps code, data, cause and name of what a tool throws', async () => {
  class RateLimit extends Error {
    override name = 'RateLimit';
    code = '429';
    data = { retryAfter: 3 };
  }
  const bad = tool('bad', () => {
    throw new RateLimit('slow down', { cause: new Error('quota') });
  });
  const codeMode = createCodeMode({ runtime, tools: [bad] });
  const code = `
    try { await tools.bad() } catch (error) {
      return [error instanceof ToolCallError, error.name, error.code, error.data, error.cause.message];
    }`;
  const { run } = await codeMode.execute({ code });
  expect(run.value).toEqual([true, 'RateLimit', '429', { retryAfter: 3 }, 'quota']);
});

it('names the tool and the message when a program does not catch', async () => {
  const bad = tool('bad', () => {
    throw new Error('disk full');
  });
  const { run } = await createCodeMode({ runtime, tools: [bad] }).execute({ code: 'await tools.bad()' });
  expect(run.error?.kind).toBe('exception');
  expect(run.error?.message).toContain('tools.bad');
  expect(run.error?.message).toContain('disk full');
});
