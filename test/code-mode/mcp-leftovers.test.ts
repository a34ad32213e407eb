import { spawn } from 'node:child_process';
import { afterAll, describe, expect, test } from 'vitest';
import { alive, CLI, Command, isAlive, journal, temporaryFolder } from './servers/command.ts';
import { serverCommand } from './servers/connect.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const fixture = (notes: string, ...days: string[]) =>
  serverCommand('fixture', '--journal', folder.file(notes), ...days);
const file = (notes: string) => `${folder.path}/${notes}`;

describe('nothing is left running', () => {
  test('of a server that does not want to go, nor of one behind a launcher', async () => {
    const { command: node, args } = fixture('launched.txt', '--stubborn');
    const shell = `"${node}" ${args.map((arg) => `"${arg}"`).join(' ')}; true`;
    const command = await new Command(
      folder.config({
        stubborn: fixture('stubborn.txt', '--stubborn'),
        launched: { command: 'sh', args: ['-c', shell] },
      }),
    ).start();
    await command.tools();
    expect(alive(file('launched.txt'))).toHaveLength(1);
    const { pid } = command;
    await command.close();
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
    expect(alive(file('stubborn.txt'))).toEqual([]);
    // The one behind the launcher has lost its parent: whoever adopts it may take a while to bury it.
    await expect.poll(() => alive(file('launched.txt')), { timeout: 30_000 }).toEqual([]);
    expect(journal(file('stubborn.txt'))).toContain('SIGTERM');
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'after %s, though a program and its call go on',
    async (signal) => {
      const notes = `${signal}.txt`;
      const config = folder.config({ it: fixture(notes) });
      const child = spawn(process.execPath, [CLI, 'mcp', '--config', config], {
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const send = (message: object) =>
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const clientInfo = { name: 'test', version: '1.0.0' };
      const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
      send({ id: 1, method: 'initialize', params });
      send({ method: 'notifications/initialized' });
      const call = { name: 'run_code', arguments: { code: 'await tools.it__wait({})' } };
      send({ id: 2, method: 'tools/call', params: call });
      await expect.poll(() => journal(file(notes)), { timeout: 30_000 }).toContain('waiting');
      child.kill(signal);
      const [status] = await new Promise<[number | null]>((resolve) =>
        child.on('exit', (code) => resolve([code])),
      );
      expect(status).toBe(0);
      expect(alive(file(notes))).toEqual([]);
    },
  );

  test.skipIf(process.platform === 'win32')('when the command is killed', async () => {
    const config = folder.config({ it: fixture('killed.txt', '--stubborn') });
    const command = await new Command(config).start();
    await command.tools();
    expect(alive(file('killed.txt'))).toHaveLength(1);
    process.kill(command.pid, 'SIGKILL');
    await expect.poll(() => alive(file('killed.txt')), { timeout: 30_000 }).toEqual([]);
    await command.close();
  });

  test.skipIf(process.platform === 'win32')('of a server whose message has no end', async () => {
    const flood = folder.file(
      'flood.mjs',
      `import { appendFileSync } from 'node:fs';
      appendFileSync(process.argv[2], 'pid ' + process.pid + '\\n');
      const piece = Buffer.alloc(2 ** 20, 'x');
      process.on('SIGTERM', () => {});
      const write = () => { while (process.stdout.write(piece)); process.stdout.once('drain', write); };
      write();`,
    );
    const notes = folder.file('flood.txt');
    const server = { command: process.execPath, args: [flood, notes] };
    const command = await new Command(folder.config({ flood: server })).start();
    await expect
      .poll(() => command.stderr, { timeout: 30_000 })
      .toContain('The server "flood" sent a message of more than 128 MB');
    const [first] = journal(notes);
    await expect.poll(() => isAlive(Number(first?.slice(4))), { timeout: 30_000 }).toBe(false);
    await command.close();
    expect(alive(notes)).toEqual([]);
  });

  test('when the client goes while servers are starting', async () => {
    const config = folder.config({ mute: fixture('early.txt', '--mute') });
    const command = await new Command(config).start();
    await expect.poll(() => journal(file('early.txt')).length, { timeout: 30_000 }).toBe(1);
    const { pid } = command;
    await command.close();
    await expect.poll(() => isAlive(pid), { timeout: 30_000 }).toBe(false);
    expect(alive(file('early.txt'))).toEqual([]);
  });
});
