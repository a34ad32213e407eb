import { importFrom } from '../peers.mjs';

/** A fresh runtime for each program, in this thread. It is given no functions: only trivial programs are compared. */
export async function open({ folder }) {
  const { getQuickJS } = await importFrom(folder, 'quickjs-emscripten');
  const engine = await getQuickJS();
  return {
    async run(program) {
      const runtime = engine.newRuntime();
      const context = runtime.newContext();
      try {
        const promise = context.unwrapResult(context.evalCode(`(async () => {${program}\n})()`));
        const settled = context.resolvePromise(promise);
        promise.dispose();
        runtime.executePendingJobs();
        const handle = context.unwrapResult(await settled);
        const value = context.dump(handle);
        handle.dispose();
        return value;
      } finally {
        context.dispose();
        runtime.dispose();
      }
    },
    async close() {},
  };
}
