import { getEventListeners } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { createCodeMode, type ToolCallEvent } from '../../src/code-mode/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { gate, recorder, textOf, tool, untilAborted } from './calls-harness.ts';

const runtime = new WorkerThreadCodeRuntime();
const short = new WorkerThreadCodeRuntime({ maxWallMs: 1_500, computeMs: 1_000, warmWorkers: 0 });
afterAll(async () => {
  await runtime.dispose();
  await short.dispose();
});

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown): number => unhandled.push(reason);
process.on('unhandledRejection', onUnhandled);
afterAll(() => {
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
});

it('passes the reason of an abort on to the call that is under way', async () => {
  const controller = new AbortController();
  const reasons: unknown[] = [];
  const wait = tool('wait', (_args, context) => {
    context.signal.addEventListener('abort', () => reasons.push(context.signal.reason));
    queueMicrotask(() => controller.abort('enough'));
    return untilAborted(context);
  });
  const { lines, onEvent } = recorder();
  const codeMode = createCodeMode({ runtime, tools: [wait] });
  const { run, isError, content } = await codeMode.execute(
    { code: 'console.log("before"); await tools.wait()' },
    { signal: controller.signal, onEvent },
  );
  expect(run.error?.kind).toBe('abort');
  expect(reasons).toEqual(['enough']);
  expect(lines).toEqual(['start call-1 wait', 'settle call-1 wait rejected']);
  expect(isError).toBe(true);
  expect(textOf(content)).toMatch(/^Logs:\nbefore\nError \(abort\): /);
});

it('never starts a call that waits in the queue when the run is aborted', async () => {
  const controller = new AbortController();
  const ran: unknown[] = [];
  const write = tool('write', ({ n }, context) => {
    ran.push(n);
    setTimeout(() => controller.abort(), 50);
    return untilAborted(context);
  });
  const { lines, onEvent } = recorder();
  const codeMode = createCodeMode({ runtime, tools: [write] });
  const code = 'await Promise.all([1, 2, 3].map((n) => tools.write({ n })))';
  const { run } = await codeMode.execute({ code }, { signal: controller.signal, onEvent });
  expect(run.error?.kind).toBe('abort');
  expect(ran).toEqual([1]);
  expect(lines.slice(0, 3)).toEqual([
    'start call-1 write',
    'settle call-2 write dropped',
    'settle call-3 write dropped',
  ]);
  expect(lines.slice(3)).toEqual(['settle call-1 write rejected']);
});

it.each([
  ['completion', 'tools.wait(); tools.started(); await tools.started(); return 1', undefined],
  ['failure', 'tools.wait(); await tools.started(); throw new Error("no")', 'exception'],
  ['a budget', 'await tools.wait()', 'timeout'],
  ['a hot loop', 'tools.wait(); await tools.started(); while (true) {}', 'timeout'],
])('stops the calls under way at the end of a run by %s', async (_how, code, kind) => {
  let aborted = 0;
  const wait = tool(
    'wait',
    (_args, context) => {
      context.signal.addEventListener('abort', () => aborted++);
      return untilAborted(context);
    },
    { readOnly: true },
  );
  const started = tool('started', () => undefined, { readOnly: true });
  const codeMode = createCodeMode({ runtime: short, tools: [wait, started] });
  const { run } = await codeMode.execute({ code });
  expect(run.error?.kind).toBe(kind);
  expect(aborted).toBe(1);
});

