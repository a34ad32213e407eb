import { describe, expect, test } from 'vitest';
import { useStage } from './stage.ts';
import { workerThreads } from './threads.ts';

const stage = useStage();

const gone = () => expect.poll(workerThreads, { timeout: 15_000 }).toBe(0);

describe.each(['frame', 'none'])('with containment %s', (containment) => {
  /** A page that is in the middle of a hot loop, unless it is brought back. */
  const busy = `
    const runtime = new WebWorkerCodeRuntime({ wasmURL, containment: '${containment}', computeMs: 5_000 });
    const again = async () => (await run(runtime, 'return 1 as number')).value;
    addEventListener('pageshow', async ({ persisted }) => {
      if (persisted) await say('restored', [await again(), await again()]);
    });
    await again();
    const result = run(runtime, 'await host.started(); for (;;);', { started: () => void say('started') });
    await say('result', (await result).error.kind);
  `;

  test('a page that is left mid-run leaves no worker', async () => {
    const scene = await stage().open(busy);
    await scene.said('started');
    expect(workerThreads()).toBeGreaterThan(0);
    await scene.page.goto('about:blank');
    await gone();
    await scene.close();
  });

  test('a page that is reloaded mid-run leaves no worker of its former self, and runs again', async () => {
    const scene = await stage().open(busy);
    await scene.said('started');
    scene.forget('started');
    await scene.page.reload();
    await scene.said('started');
    await expect.poll(workerThreads, { timeout: 15_000 }).toBeLessThanOrEqual(3);
    await scene.close();
    await gone();
  });

  test('a page that is closed mid-run leaves no worker', async () => {
    const scene = await stage().open(busy);
    await scene.said('started');
    await scene.close();
    await gone();
  });

  // Restored or loaded anew: a browser that is driven seldom keeps a page.
  test('a page that was left and is gone back to runs programs', async () => {
    const scene = await stage().open(busy);
    await scene.said('started');
    stage().site.serve('/elsewhere', { body: '<!doctype html><link rel="icon" href="data:,">' });
    await scene.page.goto(`${stage().site.origin}/elsewhere`);
    await gone();
    scene.forget('started');
    await scene.page.goBack();
    await Promise.race([scene.said('restored'), scene.said('started')]);
    await scene.close();
    await gone();
  });
});
