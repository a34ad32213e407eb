/** Finding tools among many. */
import { expect, test } from 'vitest';
import type { CodeTool } from '../../src/code-mode/index.ts';
import { searchTools } from '../../src/code-mode/sdk/search-tools.ts';

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
  searchTools(tools, query, limit).map(({ name }) => name);

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
  expect(searchTools(many, 'file zip', 1)[0]?.name).toBe('zip');
});

test('what has nothing to do with the query is not found', () => {
  expect(found('kubernetes')).toEqual([]);
});

test('a query without words gives the first tools by name', () => {
  expect(found(' ?!', 2)).toEqual(['HTTPServerStatus', 'fs.read_file']);
});

test('the order of the tools makes no difference', () => {
  const query = 'a file of the repository';
  expect(searchTools(tools.toReversed(), query, 10)).toEqual(searchTools(tools, query, 10));
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
  expect(searchTools([{ ...tool('broken'), inputSchema }], 'broken', 1)).toHaveLength(1);
});
