// Types, lint, format, dead code and the API reference in one go. Each layer is compiled on its own, so that none can see what it may not touch.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const layers = [
  ...['seam', 'bridge', 'host', 'guest', 'transpile', 'node', 'browser', 'conformance'],
  ...['code-mode', 'cordis', 'cli'],
];

function run(...args) {
  const { status } = spawnSync('npx', ['--no-install', ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`Failed: ${args.join(' ')}`);
    process.exitCode = 1;
  }
}

for (const layer of layers) run('tsc', '-p', `src/${layer}`);
run('tsc', '-p', 'test');
run('tsc', '-p', 'test/tsconfig.browser.json');
run('tsc', '-p', 'playground');
run('biome', 'check', '--config-path=.biome.json', '--error-on-warnings', ...process.argv.slice(2), '.');
run('knip', '--config', '.knip.json');
run('--workspace', '.docs', 'typedoc', '--emit', 'none');
if (!process.exitCode)
  console.log(
    `Types of ${layers.length} layers and the tests, lint, format, dead code and API reference: all fine`,
  );
