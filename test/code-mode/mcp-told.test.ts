import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { Command, temporaryFolder } from './servers/command.ts';
import { serverCommand } from './servers/connect.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function start(mcpServers: object): Promise<Command> {
  const command = await new Command(folder.config(mcpServers)).start();
  onTestFinished(() => command.close());
  return command;
}

test('a model is told which servers are still starting, and what calls return', async () => {
  const command = await start({ it: serverCommand('fixture'), slow: serverCommand('fixture', '--mute') });
  const description = await command.description();
  expect(description).toContain('"it__echo"');
  expect(description).toContain('Without a declared result, a call gives its text as a string');
  expect(description).toMatch(/These servers are not available now: "slow"$/);
});

test('a program is told which server ended during its call', async () => {
  const command = await start({ it: serverCommand('fixture') });
  const { text } = await command.run('await tools.it__crash({})');
  expect(text).toContain('The server "it" ended before it answered: Connection closed');
});

test('whoever watches is told of both ways in which an address was tried', async () => {
  const http = createServer((request, response) => {
    response.writeHead(request.method === 'POST' ? 404 : 500).end('nothing here');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo;
  const command = await start({ web: { url: `http://127.0.0.1:${port}/mcp` } });
  await command.tools();
  expect(command.stderr).toMatch(
    /"web" is not available: .*500.*; and before, by Streamable HTTP: .*nothing here/,
  );
});
