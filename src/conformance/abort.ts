import { fact, hardKill, topic } from './case.ts';
import { abortController, never, sleep } from './environment.ts';
import { request } from './request.ts';

/** Reasons of an abort and what the message has of them; no text: any message that is not empty. */
const REASONS: readonly [fact: string, reason: unknown, text?: string][] = [
  ['an Error', new Error('user pressed stop'), 'user pressed stop'],
  ['a string', 'changed my mind', 'changed my mind'],
  ['the default', undefined],
  ['null', null],
  ['an empty string', ''],
  ['a number', 42, '42'],
  ['a symbol', Symbol('s')],
  ['an object without a prototype', Object.create(null)],
  [
    'an object that cannot become text',
    {
      toString() {
        throw new Error('trap');
      },
    },
  ],
  ['a revoked proxy', revoked()],
  ['a text of five million characters', 'x'.repeat(5_000_000)],
];

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** A real signal that counts its listeners. */
function countedSignal() {
  const controller = abortController();
  const { signal } = controller;
  const live = new Set<unknown>();
  for (const [method, change] of [
    ['addEventListener', 'add'],
    ['removeEventListener', 'delete'],
  ] as const) {
    const original = signal[method].bind(signal) as (...args: unknown[]) => void;
    Object.defineProperty(signal, method, {
      value: (...args: unknown[]) => {
        live[change](args[1]);
        original(...args);
      },
    });
  }
  return { controller, signal, live };
}

export const abortCases = topic('abort', [
  ...REASONS.map(([name, reason, text]) =>
    fact(`carries the reason of an abort: ${name}`, async ({ failure, expect }) => {
      const controller = abortController();
      const abort = () => {
        controller.abort(reason);
        return never();
      };
      const { kind, message } = await failure('await tools.abort()', {
        tools: { abort },
        signal: controller.signal,
      });
      expect(kind).toBe('abort');
      expect(message.trim()).not.toBe('');
      expect(message.length).toBeLessThan(100_000);
      if (text !== undefined) expect(message).toContain(text);
    }),
  ),
  fact('ends at once, without a call, when the signal was aborted before', async ({ run, expect }) => {
    const controller = abortController();
    controller.abort(new Error('too late'));
    let calls = 0;
    const { error, logs, usage } = await run("console.log('x'); await tools.a()", {
      tools: { a: () => void calls++ },
      signal: controller.signal,
    });
    expect(error?.kind).toBe('abort');
    expect(error?.message).toContain('too late');
    expect(logs).toEqual([]);
    expect(usage.calls).toEqual({ started: 0, settled: 0 });
    expect(calls).toBe(0);
  }),
  fact('is an abort at every stage of the start', async ({ withRuntime, expect }) => {
    // No warm workers: the longest way from the request to the program.
    await withRuntime({ warmWorkers: 0 }, async (runtime) => {
      const kinds: (string | undefined)[] = [];
      const stages = [
        ...[0, 1, 2, 3, 5, 10, 20].map((microtasks) => ({ microtasks, ms: -1 })),
        ...[0, 1, 5, 20, 60].map((ms) => ({ microtasks: 0, ms })),
      ];
      for (const { microtasks, ms } of stages) {
        const controller = abortController();
        const running = runtime.run(
          request('await tools.never()', { tools: { never }, signal: controller.signal }),
        );
        for (let turn = 0; turn < microtasks; turn++) await undefined;
        if (ms >= 0) await sleep(ms);
        controller.abort();
        kinds.push((await running).error?.kind);
      }
      expect(kinds).toEqual(stages.map(() => 'abort'));
    });
  }),
  fact('stops a synchronous infinite loop', hardKill, async ({ failure, expect }) => {
    const controller = abortController();
    const { kind, message } = await failure("console.log('looping'); for (;;);", {
      signal: controller.signal,
      onLog: () => controller.abort('enough'),
    });
    expect(kind).toBe('abort');
    expect(message).toContain('enough');
  }),
  fact('has no effect on the host any more', async ({ run, expect }) => {
    const controller = abortController();
    let effects = 0;
    const { error } = await run('for (;;) await tools.effect()', {
      tools: {
        effect: () => {
          if (++effects === 20) controller.abort();
        },
      },
      signal: controller.signal,
    });
    expect(error?.kind).toBe('abort');
    await sleep(200);
    expect(effects).toBe(20);
  }),
  fact('calls nothing of a burst after the call that aborts', async ({ run, expect }) => {
    const controller = abortController();
    let effects = 0;
    const effect = () => {
      effects++;
      controller.abort();
    };
    await run('await Promise.all(Array.from({ length: 100 }, () => tools.effect()))', {
      tools: { effect },
      signal: controller.signal,
    });
    await sleep(50);
    expect(effects).toBe(1);
  }),
  fact('ends one run and leaves the others', async ({ runtime, expect }) => {
    const shared = await runtime();
    const controller = abortController();
    const doomed = shared.run(
      request('await tools.never()', { tools: { never }, signal: controller.signal }),
    );
    const slow = async () => {
      controller.abort();
      await doomed;
      return 'done';
    };
    const other = shared.run(request('return await tools.slow()', { tools: { slow } }));
    expect((await other).value).toBe('done');
    expect((await doomed).error?.kind).toBe('abort');
  }),
  fact('ends a run that waits for its turn', async ({ withRuntime, expect }) => {
    await withRuntime({ maxConcurrentRuns: 1 }, async (runtime) => {
      const first = abortController();
      const second = abortController();
      let calls = 0;
      const running = runtime.run(request('await tools.never()', { tools: { never }, signal: first.signal }));
      const waiting = runtime.run(
        request('await tools.a()', { tools: { a: () => void calls++ }, signal: second.signal }),
      );
      await sleep(20);
      second.abort();
      expect((await waiting).error?.kind).toBe('abort');
      first.abort();
      expect((await running).error?.kind).toBe('abort');
      expect(calls).toBe(0);
    });
  }),
  fact('leaves no listener on a long-lived signal', async ({ run, runRaw, expect }) => {
    const { signal, live } = countedSignal();
    const programs = [
      'return 1',
      'throw 1',
      'const = 1',
      'return () => 1',
      'await new Promise((r) => setTimeout(r, 1))',
    ];
    for (let round = 0; round < 6; round++) {
      await Promise.all(programs.map((program) => run(program, { signal })));
    }
    await runRaw({ program: 1, bindings: [], signal }).catch(() => {});
    expect(live.size).toBe(0);
  }),
  fact('is dropped after the run has ended', async ({ run, value, expect }) => {
    const controller = abortController();
    const result = await run('return 1', { signal: controller.signal });
    controller.abort();
    expect(result.value).toBe(1);
    expect(await value('return 2')).toBe(2);
  }),
  fact('settles once when an abort races with the end', async ({ run, expect }) => {
    for (let round = 0; round < 10; round++) {
      const controller = abortController();
      const last = () => {
        if (round % 2 === 0) controller.abort();
        else void sleep(0).then(() => controller.abort());
        return 1;
      };
      const result = await run('return await tools.last()', { tools: { last }, signal: controller.signal });
      expect('value' in result).toBe(result.error === undefined);
      if (result.error) expect(result.error.kind).toBe('abort');
    }
  }),
]);
