import { expect, test } from 'vitest';
import { useStage } from './stage.ts';

const stage = useStage();

/** Works as well after whatever came before. */
const NEXT = "(await run(runtime, 'return 1 as number')).value";

/** Counts how often a timer of the page fires while the promise is pending, as a share of what the idle page gave before. */
const SHARE = `
  const rate = async (promise) => {
    let ticks = 0;
    const start = performance.now();
    const timer = setInterval(() => ticks++, 16);
    const result = await promise;
    clearInterval(timer);
    return { result, rate: ticks / (performance.now() - start) };
  };
  const share = async (start) => {
    const idle = await rate(sleep(500));
    const busy = await rate(start());
    return { result: busy.result, share: busy.rate / idle.rate };
  };
`;

test('a frame that is removed mid-run ends the run as worker-exit, and the next run works', async () => {
  const played = await stage().play(`
    await using runtime = new WebWorkerCodeRuntime({ wasmURL });
    const results = [];
    for (const program of ['await host.started(); for (;;);', 'await host.started(); await host.never()']) {
      results.push(await run(runtime, program, {
        started: () => { for (const frame of document.querySelectorAll('iframe')) frame.remove() },
        never: () => new Promise(() => {}),
      }));
    }
    return [...results, ${NEXT}];
  `);
  const error = { kind: 'worker-exit', message: expect.stringContaining('frame') };
  expect(played).toMatchObject([{ error }, { error }, 1]);
});

test('a frame that is emptied or sent elsewhere mid-run ends the run, and the next run works', async () => {
  const played = await stage().play(`
    await using runtime = new WebWorkerCodeRuntime({ wasmURL });
    const results = [];
    for (const change of [(frame) => { frame.srcdoc = 'x' }, (frame) => { frame.src = 'about:blank'; frame.removeAttribute('srcdoc') }]) {
      results.push(await run(runtime, 'await host.started(); await host.never()', {
        started: () => { document.querySelectorAll('iframe').forEach(change) },
        never: () => new Promise(() => {}),
      }));
    }
    return [...results, ${NEXT}];
  `);
  const error = { kind: 'worker-exit' };
  expect(played).toMatchObject([{ error }, { error }, 1]);
});

test('a spare frame that is removed while idle is replaced by the next run', async () => {
  expect(
    await stage().play(`
      await using runtime = new WebWorkerCodeRuntime({ wasmURL });
      const values = [${NEXT}];
      for (const only of ['last', 'all']) {
        await until(() => frames() === 2);
        await sleep(200);
        const all = [...document.querySelectorAll('iframe')];
        for (const frame of only === 'all' ? all : all.slice(-1)) frame.remove();
        values.push(${NEXT}, ${NEXT});
      }
      return values;
    `),
  ).toEqual([1, 1, 1, 1, 1]);
});

test('a program that exhausts its memory ends as worker-exit, and the page and the next run live', async () => {
  const played = (await stage().play(`
    ${SHARE}
    await using runtime = new WebWorkerCodeRuntime({ wasmURL });
    const beside = run(runtime, 'await host.sleep(1); return 2', { sleep: () => sleep(1) });
    const attacks = [
      "return 'x'.repeat(2 ** 28).split('').length",
      "const list = []; for (;;) list.push(new Array(1e6).fill(list.length))",
    ];
    const results = [];
    for (const attack of attacks) results.push(await share(() => run(runtime, attack)), ${NEXT});
    return { beside: (await beside).value, results };
  `)) as { results: ({ share: number } | 1)[] };
  const dead = {
    result: { error: { kind: 'worker-exit', message: expect.stringContaining('memory') } },
    share: expect.any(Number),
  };
  expect(played).toMatchObject({ beside: 2, results: [dead, 1, dead, 1] });
  for (const result of played.results) if (result !== 1) expect(result.share).toBeGreaterThan(0.05);
});