it('does not fire the signal of a call that settled before the end', async () => {
  const signals: AbortSignal[] = [];
  const quick = tool('quick', (_args, { signal }) => void signals.push(signal));
  const codeMode = createCodeMode({ runtime, tools: [quick] });
  await codeMode.execute({ code: 'await tools.quick(); await tools.quick()' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  expect(signals[0]).not.toBe(signals[1]);
});

it('resolves only when a call that stops slowly has settled', async () => {
  const order: string[] = [];
  const slow = tool('slow', async ({ signal: _signal }, context) => {
    await untilAborted(context).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    order.push('stopped');
    return 'late';
  });
  const events: ToolCallEvent[] = [];
  const codeMode = createCodeMode({ runtime, tools: [slow] });
  const code = 'tools.slow(); await Promise.resolve()';
  await codeMode.execute({ code }, { onEvent: (event) => events.push(event) });
  order.push('resolved');
  expect(order).toEqual(['stopped', 'resolved']);
  expect(events[1]).toMatchObject({ type: 'settle', outcome: { type: 'resolved', value: 'late' } });
});

it.each(['resolve', 'reject'] as const)(
  'leaves a tool behind that ignores its signal, and drops what it does later: %s',
  async (how) => {
    const late = gate();
    const deaf = tool('deaf', async () => {
      await late.opened;
      if (how === 'reject') throw new Error('too late');
      return 'too late';
    });
    const { lines, onEvent } = recorder();
    const codeMode = createCodeMode({ runtime, tools: [deaf], settleMs: 30 });
    const { run } = await codeMode.execute({ code: 'tools.deaf(); return 1' }, { onEvent });
    expect(run.value).toBe(1);
    const expected = ['start call-1 deaf', 'settle call-1 deaf dropped'];
    expect(lines).toEqual(expected);
    late.open();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lines).toEqual(expected);
  },
);

it('ends a run when its runtime is disposed, and rejects the next one', async () => {
  const own = new WorkerThreadCodeRuntime({ warmWorkers: 0 });
  const { lines, onEvent } = recorder();
  const wait = tool('wait', (_args, context) => {
    void own.dispose();
    return untilAborted(context);
  });
  const codeMode = createCodeMode({ runtime: own, tools: [wait] });
  const { run } = await codeMode.execute({ code: 'await tools.wait()' }, { onEvent });
  expect(run.error?.kind).toBe('abort');
  expect(lines).toEqual(['start call-1 wait', 'settle call-1 wait rejected']);
  await expect(codeMode.execute({ code: '1' })).rejects.toMatchObject({ code: 'disposed' });
});

it('rejects with what the runtime rejects with, after the calls have settled', async () => {
  const order: string[] = [];
  const wait = tool('wait', async (_args, context) => {
    await untilAborted(context).catch(() => {});
    order.push('settled');
  });
  const failing = {
    run: async (request: Parameters<WorkerThreadCodeRuntime['run']>[0]) => {
      void Reflect.get(request.bindings![0]!.functions, 'wait')({});
      throw new Error('the runtime broke');
    },
  };
  const codeMode = createCodeMode({ runtime: failing, tools: [wait] });
  await codeMode.execute({ code: '' }).catch((error: Error) => order.push(error.message));
  expect(order).toEqual(['settled', 'the runtime broke']);
});

it('calls nothing for a runtime that comes back after the end', async () => {
  let call: ((args: unknown) => unknown) | undefined;
  const leaky = {
    run: async ({ bindings }: Parameters<WorkerThreadCodeRuntime['run']>[0]) => {
      call = Reflect.get(bindings![0]!.functions, 'act');
      const calls = { started: 0, settled: 0 };
      return { logs: [], usage: { wallMs: 0, busyMs: 0, calls, logs: { dropped: 0, droppedBytes: 0 } } };
    },
  };
  let ran = 0;
  const { lines, onEvent } = recorder();
  const codeMode = createCodeMode({ runtime: leaky, tools: [tool('act', () => ran++)] });
  await codeMode.execute({ code: '' }, { onEvent });
  await expect(call!({})).rejects.toThrow('The run has ended');
  expect(ran).toBe(0);
  expect(lines).toEqual([]);
});

it('makes no call for a signal that has fired already', async () => {
  let ran = 0;
  const codeMode = createCodeMode({ runtime, tools: [tool('act', () => ran++)] });
  const { run } = await codeMode.execute({ code: 'await tools.act()' }, { signal: AbortSignal.abort() });
  expect(run.error?.kind).toBe('abort');
  expect(ran).toBe(0);
});

it('leaves no listener on a signal that outlives many runs', async () => {
  const { signal } = new AbortController();
  const codeMode = createCodeMode({ runtime, tools: [tool('act', () => 1)] });
  for (let index = 0; index < 12; index++) await codeMode.execute({ code: 'await tools.act()' }, { signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

it('starts no tool when the listener of its start ends the run', async () => {
  const controller = new AbortController();
  let ran = 0;
  const lines: string[] = [];
  const codeMode = createCodeMode({ runtime, tools: [tool('act', () => ran++)] });
  await codeMode.execute(
    { code: 'await tools.act()' },
    {
      signal: controller.signal,
      onEvent: (event) => {
        lines.push(event.type === 'start' ? 'start' : event.outcome.type);
        controller.abort();
      },
    },
  );
  expect(ran).toBe(0);
  expect(lines).toEqual(['start', 'dropped']);
});

it('waits no longer than settleMs for a check of arguments that never ends', async () => {
  const stuck = tool('stuck', () => 1, { parse: () => new Promise(() => {}) });
  const { lines, onEvent } = recorder();
  const codeMode = createCodeMode({ runtime, tools: [stuck], settleMs: 20 });
  await codeMode.execute({ code: 'tools.stuck(); return 1' }, { onEvent });
  expect(lines).toEqual(['settle call-1 stuck dropped']);
});
