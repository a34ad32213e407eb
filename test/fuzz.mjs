// The fuzz tests at length: 100 000 sequences, or as many as the first argument says; the second is the seed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [sequences = '100000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
console.log(`${sequences} sequences, seed ${seed}`);
const { status } = spawnSync(
  'npx',
  [
    '--no-install',
    'vitest',
    'run',
    '--project',
    'hostile',
    'test/hostile/fuzz.test.ts',
    '--test-timeout',
    '3600000',
  ],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: { ...process.env, FUZZ_SEQUENCES: sequences, FUZZ_SEED: seed },
  },
);
process.exitCode = status ?? 1;
