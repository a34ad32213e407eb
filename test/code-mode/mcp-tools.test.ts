import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mcpTools } from '../../src/code-mode/adapters/mcp.ts';
import type { CodeTool } from '../../src/code-mode/index.ts';
import { type Answer, connectProcess, connectScript, serverCommand } from './servers/connect.ts';

function call(
  tools: readonly CodeTool[],
  name: string,
  args: unknown = {},
  signal = new AbortController().signal,
) {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`There is no ${name} among ${tools.map((known) => known.name)}`);
  return Promise.resolve(tool.execute(args, { callId: 'call-1', signal }));
}

/** The tools of a server that lists what is given, and answers every call in the same way. */
async function scripted(answer: Answer | undefined, listed: unknown[] = [{ name: 'it' }]) {
  const { client, heard } = await connectScript(({ method }) =>
    method === 'tools/list' ? { result: { tools: listed } } : answer,
  );
  return { client, heard, tools: await mcpTools(client) };
}

describe('the tools of server-everything', () => {
  let client: Client;
  let tools: CodeTool[];
  beforeAll(async () => {
    client = await connectProcess(serverCommand('everything'));
    tools = await mcpTools(client);
  });
  afterAll(() => client.close());

  test('have their names, descriptions and schemas', () => {
    const sum = tools.find(({ name }) => name === 'get-sum');
    expect(sum?.description).toBe('Returns the sum of two numbers');
    expect(sum?.inputSchema).toMatchObject({ type: 'object', required: ['a', 'b'] });
    const weather = tools.find(({ name }) => name === 'get-structured-content');
    expect(weather?.outputSchema).toMatchObject({ type: 'object', properties: { humidity: {} } });
  });

  test('give text as text, and structured content as data', async () => {
    await expect(call(tools, 'get-sum', { a: 2, b: 3 })).resolves.toBe('The sum of 2 and 3 is 5.');
    const weather = await call(tools, 'get-structured-content', { location: 'Chicago' });
    expect(weather).toMatchObject({ temperature: expect.any(Number), conditions: expect.any(String) });
  });

  test('give images as content blocks, with the texts beside them', async () => {
    const blocks = await call(tools, 'get-tiny-image');
    expect(blocks).toMatchObject([
      { type: 'text' },
      { type: 'image', mimeType: 'image/png', data: expect.any(String) },
      { type: 'text' },
    ]);
  });

  test('throw what the server says of an error', async () => {
    await expect(call(tools, 'get-sum', { a: 'x' })).rejects.toThrow(/invalid/i);
  });

  test('leave out what runs as a task only', () => {
    expect(tools.map(({ name }) => name)).not.toContain('simulate-research-query');
  });
});

describe('the tools of server-filesystem', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'codeseam-mcp-')));
  let client: Client;
  beforeAll(async () => {
    writeFileSync(join(folder, 'list.json'), '[1,2]');
    client = await connectProcess(serverCommand('filesystem', folder));
  });
  afterAll(async () => {
    await client.close();
    rmSync(folder, { recursive: true });
  });

  test('say which of them change nothing', async () => {
    const tools = await mcpTools(client);
    const readOnly = (name: string) => tools.find((tool) => tool.name === name)?.readOnly;
    expect(readOnly('read_text_file')).toBe(true);
    expect(readOnly('write_file')).toBe(false);
  });

  test('have a prefix when one is given, and are called by their own names', async () => {
    const tools = await mcpTools(client, { prefix: 'files.' });
    expect(tools.every(({ name }) => name.startsWith('files.'))).toBe(true);
    const read = await call(tools, 'files.read_text_file', { path: join(folder, 'list.json') });
    expect(read).toEqual({ content: '[1,2]' });
    await expect(call(tools, 'files.read_text_file', { path: '/etc/passwd' })).rejects.toThrow(
      /Access denied/,
    );
  });
});

describe('a server of several pages', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connectProcess(serverCommand('fixture'));
  });
  afterAll(() => client.close());

  test('gives the tools of all of them', async () => {
    const tools = await mcpTools(client);
    expect(tools.map(({ name }) => name)).toEqual(['echo', 'crash', 'wait', 'fail', 'grow', 'long', 'pid']);
  });

  test('answers other calls after one was aborted', async () => {
    const tools = await mcpTools(client);
    const abort = new AbortController();
    const waiting = call(tools, 'wait', {}, abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(call(tools, 'wait', {}, abort.signal)).rejects.toThrow('enough');
    await expect(call(tools, 'echo', { text: 'still here' })).resolves.toBe('still here');
  });
});

