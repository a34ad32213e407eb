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
    /wasmURL: expected the address of .*esbuild\.wasm.*, got undefined/,
  ],
  'making the runtime of a page without an argument': [
    "(await import('./node_modules/codeseam/dist/index.js')).createCodeRuntime()",
    /wasmURL: expected the address of .*esbuild\.wasm.*, got undefined/,
  ],
  'binding an object whose functions are methods of its class': [
    "await runtime.run({ program: '', bindings: [{ global: 'shop', functions: new (class { price() {} })() }] })",
    /methods of a class are not found/,
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
    /Expected "bindings" to be an array of namespaces, as in \[\{ global: "shop", functions: .*, got object/,
  ],
  'a function beside the functions': [
    "await runtime.run({ program: '', bindings: [{ global: 'shop', list() {} }] })",
    /Unknown field "list" in "bindings\[0\]".*; put "list" under "functions"/,
  ],
  'a class as an error class': [
    "await runtime.run({ program: '', bindings: [{ global: 'shop', functions: {}, errorClass: class X extends Error {} }] })",
    /Expected "bindings\[0\]\.errorClass" to be \{ name, memberNameProperty \}, got function/,
  ],
  'a limit of one run': [
    "await runtime.run({ program: '', timeout: 100 })",
    /Unknown field "timeout" in the run request.*; limits are options of the runtime's constructor, and signal: AbortSignal\.timeout\(ms\) ends one run/,
  ],
  'many options at once': [
    "new WorkerThreadCodeRuntime({ timeout: 5, memory: 3, isolation: 'process', computeMs: -1 })",
    /unknown fields "timeout", "memory" \(did you mean "maxMemoryMb"\), "isolation": expected one of .*; computeMs: .*got -1$/,
  ],
  'the address of the compiler under another name': [
    "const { WebWorkerCodeRuntime } = await import('./node_modules/codeseam/dist/browser.js'); new WebWorkerCodeRuntime({ wasmUrl: '/x' })",
    /unknown field "wasmUrl" \(did you mean "wasmURL"\); wasmURL: expected the address of/,
  ],
  'tools by name in place of a list': [
    "const { createCodeMode } = await import('codeseam/code-mode'); createCodeMode({ runtime, tools: { a() {} } })",
    /tools: expected an array of \{ name, description, inputSchema, execute \}, got object/,
  ],
  'a misspelt field of a tool': [
    "const { createCodeMode } = await import('codeseam/code-mode'); createCodeMode({ runtime, tools: [{ name: 'a', readonly: true, execute() {} }] })",
    /tools\[0\]: unknown field "readonly" \(did you mean "readOnly"\)/,
  ],
  'a misspelt option': [
    'new WorkerThreadCodeRuntime({ computems: 3 })',
    /unknown field "computems" \(did you mean "computeMs"\)/,
  ],
  'running after disposal': [
    "await runtime.dispose(); await runtime.run({ program: '', bindings: [] })",
    /The runtime was disposed/,
  ],
};

test.each(['codeseam/node', 'codeseam/bridge/node', 'codeseam/cordis'])(
  'a page that imports %s is told what to import instead',
  (entry) => {
    // Bundlers for pages, and servers of modules, resolve by this condition.
    const args = ['--conditions=browser', '--input-type=module', '--eval', `await import('${entry}')`];
    const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toContain(
      `Error: Expected ${entry} to be imported on Node, got an import by a page: there, import WebWorkerCodeRuntime from codeseam/browser`,
    );
  },
);

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
