// The main job: a host hands one program and three functions to a runtime, and reports what comes back.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WorkerThreadCodeRuntime } from 'codeseam/node';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

async function list() {
  const names = await readdir(modules);
  const nested = names.map(async (name) => {
    if (name.startsWith('.')) return [];
    return name.startsWith('@')
      ? (await readdir(join(modules, name))).map((scoped) => `${name}/${scoped}`)
      : [name];
  });
  return (await Promise.all(nested)).flat();
}

async function manifest(folder) {
  const text = await readFile(join(modules, folder, 'package.json'), 'utf8').catch(() => {
    throw new Error(`${folder} is not installed`);
  });
  const { name, version, license = 'unknown', dependencies = {} } = JSON.parse(text);
  return { name, version, license, dependencies: Object.keys(dependencies).length };
}

async function size(folder) {
  const entries = await readdir(join(modules, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}

const program = await readFile(new URL('audit.program.ts', import.meta.url), 'utf8');
const runtime = new WorkerThreadCodeRuntime({ computeMs: 5_000 });
const calls = {};
const counted = (name, fn) => [
  name,
  (...args) => {
    calls[name] = (calls[name] ?? 0) + 1;
    return fn(...args);
  },
];

console.log(
  `Running a ${program.trimEnd().split('\n').length}-line TypeScript program in a worker of its own …\n`,
);
const result = await runtime.run({
  program,
  bindings: [
    {
      global: 'packages',
      functions: Object.fromEntries([
        counted('list', list),
        counted('manifest', manifest),
        counted('size', size),
      ]),
      errorClass: { name: 'PackageError', memberNameProperty: 'operation' },
    },
  ],
  onLog: ({ level, time, text }) =>
    console.log(`${time.toFixed(0).padStart(5)} ms  ${level.padEnd(5)}  ${text}`),
});

console.log('\nCalls that reached the host:', calls);
if (result.error) console.error(`\nThe program failed (${result.error.kind}):\n${result.error.message}`);
else console.log('\nResult:', result.value);
console.log(`\nBusy for ${result.usage.busyMs.toFixed(1)} ms of ${result.usage.wallMs.toFixed(1)} ms.`);
process.exitCode = result.error ? 1 : 0;
await runtime.dispose();
