/** What the code of a child may do, beneath the bare realm: tried with the very command line of a child, and a script of the test. */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { ProcessCodeRuntime } from '../../src/node/index.ts';
import { childCommand } from '../../src/node/process/command.ts';
import { containerProblem } from '../../src/node/process/container.ts';
import { LOADER } from '../../src/node/process/loader.ts';

/** Runs a script in place of the loader; it prints JSON. */
function inChild(isolation: 'process' | 'container', script: string): unknown {
  const [command, ...args] = childCommand({ isolation, realm: 'bare', maxMemoryMb: 64 });
  const { stdout, stderr, status } = spawnSync(
    command,
    args.map((each) => (each === LOADER ? script : each)),
    { env: {}, encoding: 'utf8', cwd: '/' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

const TRY = `const attempt = (act) => { try { act(); return 'done' } catch (error) { return error.code } };`;

test('the permission model denies a child files, processes, workers and addons', () => {
  const script = `${TRY}
    const { readFileSync, writeFileSync } = require('node:fs');
    console.log(JSON.stringify([
      attempt(() => readFileSync('/etc/passwd')),
      attempt(() => writeFileSync('/tmp/codeseam-was-here', '')),
      attempt(() => require('node:child_process').spawnSync('/bin/true')),
      attempt(() => new (require('node:worker_threads').Worker)('', { eval: true })),
      attempt(() => process.dlopen({ exports: {} }, '/nowhere.node')),
    ]));`;
  const [dlopen, ...others] = (inChild('process', script) as string[]).reverse();
  expect(others).toEqual(Array(4).fill('ERR_ACCESS_DENIED'));
  // Before it looks for the file, of which there is none.
  expect(dlopen).toBe('ERR_DLOPEN_DISABLED');
});

test('the permission model denies a child the network, from Node 25 on', () => {
  const script = `require('node:net').connect(9, '127.0.0.1').on('error', ({ code }) => console.log(JSON.stringify(code)));`;
  const isDenied = Number(process.versions.node.split('.')[0]) >= 25;
  expect(inChild('process', script)).toBe(isDenied ? 'ERR_ACCESS_DENIED' : 'ECONNREFUSED');
});

test('the operating system limits the data of a child', () => {
  const fill = (mebibytes: number): string =>
    `const all = []; for (let i = 0; i < ${mebibytes}; i += 16) all.push(Buffer.alloc(16 * 2 ** 20, 1)); console.log(all.length)`;
  expect(inChild('process', fill(64))).toBe(4);
  // The engine may report it, or find no way to go on.
  expect(() => inChild('process', fill(2_048))).toThrow(/allocation|memory/i);
});

test('a child inherits no variable and no flag', () => {
  process.env['CODESEAM_SECRET'] = 'x';
  const script = `console.log(JSON.stringify([Object.keys(process.env), process.env.NODE_OPTIONS ?? '']))`;
  expect(inChild('process', script)).toEqual([[], '']);
});

describe.runIf(containerProblem() === '')('a container', () => {
  const runtime = new ProcessCodeRuntime({ isolation: 'container', realm: 'node' });
  afterAll(() => runtime.dispose());
  const value = async (program: string, functions = {}): Promise<unknown> => {
    const { error, value } = await runtime.run({ program, bindings: [{ global: 'tools', functions }] });
    return error?.message ?? value;
  };

  test('has a root that holds nothing but what Node is made of', async () => {
    const program = `
      const { readdirSync, existsSync } = await import('node:fs');
      return [readdirSync('/').sort(), ['/etc/passwd', '/home', '/root', '/bin/sh'].filter(existsSync)]`;
    const [entries, found] = (await value(program)) as [string[], string[]];
    const top = process.execPath.split('/')[1]!;
    for (const entry of entries) expect(['dev', 'lib', 'lib64', 'proc', 'usr', top]).toContain(entry);
    expect(found).toEqual([]);
  });

  test('has no variable', async () => {
    expect(await value('return Object.keys(process.env)')).toEqual([]);
  });

  test('cannot be written to', async () => {
    const program = `
      const { writeFileSync } = await import('node:fs');
      const codes = [];
      for (const file of ['/x', '/usr/x', process.execPath]) { try { writeFileSync(file, ''); codes.push('written') } catch (e) { codes.push(e.code) } }
      return codes.filter((code) => code === 'written')`;
    expect(await value(program)).toEqual([]);
  });

  test('has no network', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests++;
      response.end();
    }).listen(0);
    const { port } = server.address() as AddressInfo;
    const program = `
      const { connect } = await import('node:net');
      const { networkInterfaces } = await import('node:os');
      const attempt = (host) => new Promise((resolve) => connect(${port}, host, () => resolve('open')).on('error', (e) => resolve('closed')));
      return [await attempt('127.0.0.1'), await attempt('::1'), Object.keys(networkInterfaces()).filter((name) => name !== 'lo')]`;
    expect(await value(program)).toEqual(['closed', 'closed', []]);
    server.close();
    expect(requests).toBe(0);
  });

  test('sees no other process, and no name of the host', async () => {
    const program = `
      const { readdirSync } = await import('node:fs');
      return readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length`;
    expect(await value(program)).toBeLessThan(5);
  });
});
