// What is bounded in `npm test`, at length: `fuzz` (sequences of frames), `chaos` (random programs), or `attacks` (every cell
// of the table, which is printed). Arguments of the first two: how many (default 100 000 sequences, 5 000 programs), and the
// seed (default: of the day).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function vitest(options, env) {
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CODESEAM_AT_LENGTH: '1', ...env },
  });
  process.exitCode = status ?? 1;
}

function randomly(which, name, files, count, seed) {
  console.log(`${which}: ${count}, seed ${seed}`);
  const values = { [`${name}S`]: count, [`${which.toUpperCase()}_SEED`]: seed };
  // Pages see the variables with this prefix.
  const forPages = Object.entries(values).map(([key, value]) => [`VITE_${key}`, value]);
  const projects = ['--project', 'hostile', '--project', 'browser', '--test-timeout', '3600000'];
  vitest([...projects, ...files], { ...values, ...Object.fromEntries(forPages) });
}

const [which, count, seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
if (which === 'attacks') {
  const reporters = ['--reporter=default', '--reporter=./test/attacks/table-reporter.ts'];
  vitest(['--project', 'attacks', ...reporters], {});
} else if (which === 'chaos') {
  randomly(which, 'CHAOS_RUN', ['test/chaos'], count ?? '5000', seed);
} else {
  randomly('fuzz', 'FUZZ_SEQUENCE', ['test/hostile/fuzz.test.ts'], count ?? '100000', seed);
}
