// Runs the suites on every supported version of Node; the binaries come from the npm package `node`.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.slice(2);
const versions = wanted.length > 0 ? wanted : ['20', '22', '24', '26'];
let failed = false;

for (const version of versions) {
  const folder = join(tmpdir(), `codeseam-node-${version}`);
  const binary = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    const install = ['install', '--prefix', folder, '--no-save', '--no-package-lock', `node@${version}`];
    execFileSync('npm', install, { stdio: 'ignore' });
  }
  const exact = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`\nNode ${exact}`);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const { status } = spawnSync(binary, [vitest, 'run', '--reporter=dot'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CODESEAM_AT_LENGTH: '1' },
  });
  if (status !== 0) failed = true;
}
process.exitCode = failed ? 1 : 0;
