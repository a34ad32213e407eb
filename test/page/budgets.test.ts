import type { CDPSession } from 'playwright';
import { describe, expect, test } from 'vitest';
import { type Scene, useStage } from './stage.ts';

const stage = useStage();

/** A timer of 16 ms that counts how often it fires. */
const TICKS = `
  let ticks = 0;
  setInterval(() => ticks++, 16);
`;

interface Result {
  readonly value?: unknown;
  readonly error?: { readonly kind: string; readonly message: string };
  readonly usage: { readonly busyMs: number; readonly wallMs: number };
}

describe.each(['frame', 'none'])('with containment %s', (containment) => {
  const runtime = (options: string) => `
    await using runtime = new WebWorkerCodeRuntime({ wasmURL, containment: '${containment}', ${options} });
    await run(runtime, 'return 1');
  `;

  test('a hot loop ends as timeout, and the timers of the page kept firing', async () => {
    const { result, ticks, idle } = (await stage().play(`
      ${TICKS}
      ${runtime('computeMs: 300')}
      const start = ticks;
      await sleep(600);
      const idle = (ticks - start) / 600;
      const from = ticks;
      const result = await run(runtime, 'for (;;);');
      return { result, idle, ticks: (ticks - from) / result.usage.wallMs };
    `)) as { result: Result; ticks: number; idle: number };
    expect(result.error).toMatchObject({ kind: 'timeout', message: expect.stringContaining('computeMs') });
    expect(result.usage.busyMs).toBeGreaterThan(200);
    // A page that is held up gets none; one that shares two busy cores with the loop, some.
    expect(ticks / idle).toBeGreaterThan(0.1);
  });

  test('a hot loop behind a pending call ends too', async () => {
    expect(
      await stage().play(`
        ${runtime('computeMs: 300')}
        return await run(runtime, 'host.never(); await host.now(); for (;;);', { never: () => new Promise(() => {}), now: () => 1 });
      `),
    ).toMatchObject({ error: { kind: 'timeout' } });
  });

  test('maxWallMs ends a program that waits', async () => {
    expect(
      await stage().play(`
        ${runtime('maxWallMs: 400')}
        return await run(runtime, 'await host.never()', { never: () => new Promise(() => {}) });
      `),
    ).toMatchObject({ error: { kind: 'timeout', message: expect.stringContaining('maxWallMs') } });
  });

  test('abort stops a hot loop, and nothing of it is heard afterwards', async () => {
    expect(
      await stage().play(`
        ${runtime('')}
        const control = new AbortController();
        let calls = 0;
        const result = await run(runtime, 'host.f(); await host.f(); for (;;) host.f().catch(() => {});', {
          f: () => { if (++calls === 2) setTimeout(() => control.abort(new Error('enough')), 100) },
        }, { signal: control.signal });
        const counted = calls;
        await sleep(500);
        return { result, late: calls - counted };
      `),
    ).toMatchObject({
      result: { error: { kind: 'abort', message: expect.stringContaining('enough') } },
      late: 0,
    });
  });

  test('a slow call costs nothing', async () => {
    const result = (await stage().play(`
      ${runtime('computeMs: 1_000')}
      return await run(runtime, 'await host.slow(); return 1', { slow: () => sleep(2000) });
    `)) as Result;
    expect(result).toMatchObject({ value: 1 });
    expect(result.usage.busyMs).toBeLessThan(result.usage.wallMs / 2);
  });

  test('a page that blocks itself does not fail a program that waits', async () => {
    expect(
      await stage().play(`
        ${runtime('computeMs: 1_000')}
        const results = [];
        for (const pause of [0, 50, 500]) {
          results.push(await run(runtime, 'await host.slow(); return 1', { slow: async () => {
            await sleep(pause);
            const until = performance.now() + 2000;
            while (performance.now() < until);
            await sleep(50);
          } }));
        }
        return results.map(({ value, error }) => value ?? error);
      `),
    ).toEqual([1, 1, 1]);
  });

  /** Opens a page that waits, lets something happen to it for a while, and runs a hot loop afterwards or meanwhile. */
  const waiting = async (happen: (scene: Scene, session: CDPSession) => Promise<void>) => {
    const scene = await stage().open(`
      ${runtime('computeMs: 1_000')}
      let resume;
      globalThis.resume = () => resume();
      const slow = new Promise((done) => { resume = done });
      const result = run(runtime, 'await host.slow(); return 1', { slow: () => { say('waiting'); return slow } });
      await say('waited', await result);
      return await run(runtime, 'for (;;);');
    `);
    try {
      await scene.said('waiting');
      const session = await scene.page.context().newCDPSession(scene.page);
      await happen(scene, session);
      return [await scene.said('waited'), await scene.said('done')];
    } finally {
      await scene.close();
    }
  };

  const OUTCOME = [{ value: 1 }, { error: { kind: 'timeout' } }];
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

  test('a page that is stopped at a breakpoint does not fail a program that waits', async () => {
    const results = await waiting(async ({ page }, session) => {
      await session.send('Debugger.enable');
      const paused = new Promise((resolve) => session.once('Debugger.paused', resolve));
      await session.send('Debugger.pause');
      await paused;
      await pause(2_500);
      await session.send('Debugger.resume');
      await session.send('Debugger.disable');
      await page.evaluate('resume()');
    });
    expect(results).toMatchObject(OUTCOME);
  });

  test('a page that is frozen does not fail a program that waits', async () => {
    const results = await waiting(async ({ page }, session) => {
      await session.send('Page.setWebLifecycleState', { state: 'frozen' });
      await pause(2_500);
      await session.send('Page.setWebLifecycleState', { state: 'active' });
      await page.evaluate('resume()');
    });
    expect(results).toMatchObject(OUTCOME);
  });

  test('a page behind another one does not fail a program that waits, and ends a hot loop', async () => {
    const results = await waiting(async ({ page }) => {
      const other = await page.context().newPage();
      await other.bringToFront();
      await pause(2_500);
      await page.evaluate('resume()');
    });
    expect(results).toMatchObject(OUTCOME);
  });
});
