// Tries the packed package on everything that it says it runs on: each supported Node, Bun, bundlers, TypeScript, asar.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', '--project', 'package'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, CODESEAM_CONSUMERS: 'all' },
});
process.exitCode = status ?? 1;
