// The installed package on what runs JavaScript: Node, and with CODESEAM_CONSUMERS=all every supported Node, Bun and Deno.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, inject, test } from 'vitest';
import { ENTRIES } from '../installed.ts';
import { ALL, installed } from './binaries.ts';
import { NODE_HOST, SEEN } from './hosts.ts';

const { folder, peered } = inject('installed');
writeFileSync(`${folder}/host.mjs`, NODE_HOST);
writeFileSync(`${folder}/program.ts`, 'const n: number = 2; return { n }');

const versions = ALL ? ['20', '22', '24', '26'] : [];
const nodes: [string, () => string][] = [
  ['the running Node', () => process.execPath],
  ...versions.map((version): [string, () => string] => [`Node ${version}`, () => installed('node', version)]),
];

describe.each(nodes)('on %s', (_name, binary) => {
  const node = (cwd: string, ...args: string[]) => spawnSync(binary(), args, { cwd, encoding: 'utf8' });

  test('a host runs programs in threads and in processes', () => {
    const { stdout, stderr } = node(folder, 'host.mjs');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([SEEN, SEEN, SEEN]);
  });

  test('every entry can be imported, and by require() as well', () => {
    const entries = JSON.stringify(ENTRIES.filter((entry) => entry !== 'codeseam/browser'));
    writeFileSync(`${peered}/entries.mjs`, `for (const entry of ${entries}) await import(entry);`);
    writeFileSync(`${peered}/entries.cjs`, `for (const entry of ${entries}) require(entry);`);
    for (const file of ['entries.mjs', 'entries.cjs']) expect(node(peered, file).stderr).toBe('');
  });

  test('the command runs a program', () => {
    const { stdout, stderr } = node(folder, 'node_modules/codeseam/dist/cli.js', 'run', 'program.ts');
    expect({ stdout, stderr }).toEqual({ stdout: '{ n: 2 }\n', stderr: '' });
  });
});

if (ALL)
  test('on Bun, threads run programs', () => {
    const host = NODE_HOST.replace(/.*new ProcessCodeRuntime.*\n/, '');
    writeFileSync(`${folder}/threads.mjs`, host);
    const { stdout } = spawnSync(installed('bun', '1.4.5'), ['threads.mjs'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual([SEEN, SEEN]);
  });

if (ALL)
  test('on Deno, the types are right', () => {
    const host = "import { createCodeRuntime, type CodeRunResult } from 'codeseam';\n";
    const use =
      "const { value }: CodeRunResult = await createCodeRuntime().run({ program: '', bindings: [] });\n";
    writeFileSync(`${folder}/deno.ts`, `${host}${use}export default value;\n`);
    const deno = installed('deno', '2.9.6');
    const { status, stderr } = spawnSync(deno, ['check', 'deno.ts'], { cwd: folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });
