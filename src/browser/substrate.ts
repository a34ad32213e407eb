import { watchBudgets } from '../host/budgets.ts';
import { Heartbeat } from '../host/heartbeat.ts';
import { EndSignal, type Substrate } from '../host/substrate.ts';
import type { CodeRuntimeLimits } from '../seam/limits.ts';
import { clock } from './clock.ts';
import type { Housing } from './housing.ts';
import { randomBeat } from './random-beat.ts';
import workerScript from './worker-entry.ts?script';

/** Often while a program is busy, which is what counts; seldom while it waits for a slow call. */
const PACE = { busyMs: 8, idleMs: 16 };

/** Boots the guest in a worker of the given housing, which is its alone. */
export function bootGuest(housing: Housing): Substrate {
  const frames = new MessageChannel();
  const beats = new MessageChannel();
  const heartbeat = new Heartbeat((beat) => beats.port1.postMessage(beat), randomBeat, clock, PACE);
  const end = new EndSignal();
  let unwatch = (): void => {};
  let markExited = (): void => {};
  const exited = new Promise<void>((resolve) => {
    markExited = resolve;
  });
  let stopping: Promise<{ readonly busyMs: number }> | undefined;

  function start(limits: CodeRuntimeLimits): void {
    heartbeat.start();
    housing.watch('program');
    unwatch = watchBudgets(
      clock,
      limits,
      () => heartbeat.busyMs(),
      (budget) => end.fire({ cause: 'expired', budget }),
    );
  }

  async function stop(): Promise<{ readonly busyMs: number }> {
    const busyMs = heartbeat.busyMs();
    unwatch();
    heartbeat.stop();
    // First the port: whatever is still on its way is dropped with it.
    frames.port1.close();
    beats.port1.close();
    housing.close();
    markExited();
    return { busyMs };
  }

  // The worker answers with the number, or with its negative when nothing of the program ran since the last.
  beats.port1.onmessage = ({ data }) =>
    heartbeat.answered(Math.abs(data), data < 0 ? 0 : Number.POSITIVE_INFINITY);
  // From its start until its guest has greeted, and while it runs; one that waits to be used is asked when it is.
  housing.watch('ours');
  frames.port1.addEventListener('message', () => housing.unwatch(), { once: true });
  housing.onFailure((detail) => end.fire({ cause: 'exited', detail }));
  housing.spawn(workerScript, [frames.port2, beats.port2]);
  return {
    endpoint: frames.port1,
    exited,
    onEnd: (listener) => end.listen(listener),
    start,
    stop: () => (stopping ??= stop()),
    isAlive: () => housing.isAlive(),
  };
}
