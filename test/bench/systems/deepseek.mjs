import { importFrom } from '../peers.mjs';

/** Its documented defaults. */
const CONFIG = {
  computeMs: 60_000,
  maxWallMs: 600_000,
  maxOutputBytes: 67_108_864,
  maxOldGenerationSizeMb: 512,
};

export async function open({ folder }) {
  const { Context } = await importFrom(folder, '@deepseek-ai/cordis');
  const { WorkerThreadCodeRuntime } = await importFrom(folder, '@deepseek-ai/dsh-code-runtime-worker-thread');
  const runtime = new WorkerThreadCodeRuntime(new Context(), CONFIG);
  return {
    async run(program, functions) {
      const asynchronous = Object.entries(functions).map(([name, fn]) => [name, async (value) => fn(value)]);
      const bindings = [{ global: 'host', functions: Object.fromEntries(asynchronous) }];
      const result = await runtime.run({ program, bindings });
      if (result.error) throw new Error(`${result.error.kind}: ${result.error.message}`);
      return result.value;
    },
    async close() {},
  };
}
