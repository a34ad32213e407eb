import { reflectApply, TypeErrorConstructor } from '../../bridge/intrinsics.ts';

/** Makes `queueMicrotask`. What a callback throws goes to `onUncaught`. */
export function makeQueueMicrotask(onUncaught: (error: unknown) => void) {
  async function run(callback: Function): Promise<void> {
    // Waits in the queue of microtasks, without a property of `Promise` that a program could have changed.
    await undefined;
    try {
      reflectApply(callback, undefined, []);
    } catch (error) {
      onUncaught(error);
    }
  }

  return (callback: unknown): void => {
    if (typeof callback !== 'function') {
      throw new TypeErrorConstructor(
        `Expected the callback of queueMicrotask to be a function, got ${typeof callback}`,
      );
    }
    void run(callback);
  };
}
