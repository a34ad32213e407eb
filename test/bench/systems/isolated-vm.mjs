import { importFrom } from '../peers.mjs';

/** A fresh isolate for each program, in this thread; calls go by reference, values are copied. */
export async function open({ folder }) {
  const { default: ivm } = await importFrom(folder, 'isolated-vm');
  return {
    async run(program, functions) {
      const isolate = new ivm.Isolate({ memoryLimit: 128 });
      try {
        const context = await isolate.createContext();
        const names = Object.keys(functions);
        for (const name of names) context.global.setSync(`_${name}`, new ivm.Reference(functions[name]));
        const members = names.map(
          (name) => `${name}: (value) => _${name}.apply(undefined, [value], { arguments: { copy: true },
            result: { promise: true, copy: true } })`,
        );
        const code = `const host = { ${members.join(', ')} };\n(async () => {${program}\n})()`;
        return await context.eval(code, { promise: true, copy: true });
      } finally {
        isolate.dispose();
      }
    },
    async close() {},
  };
}
