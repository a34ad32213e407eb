/** Finding tools among many. */
import { expect, test } from 'vitest';
import type { CodeTool } from '../../src/code-mode/index.ts';
import { ToolIndex } from '../../src/code-mode/sdk/tool-index.ts';

function tool(name: string, description = '', properties: readonly string[] = []): CodeTool {
  const inputSchema = { type: 'object', properties: Object.fromEntries(properties.map((key) => [key, {}])) };
  return { name, description, inputSchema, execute: () => undefined };
}

const tools = [
  tool('github__listPullRequests', 'Lists the pull requests of a repository', ['owner', 'repo']),
  tool('github__create_issue', 'Opens an issue in a repository', ['owner', 'repo', 'issueTitle']),
  tool('fs.read_file', 'Reads a file as text', ['path']),
  tool('fs.write_file', 'Writes text to a file', ['path', 'content']),
  tool('mail-send', 'Sends an e-mail to somebody', ['recipient', 'body']),
  tool('HTTPServerStatus', 'Whether the server is up'),
];

const found = (query: string, limit = 3): string[] =>
  new ToolIndex(tools).search(query, limit).map(({ name }) => name);

test.each([
  ['pull requests', 'github__listPullRequests'],
  ['list_pull-request', 'github__listPullRequests'],
  ['LISTPULLREQUESTS github', 'github__listPullRequests'],
  ['open a new issue', 'github__create_issue'],
  ['issue title', 'github__create_issue'],
  ['read files', 'fs.read_file'],
  ['fs.write_file', 'fs.write_file'],
  ['who is the recipient?', 'mail-send'],
  ['http server', 'HTTPServerStatus'],
  ['e-mails', 'mail-send'],
])('%j finds %j first', (query, name) => {
  expect(found(query)[0]).toBe(name);
});

test('a rare word counts more than one of many tools', () => {
  const many = [
    ...Array.from({ length: 50 }, (_, index) => tool(`file_${index}`, 'About a file')),
    tool('zip', 'Packs'),
  ];
  expect(new ToolIndex(many).search('file zip', 1)[0]?.name).toBe('zip');
});

test('what has nothing to do with the query is not found', () => {
  expect(found('kubernetes')).toEqual([]);
});

test('a query without words gives the first tools by name', () => {
  expect(found(' ?!', 2)).toEqual(['HTTPServerStatus', 'fs.read_file']);
});

test('the order of the tools makes no difference', () => {
  const query = 'a file of the repository';
  expect(new ToolIndex(tools.toReversed()).search(query, 10)).toEqual(new ToolIndex(tools).search(query, 10));
  expect(found(query, 1)).toHaveLength(1);
});

test('a tool with a schema that cannot be read is found by its name', () => {
  const inputSchema = new Proxy(
    {},
    {
      getOwnPropertyDescriptor: () => {
        throw new Error('no');
      },
    },
  );
  expect(new ToolIndex([{ ...tool('broken'), inputSchema }]).search('broken', 1)).toHaveLength(1);
});

test('a search of many tools with long descriptions costs little, once they were read', () => {
  const words = (seed: number, count: number): string =>
    Array.from(
      { length: count },
      (_, index) => `w${((seed * 7919 + index * 104_729) % 999_983).toString(36)}q`,
    ).join(' ');
  const index = new ToolIndex(Array.from({ length: 500 }, (_, n) => tool(`t${n}`, words(n, 1_400))));
  index.search('anything', 1);
  const times = Array.from({ length: 5 }, (_, n) => {
    const start = performance.now();
    index.search(words(n, 150), 10);
    return performance.now() - start;
  });
  expect(Math.min(...times)).toBeLessThan(100);
});

test('a word of any length is looked for', () => {
  const long = 'x'.repeat(100_000);
  expect(new ToolIndex([tool(long), tool('other')]).search(long, 5).map(({ name }) => name)).toEqual([long]);
});