describe('a result', () => {
  const text = (...texts: string[]) => ({ content: texts.map((each) => ({ type: 'text', text: each })) });

  test.each(['42', 'null', '[1,2]', '{not json', ''])('of the text %j stays that text', async (value) => {
    const { tools } = await scripted({ result: text(value) });
    await expect(call(tools, 'it')).resolves.toBe(value);
  });

  test('of several texts is their lines', async () => {
    const { tools } = await scripted({ result: text('a', 'b') });
    await expect(call(tools, 'it')).resolves.toBe('a\nb');
  });

  test('without content is undefined', async () => {
    const { tools } = await scripted({ result: { content: [] } });
    await expect(call(tools, 'it')).resolves.toBeUndefined();
  });

  test('of structured content is that, whatever the text says', async () => {
    const { tools } = await scripted({ result: { ...text('no'), structuredContent: { a: [1] } } });
    await expect(call(tools, 'it')).resolves.toEqual({ a: [1] });
  });

  test('of blocks that nobody has heard of is those blocks', async () => {
    const content = [{ type: 'hologram', data: 'x' }];
    const { tools } = await scripted({ result: { content } });
    await expect(call(tools, 'it')).resolves.toEqual(content);
  });

  test('in the form of 2024 is its toolResult', async () => {
    const { tools } = await scripted({ result: { toolResult: { a: 1 } } });
    await expect(call(tools, 'it')).resolves.toEqual({ a: 1 });
  });

  test('that does not keep to the output schema is there all the same', async () => {
    const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const { tools } = await scripted({ result: text('n is 1') }, [{ name: 'it', outputSchema }]);
    await expect(call(tools, 'it')).resolves.toBe('n is 1');
  });

  test('that is an error throws its text, or says that there is none', async () => {
    const failed = await scripted({ result: { ...text('no such file', 'sorry'), isError: true } });
    await expect(call(failed.tools, 'it')).rejects.toThrow('no such file\nsorry');
    const silent = await scripted({ result: { content: [], isError: true } });
    await expect(call(silent.tools, 'it')).rejects.toThrow('The tool failed and did not say why');
  });

  test('that is an error of the protocol throws its message', async () => {
    const { tools } = await scripted({ error: { code: -32602, message: 'Unknown tool: it' } });
    await expect(call(tools, 'it')).rejects.toMatchObject({
      message: expect.stringContaining('Unknown tool: it'),
      code: -32602,
    });
  });
});

describe('a list', () => {
  test('is taken entry by entry: what is not a tool is left out, the first of a name stays', async () => {
    const listed = [
      { name: 'a', title: 'First' },
      { name: 'a' },
      { name: '' },
      null,
      7,
      { name: '__proto__' },
    ];
    const { tools } = await scripted(undefined, listed);
    expect(tools.map(({ name, description }) => [name, description])).toEqual([
      ['a', 'First'],
      ['__proto__', undefined],
    ]);
  });

  test('survives an output schema that does not compile', async () => {
    const listed = [
      { name: 'a', outputSchema: { type: 'object', properties: { x: { $ref: '#/nowhere' } } } },
    ];
    await expect(scripted(undefined, listed)).resolves.toMatchObject({ tools: [{ name: 'a' }] });
  });

  test('in a circle is refused', async () => {
    const { client } = await connectScript(() => ({ result: { tools: [], nextCursor: 'again' } }));
    await expect(mcpTools(client)).rejects.toThrow('The server lists its tools in a circle');
  });

  test('that the server cannot give rejects', async () => {
    const { client } = await connectScript(() => ({ error: { code: -32601, message: 'Method not found' } }));
    await expect(mcpTools(client)).rejects.toThrow('Method not found');
  });

  test('can be given up', async () => {
    const { client } = await connectScript(() => undefined);
    await expect(mcpTools(client, { signal: AbortSignal.abort(new Error('no time')) })).rejects.toThrow(
      'no time',
    );
  });
});

describe('a call', () => {
  test('has no limit of its own', async () => {
    const limits: unknown[] = [];
    const tools = await mcpTools({
      request: async ({ method }, _schema, options) => {
        limits.push([method, options?.timeout]);
        return { tools: [{ name: 'it' }], content: [] };
      },
    });
    await call(tools, 'it');
    expect(limits).toEqual([
      ['tools/list', undefined],
      ['tools/call', 2 ** 31 - 1],
    ]);
  });

  test('ends at the limit that is given', async () => {
    const { client } = await scripted(undefined);
    const tools = await mcpTools(client, { timeoutMs: 50 });
    await expect(call(tools, 'it')).rejects.toThrow(/timed out/);
  });

  test('is cancelled at the server when its signal fires', async () => {
    const { tools, heard } = await scripted(undefined);
    const abort = new AbortController();
    const waiting = call(tools, 'it', {}, abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    const asked = heard.find(({ method }) => method === 'tools/call');
    expect(heard.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { requestId: asked?.id },
    });
  });

  test('that was answered is not cancelled when its signal fires later', async () => {
    const { tools, heard } = await scripted({ result: { content: [] } });
    const abort = new AbortController();
    await call(tools, 'it', {}, abort.signal);
    abort.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard.map(({ method }) => method)).not.toContain('notifications/cancelled');
  });

  test.each([
    [{ ids: new Set([1]) }, '"ids" is of the type Set'],
    [{ a: { n: Number.NaN } }, '"n" is NaN'],
    [{ n: 1n }, '"n" is a BigInt'],
    [new Map(), 'they are of the type Map'],
  ])('refuses arguments that JSON would change: %o', async (args, message) => {
    const { tools, heard } = await scripted({ result: { content: [] } });
    await expect(call(tools, 'it', args)).rejects.toThrow(`Arguments have to be JSON: ${message}`);
    expect(heard.map(({ method }) => method)).not.toContain('tools/call');
  });

  test('sends dates as text', async () => {
    const { tools, heard } = await scripted({ result: { content: [] } });
    await call(tools, 'it', { at: new Date(0), not: undefined });
    expect(JSON.stringify(heard.at(-1)?.params['arguments'])).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });
});

test('options that are not valid are refused by name', async () => {
  const { client } = await scripted(undefined);
  await expect(mcpTools({} as never)).rejects.toThrow(TypeError);
  await expect(mcpTools(client, { timeoutMs: 0 })).rejects.toThrow(/Expected timeoutMs .* got 0/);
  await expect(mcpTools(client, { prefix: 3 as never })).rejects.toThrow('Expected prefix to be a string');
});
