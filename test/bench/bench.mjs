// `npm run bench`: how fast the built package is, against its peers and against what it is made of.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installNode } from './peers.mjs';
import { groupTable, targetTable } from './table.mjs';
import { judge } from './targets.mjs';

const PARTS = [
  'startup',
  'calls',
  'payloads',
  'throughput',
  'memory',
  'import',
  'transpile',
  'process',
  'browser',
];
const HELP = `Usage: npm run bench -- [--node 24] [--only part,...] [--short] [--no-peers] [--json FILE]
Parts: ${PARTS.join(', ')}`;

const { values } = parseArgs({
  allowNegative: true,
  options: {
    node: { type: 'string', default: '24' },
    only: { type: 'string', multiple: true, default: [] },
    short: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: true },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const wanted = values.only.flatMap((list) => list.split(','));
const unknown = wanted.filter((part) => !PARTS.includes(part));
if (values.help || unknown.length > 0) {
  console.log(unknown.length > 0 ? `Unknown part "${unknown[0]}"\n${HELP}` : HELP);
  process.exit(unknown.length > 0 ? 1 : 0);
}

const root = fileURLToPath(new URL('../..', import.meta.url));
if (!existsSync(`${root}/dist/node.js`)) {
  console.log('Building the package');
  execFileSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
}
const binary = installNode(values.node);
const node = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
const machine = {
  node,
  cpu: cpus()[0]?.model.trim(),
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  date: new Date().toISOString().slice(0, 10),
};
console.log(Object.values(machine).join(', '));

const groups = [];
const notes = [];

/** Runs one part in a process of the chosen Node; what it reports is printed as it comes. */
async function measure(part) {
  const options = JSON.stringify({ short: values.short, peers: values.peers });
  const host = fork(new URL('part-host.mjs', import.meta.url), [part, options], {
    execPath: binary,
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  });
  host.on('message', ({ group, note }) => {
    if (group !== undefined) groups.push(group);
    else notes.push({ part, note });
    console.log(group === undefined ? `\n${note}` : groupTable(group));
  });
  const [code] = await once(host, 'exit');
  if (code === 0) return;
  console.error(`\nThe part "${part}" failed (${code})`);
  process.exitCode = 1;
}

for (const part of wanted.length > 0 ? wanted : PARTS) {
  const started = performance.now();
  await measure(part);
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`\n[${part}: ${seconds} s, load of the machine ${loadavg()[0].toFixed(1)}]`);
  // After each part, so that nothing is lost with the rest.
  if (values.json) {
    const all = { machine, groups, notes, verdicts: judge(groups) };
    writeFileSync(values.json, `${JSON.stringify(all, undefined, 2)}\n`);
  }
}
console.log(targetTable(judge(groups)));
