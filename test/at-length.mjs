// Tests that are bounded in `npm test`, at length: `fuzz` (sequences of frames) or `chaos` (random programs).
// Arguments: which, how many (default 100 000 sequences, 5 000 programs), and the seed (default: of the day).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [which = 'fuzz', count = which === 'fuzz' ? '100000' : '5000', seed = String(Date.now() % 2 ** 31)] =
  process.argv.slice(2);
const name = which === 'fuzz' ? 'FUZZ_SEQUENCES' : 'CHAOS_RUNS';
const seedName = which === 'fuzz' ? 'FUZZ_SEED' : 'CHAOS_SEED';
const files = which === 'fuzz' ? ['test/hostile/fuzz.test.ts'] : ['test/chaos'];

console.log(`${which}: ${count}, seed ${seed}`);
const options = ['--project', 'hostile', '--project', 'browser', '--test-timeout', '3600000'];
const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...options, ...files], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
  // Pages see the variables with this prefix.
  env: {
    ...process.env,
    [name]: count,
    [seedName]: seed,
    [`VITE_${name}`]: count,
    [`VITE_${seedName}`]: seed,
  },
});
process.exitCode = status ?? 1;
