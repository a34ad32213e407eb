import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CLI, Command, temporaryFolder } from './servers/command.ts';
import { serverCommand } from './servers/connect.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

describe('the config', () => {
  const refused = (mcpServers: unknown, ...options: string[]) => {
    const config = folder.config(mcpServers as object);
    const { stderr, stdout, status } = spawnSync(
      process.execPath,
      [CLI, 'mcp', '--config', config, ...options],
      { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
    );
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    return stderr;
  };

  test('is refused with every problem by its field', () => {
    const stderr = refused({
      a: {},
      b: { command: 3, args: 'x' },
      c: { command: 'x', args: ['y', 1], env: { KEY: 2 }, cwd: false },
      d: { url: 'ftp://x' },
      e: { type: 'pigeon', url: 'http://x' },
      f__g: { command: 'x' },
      h: { command: 'x', args: ['${NOT_SET}'] },
      i: { type: 'http', command: 'x' },
      j: { url: 'http://x', headers: [] },
      k: 'x',
      l: { command: 'x', url: 'http://x' },
      m: { command: 'x', disabled: 'true' },
      n: { url: 'http://x', headers: { authorization: 'Bearer ${HOME' } },
      o: { type: 'stdio', url: 'http://x' },
    });
    for (const problem of [
      'mcpServers.a.command: expected a string, got undefined',
      'mcpServers.b.command: expected a string, got 3',
      'mcpServers.b.args: expected a list of strings, got "x"',
      'mcpServers.c.args[1]: expected a string, got 1',
      'mcpServers.c.env.KEY: expected a string, got 2',
      'mcpServers.c.cwd: expected a string, got false',
      'mcpServers.d.url: expected an address with http: or https:, got "ftp://x"',
      'mcpServers.e.type: expected "stdio", "http" or "sse", got "pigeon"',
      'mcpServers.f__g: expected a name',
      'mcpServers.h.args[0]: the variable "NOT_SET" is not set, and no default is given',
      'mcpServers.i.url: expected a string, got undefined',
      'mcpServers.j.headers: expected an object of strings, got an array',
      'mcpServers.k: expected an object, got "x"',
      'mcpServers.l: expected "command" or "url", got both',
      'mcpServers.m.disabled: expected a boolean, got "true"',
      'mcpServers.n.headers.authorization: expected a "}" for each "${"',
      'mcpServers.o.command: expected a string, got undefined',
    ]) {
      expect(stderr).toContain(problem);
    }
    expect(stderr).toContain('Usage: codeseam mcp --config FILE');
  });

  test('is refused when it is none', () => {
    expect(refused([])).toContain('Expected mcpServers of the config to be an object, got an array');
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [CLI, 'mcp', ...args], { encoding: 'utf8', cwd: folder.path });
    const other = folder.file('other.json', '{"servers":{},"inputs":[]}');
    expect(run('--config', other).stderr).toContain(
      'Expected mcpServers of the config to be an object, got undefined; the config has "servers", "inputs"',
    );
    expect(run('--config', 'none.json').stderr).toContain(join(folder.path, 'none.json'));
    expect(run().stderr).toContain('Expected --config FILE');
    expect(run('--config', `${folder.path}/none.json`).stderr).toContain('The config cannot be read');
    expect(run('--config', folder.file('bad.json', '{')).stderr).toContain('The config is not JSON');
  });

  test.each([
    [['--http', '70000'], 'Expected --http to be a port from 0 to 65535, got "70000"'],
    [['--connect-ms', '0'], 'Expected --connect-ms to be a whole number of ms from 1'],
    [['--compute-ms', 'soon'], 'Expected --compute-ms to be a whole number of ms from 1 to'],
    [['--isolation', 'vm'], 'Expected --isolation to be "worker-thread", "process" or "container"'],
    [['--nope'], '--nope'],
  ])('is as good as the options %j', (options, message) => {
    expect(refused({}, ...options)).toContain(message);
  });

  test('takes variables of the environment, with defaults', async () => {
    const { command: node, args } = serverCommand('everything');
    const server = {
      command: node,
      args: [`\${NO_SUCH_VARIABLE:-${args[0]}}`],
      env: { GREETING: '${HOME}', PLAIN: '$HOME' },
    };
    const command = await new Command(folder.config({ every: server })).start();
    const { text } = await command.run('return JSON.parse(await tools["every__get-env"]({}))');
    await command.close();
    const environment = JSON.parse(text);
    expect(environment).toMatchObject({ GREETING: process.env['HOME'], PLAIN: '$HOME' });
    expect(environment).not.toHaveProperty('VITEST');
  });

  test('is not started again by a server that it lists', async () => {
    const config = folder.file('own.json');
    const again = [CLI, 'mcp', '--config', config];
    const own = { command: process.execPath, args: again };
    const fixture = serverCommand('fixture');
    writeFileSync(config, JSON.stringify({ mcpServers: { again: own, it: fixture } }));
    const command = await new Command(config).start();
    await expect(command.run('return tools.it__echo({ text: "hi" })')).resolves.toMatchObject({ text: 'hi' });
    expect(command.stderr).toContain(`server "again" is this command itself: leave it out of ${config}`);
    expect(command.stderr).toContain('codeseam: server "again" is not available');
    await command.close();
  });

  test.each([
    [{ command: process.execPath, cwd: '/no/such/folder' }, /its "cwd" is no folder: .*folder/],
    [{ command: 'node server.js' }, 'ENOENT: arguments go in "args"'],
    [
      { command: process.execPath, args: ['-e', 'throw new TypeError("no key")'] },
      '(it said: TypeError: no key)',
    ],
  ])('that leads to no server is explained: %j', async (server, message) => {
    const command = await new Command(folder.config({ it: server })).start();
    await command.tools();
    expect(command.stderr).toMatch(message);
    await command.close();
  });

  test('is explained by --help', () => {
    const { stdout, status } = spawnSync(process.execPath, [CLI, 'mcp', '--help'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toContain('tools.<server>__<tool>');
  });
});

test('input that cannot be read is told, and is exit status 1', () => {
  const { stderr, status } = spawnSync(process.execPath, [CLI, 'mcp', '--config', folder.config({})], {
    encoding: 'utf8',
    input: 'x'.repeat(11 * 2 ** 20),
  });
  expect(stderr).toContain('codeseam: the input cannot be read: ');
  expect(status).toBe(1);
});

test('the package that it needs is named when it is not there, and asked for by nothing else', () => {
  const dist = dirname(CLI);
  const copy = join(folder.path, 'copy');
  cpSync(dist, join(copy, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
  const run = (input: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(copy, 'dist/cli.js'), ...args], { encoding: 'utf8', input });
  const { stderr, status } = run('', 'mcp', '--config', folder.config({}));
  expect(stderr).toContain('npm install @modelcontextprotocol/sdk');
  expect(status).toBe(2);
  expect(run('return 6 * 7', 'run').stdout).toBe('42\n');
});
