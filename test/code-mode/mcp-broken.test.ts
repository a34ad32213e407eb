import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alive, Command, isAlive, journal, temporaryFolder } from './servers/command.ts';
import { serverCommand } from './servers/connect.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const fixture = (notes: string, ...days: string[]) =>
  serverCommand('fixture', '--journal', folder.file(notes), ...days);
const file = (notes: string) => `${folder.path}/${notes}`;

describe('a broken server', () => {
  let command: Command;
  beforeAll(async () => {
    const config = folder.config({
      good: fixture('good.txt', '--chatty'),
      absent: { command: 'codeseam-no-such-command' },
      dead: fixture('dead.txt', '--dead'),
      nowhere: { url: 'http://127.0.0.1:1/mcp' },
    });
    command = await new Command(config).start();
  });
  afterAll(() => command.close());

  test('is a note in the description; the others work', async () => {
    const description = await command.description();
    expect(description).toContain('"good__echo"');
    expect(description).toMatch(/These servers are not available now: "absent", "dead", "nowhere"$/);
    expect(description).not.toMatch(/ENOENT|licence|such-command|127\.0\.0\.1/);
    expect(command.stderr).toMatch(/"absent" is not available: .*ENOENT/);
    expect(command.stderr).toMatch(/"dead" is not available: .*no licence found/);
    expect(command.stderr).toMatch(/"nowhere" is not available: .*(ECONNREFUSED|bad port)/);
    await expect(command.run('return tools.good__echo({ text: "hi" })')).resolves.toMatchObject({
      text: 'hi',
    });
  });

  test('is one line for whoever watches, not one for every attempt', async () => {
    await expect.poll(() => journal(file('dead.txt')).length, { timeout: 30_000 }).toBeGreaterThan(2);
    const lines = command.stderr.split('\n').filter((line) => line.includes('"dead" is not available'));
    // A process that ends may be missed at one call or at another, each of which is worth one line.
    expect(lines).toEqual([...new Set(lines)]);
    expect(lines.length).toBeLessThan(3);
    expect(command.stderr.split('\n').filter(Boolean)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^codeseam: /)]),
    );
  });

  test('is not one that prints what is no message, nor one whose messages are long', async () => {
    const code = 'return (await tools.good__long({ megabytes: 12 })).length';
    await expect(command.run(code)).resolves.toEqual({ text: String(12 * 2 ** 19), isError: false });
  });

  test('that ends in a call fails that call, and is there again for the next', async () => {
    const { text, isError } = await command.run(`
      const before = await tools.good__pid({});
      const error = await tools.good__crash({}).catch((error) => error);
      const after = await tools.good__pid({});
      return { isToolCallError: error instanceof ToolCallError, message: error.message, before, after };
    `);
    expect(isError).toBe(false);
    const { isToolCallError, message, before, after } = JSON.parse(text);
    expect(isToolCallError).toBe(true);
    expect(message).toContain('Connection closed');
    expect(after).not.toBe(before);
    expect(isAlive(Number(after))).toBe(true);
  });

  test('that ends again and again is waited for, and the call says so', async () => {
    const { text } = await command.run(`
      await tools.good__crash({}).catch(() => {});
      await tools.good__crash({}).catch(() => {});
      await tools.good__crash({}).catch(() => {});
      return (await tools.good__pid({}).catch((error) => error)).message;
    `);
    expect(text).toMatch(/^The server "good" is not available; next attempt in \d+ s$/);
    await expect
      .poll(() => command.run('return tools.good__echo({ text: "back" })'), {
        timeout: 30_000,
        interval: 200,
      })
      .toMatchObject({ text: 'back' });
  });

  test('leaves nothing behind', async () => {
    await command.close();
    for (const notes of ['good.txt', 'dead.txt']) expect(alive(file(notes))).toEqual([]);
  });
});

test('a server that does not answer is not waited for beyond the limit', async () => {
  const config = folder.config({ mute: fixture('mute.txt', '--mute') });
  const command = await new Command(config, '--connect-ms', '500').start();
  expect(await command.description()).toContain('These servers are not available now: "mute"');
  expect(command.stderr).toContain('"mute" is not available: it did not answer within 500 ms');
  await expect(command.run('return 1')).resolves.toEqual({ text: '1', isError: false });
  await command.close();
  expect(alive(file('mute.txt'))).toEqual([]);
});

test('a list that changes is a notification, and a new tool of the next program', async () => {
  const command = await new Command(folder.config({ it: fixture('grow.txt') })).start();
  const changed = new Promise((resolve) => {
    command.client.setNotificationHandler(ToolListChangedNotificationSchema, resolve);
  });
  expect(await command.description()).not.toContain('it__grown_7');
  await command.run('await tools.it__grow({})');
  await changed;
  expect(await command.description()).toContain('it__grown_7');
  await expect(command.run('return tools.it__grown_7({})')).resolves.toMatchObject({ text: 'grown_7' });
  await command.close();
});
