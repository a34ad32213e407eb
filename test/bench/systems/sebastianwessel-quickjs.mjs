import { importFrom } from '../peers.mjs';

export async function open({ folder }) {
  const { default: variant } = await importFrom(folder, '@jitl/quickjs-ng-wasmfile-release-sync');
  const { loadQuickJs } = await importFrom(folder, '@sebastianwessel/quickjs');
  const { runSandboxed } = await loadQuickJs(variant);
  return {
    async run(program, functions) {
      const code = `const { host } = env;\nexport default await (async () => {${program}\n})();`;
      const result = await runSandboxed(async ({ evalCode }) => evalCode(code), { env: { host: functions } });
      if (!result.ok) throw new Error(String(result.error?.message ?? result.error));
      return result.data;
    },
    async close() {},
  };
}
