/** What watches threads is a thread itself. */
import { expect, test } from 'vitest';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';

test('a loop in a thread ends on time while the event loop of its host is blocked', async () => {
  await using runtime = new WorkerThreadCodeRuntime({ computeMs: 200 });
  let called = (): void => {};
  const reached = new Promise<void>((resolve) => {
    called = resolve;
  });
  const bindings = [{ global: 'tools', functions: { a: () => called() } }];
  const running = runtime.run({ program: 'await tools.a(); for (;;);', bindings });
  await reached;
  // Its answer is on the way, and the loop begins.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const until = performance.now() + 3_000;
  while (performance.now() < until);
  const { error, usage } = await running;
  expect(error?.message).toContain('computeMs');
  // Were it ended by the host, it would have been busy for as long as that was.
  expect(usage.busyMs).toBeLessThan(2_000);
});
