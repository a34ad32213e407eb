// What somebody new does wrong first, with the installed package: each error says what to do.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';

const { folder } = inject('installed');

const MISTAKES: Record<string, [code: string, says: RegExp]> = {
  'importing the entry of pages on Node': [
    "await import('codeseam/browser')",
    /import WorkerThreadCodeRuntime or ProcessCodeRuntime from codeseam\/node/,
  ],
  'forgetting where the compiler is served': [
    "const { WebWorkerCodeRuntime } = await import('./node_modules/codeseam/dist/browser.js'); new WebWorkerCodeRuntime()",
    /wasmURL: expected the address of esbuild\.wasm, of the package esbuild-wasm, got undefined/,
  ],
  'running a string': [
    "await runtime.run('return 1')",
    /Expected a run request \{ program, bindings \}, got "return 1"/,
  ],
  'binding a value': [
    "await runtime.run({ program: '', bindings: [{ global: 'shop', functions: { price: 3 } }] })",
    /bindings\[0\]\.functions\["price"\]" to be a function, got 3/,
  ],
  'binding an object in place of a list': [
    "await runtime.run({ program: '', bindings: { shop: {} } })",
    /Expected "bindings" to be an array, got object/,
  ],
  'a misspelt option': [
    'new WorkerThreadCodeRuntime({ computems: 3 })',
    /unknown field "computems": expected one of computeMs, /,
  ],
  'running after disposal': [
    "await runtime.dispose(); await runtime.run({ program: '', bindings: [] })",
    /The runtime was disposed/,
  ],
};

test('each of the first mistakes gets an error that says what to do', () => {
  const tries = Object.entries(MISTAKES).map(
    ([name, [code]]) => `
      await (async () => { ${code} })().then(
        () => (said[${JSON.stringify(name)}] = 'nothing'),
        (error) => (said[${JSON.stringify(name)}] = error.message),
      );`,
  );
  writeFileSync(
    `${folder}/mistakes.mjs`,
    `import { WorkerThreadCodeRuntime } from 'codeseam/node';
     const runtime = new WorkerThreadCodeRuntime();
     const said = {};${tries.join('')}
     console.log(JSON.stringify(said));`,
  );
  const { stdout } = spawnSync(process.execPath, ['mistakes.mjs'], { cwd: folder, encoding: 'utf8' });
  const said = JSON.parse(stdout);
  for (const [name, [, says]] of Object.entries(MISTAKES)) expect(said[name], name).toMatch(says);
});
