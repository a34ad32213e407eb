// The built package, through its public API.
const { WorkerThreadCodeRuntime, ProcessCodeRuntime } = await import('codeseam/node');

export const open = (config) => over(new WorkerThreadCodeRuntime(config));

export const openProcess = (config) => over(new ProcessCodeRuntime(config));

function over(runtime) {
  return {
    async run(program, functions) {
      const result = await runtime.run({ program, bindings: [{ global: 'host', functions }] });
      if (result.error) throw new Error(`${result.error.kind}: ${result.error.message}`);
      return result.value;
    },
    close: () => runtime.dispose(),
  };
}
