import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../../vite.config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the package, where the dependencies are found.
const folder = join(root, 'node_modules/.cache/transpiler-process');

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: config.plugins ?? [],
    build: {
      outDir: folder,
      target: 'es2022',
      lib: {
        entry: join(root, 'src/node/transpiler.ts'),
        formats: ['es'],
        fileName: () => 'transpiler.mjs',
      },
      rolldownOptions: { external: [/^node:/, 'comlink', 'esbuild-wasm'] },
    },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a script in a process of its own; `go(program)` transpiles and prints the outcome. */
async function runScript(name: string, body: string, ...flags: string[]) {
  const file = join(folder, `${name}.mjs`);
  const head = `import { createNodeTranspiler } from './transpiler.mjs';
    const transpiler = createNodeTranspiler();
    const go = async (program) => {
      const { outcome, message = '' } = await transpiler.transpile(program, { realm: 'bare' });
      console.log(message === '' ? outcome : outcome + ': ' + message.split('\\n')[0]);
    };`;
  await writeFile(file, `${head}\n${body}`);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, file], {
    timeout: 20_000,
  });
  return { lines: stdout.trimEnd().split('\n'), stderr };
}

describe('a process that transpiles', () => {
  it('waits for the program in progress and then ends by itself', async () => {
    expect(await runScript('single', `go('return 1');`)).toEqual({ lines: ['transpiled'], stderr: '' });
  });

  it('waits again for each later program', async () => {
    const body = `await go('return 1');
      await new Promise((resolve) => setTimeout(resolve, 50));
      go('return 2');
      go('const = 1');`;
    expect((await runScript('later', body)).lines).toEqual([
      'transpiled',
      'transpiled',
      'rejected: SyntaxError: Expected identifier but found "=" (line 1, column 7)',
    ]);
  });

  it('ends by itself after a crash of the compiler, which prints nothing', async () => {
    const { lines, stderr } = await runScript(
      'crash',
      `go('return ' + '['.repeat(300_000)); go('return 1');`,
    );
    expect(lines).toEqual([expect.stringMatching(/^rejected.*nested too deeply/), 'transpiled']);
    expect(stderr).toBe('');
  });

  it('passes none of its flags on to the worker', async () => {
    const hook = join(folder, 'hook.cjs');
    await writeFile(hook, 'if (!require("node:worker_threads").isMainThread) console.log("a worker");');
    const { lines } = await runScript('flags', `go('return 1');`, '--require', hook, '--expose-gc');
    expect(lines).toEqual(['transpiled']);
  });

  it('is told when WebAssembly is turned off', async () => {
    const { lines } = await runScript('jitless', `go('return 1');`, '--jitless');
    expect(lines).toEqual([
      expect.stringMatching(/^unavailable.*WebAssembly is turned off in this process$/),
    ]);
  });
});
