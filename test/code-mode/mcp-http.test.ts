import { type ChildProcess, spawn } from 'node:child_process';
import { type ClientRequest, request } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { alive, CLI, Command, journal, temporaryFolder, textOf } from './servers/command.ts';
import { serverCommand } from './servers/connect.ts';

const folder = temporaryFolder();
const notes = folder.file('journal.txt');
let child: ChildProcess;
let url: URL;

async function begin(port: string): Promise<void> {
  const config = folder.config({ it: serverCommand('fixture', '--journal', notes) });
  ({ child, url } = await listening(config, port));
}

async function listening(config: string, port: string): Promise<{ child: ChildProcess; url: URL }> {
  const started = spawn(process.execPath, [CLI, 'mcp', '--config', config, '--http', port], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await new Promise<URL>((resolve) => {
    let text = '';
    started.stderr.on('data', (chunk) => {
      text += chunk;
      const found = /codeseam: listening on (\S+)\n/.exec(text)?.[1];
      if (found) resolve(new URL(found));
    });
  });
  return { child: started, url: address };
}

async function stopped(command: ChildProcess): Promise<unknown> {
  const exit = new Promise((resolve) => command.on('exit', resolve));
  command.kill('SIGTERM');
  return exit;
}

const end = () => stopped(child);

beforeAll(() => begin('0'));
afterAll(async () => {
  await end();
  folder.remove();
});

async function connect(): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(url) as Transport);
  return client;
}

async function run(client: Client, code: string, signal?: AbortSignal) {
  const call = { name: 'run_code', arguments: { code } };
  return textOf(await client.callTool(call, undefined, signal ? { signal } : {}));
}

const TYPES = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** A session without a client behind it. */
class RawSession {
  readonly #at: URL;
  #headers: Record<string, string> = TYPES;

  constructor(at: URL) {
    this.#at = at;
  }

  async begin(): Promise<number> {
    const clientInfo = { name: 'test', version: '1.0.0' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const response = await this.#post({ id: 1, method: 'initialize', params });
    await response.text();
    this.#headers = { ...TYPES, 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
    return response.status;
  }

  async ask(method: string, params: object = {}): Promise<{ status: number; text: string }> {
    const response = await this.#post({ id: 2, method, params });
    return { status: response.status, text: await response.text() };
  }

  run(code: string) {
    return this.ask('tools/call', { name: 'run_code', arguments: { code } });
  }

  /** A request that the server has begun to read, and that goes on until it is destroyed. */
  askSlowly(): Promise<ClientRequest> {
    const headers = { ...this.#headers, 'content-length': '100', expect: '100-continue' };
    const asking = request(this.#at, { method: 'POST', headers, agent: false });
    asking.on('error', () => {});
    asking.flushHeaders();
    return new Promise((resolve) => asking.on('continue', () => resolve(asking)));
  }

  async end(): Promise<number> {
    return (await fetch(this.#at, { method: 'DELETE', headers: this.#headers })).status;
  }

  #post(message: object): Promise<Response> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    return fetch(this.#at, { method: 'POST', headers: this.#headers, body });
  }
}

async function sessions(count: number, at: URL): Promise<RawSession[]> {
  const all = Array.from({ length: count }, () => new RawSession(at));
  for (const session of all) expect(await session.begin()).toBe(200);
  return all;
}

function count(note: string): number {
  return journal(notes).filter((line) => line === note).length;
}

function post(headers: Record<string, string>, path = url.pathname): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const options = { port: url.port, path, method: 'POST', headers: { ...TYPES, ...headers } };
    const sent = request(options, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }));
  });
}

describe('codeseam mcp --http', () => {
  test('listens on the loopback address and serves several clients at once', async () => {
    expect(url.hostname).toBe('127.0.0.1');
    const clients = await Promise.all([connect(), connect(), connect()]);
    const results = await Promise.all(
      clients.map((client, index) => run(client, `return tools.it__echo({ text: "client ${index}" })`)),
    );
    expect(results.map(({ text }) => text)).toEqual(['client 0', 'client 1', 'client 2']);
    await Promise.all(clients.map((client) => client.close()));
  });

  test('stops the program of a client that cancels', async () => {
    const client = await connect();
    const abort = new AbortController();
    const running = run(client, 'console.log(1); for (;;);', abort.signal);
    setTimeout(() => abort.abort(new Error('enough')), 300);
    await expect(running).rejects.toThrow('enough');
    await expect(run(client, 'return 2')).resolves.toMatchObject({ text: '2' });
    await client.close();
  });

  test('stops the program of a client that goes without a word', async () => {
    const client = await connect();
    const running = run(client, 'await tools.it__wait({})').catch((error: Error) => error);
    await expect.poll(() => journal(notes), { timeout: 30_000 }).toContain('waiting');
    expect(journal(notes)).not.toContain('cancelled');
    await client.close();
    await running;
    await expect.poll(() => journal(notes), { timeout: 30_000 }).toContain('cancelled');
  });

  test('answers nobody who calls it by another name, and no page of another site', async () => {
    const { host } = url;
    await expect(post({ host })).resolves.toBe(400);
    await expect(post({ host: 'attacker.example' })).resolves.toBe(403);
    await expect(post({ host: `127.0.0.1.attacker.example:${url.port}` })).resolves.toBe(403);
    await expect(post({ host, origin: 'https://attacker.example' })).resolves.toBe(403);
    await expect(post({ host, origin: 'null' })).resolves.toBe(403);
    await expect(post({ host, origin: 'http://localhost:3000' })).resolves.toBe(400);
    await expect(post({ host, 'mcp-session-id': 'made-up' })).resolves.toBe(404);
    await expect(post({ host }, '/other')).resolves.toBe(404);
  });

  test('says when the port is taken', async () => {
    const config = folder.config({});
    const second = spawn(process.execPath, [CLI, 'mcp', '--config', config, '--http', url.port], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    second.stderr.on('data', (chunk) => (stderr += chunk));
    const status = await new Promise((resolve) => second.on('close', resolve));
    expect(status).toBe(2);
    expect(stderr).toContain(`Port ${url.port} cannot be used`);
  });

  test('answers what a client waits for when it ends its session', async () => {
    const [session] = await sessions(1, url);
    const before = count('waiting');
    const running = session?.run('await tools.it__wait({})');
    await expect.poll(() => count('waiting'), { timeout: 30_000 }).toBe(before + 1);
    expect(await session?.end()).toBe(200);
    const { status, text } = (await running) ?? {};
    expect(status).toBe(200);
    expect(text).toContain('the client ended its session');
    expect(await session?.ask('ping')).toMatchObject({ status: 404 });
  });

  test('ends sessions that nobody uses, and none whose program runs', async () => {
    const [busy, idle] = await sessions(2, url);
    const before = { waiting: count('waiting'), cancelled: count('cancelled') };
    const running = busy?.run('await tools.it__wait({})');
    await expect.poll(() => count('waiting'), { timeout: 30_000 }).toBe(before.waiting + 1);
    const last = (await sessions(100, url)).at(-1);
    expect(await idle?.ask('ping')).toMatchObject({ status: 404 });
    expect(await last?.ask('ping')).toMatchObject({ status: 200 });
    expect(count('cancelled')).toBe(before.cancelled);
    await busy?.end();
    expect((await running)?.text).toContain('the client ended its session');
  });

  test('refuses a newcomer while every session is busy', async () => {
    const all = await sessions(100, url);
    const asking = await Promise.all(all.map((session) => session.askSlowly()));
    expect(await new RawSession(url).begin()).toBe(503);
    asking[0]?.destroy();
    await expect.poll(() => new RawSession(url).begin(), { timeout: 30_000 }).toBe(200);
    for (const each of asking) each.destroy();
  });

  test('is itself a server that another one can use, and find again after a restart', async () => {
    const config = folder.config({ outer: { url: url.href, headers: { 'x-any': 'thing' } } });
    const command = await new Command(config).start();
    const code = 'return tools.outer__run_code({ code: "return 6 * 7" })';
    await expect(command.run(code)).resolves.toEqual({ text: '42', isError: false });
    const { port } = url;
    await expect(end()).resolves.toBe(0);
    expect(alive(notes)).toEqual([]);
    await begin(port);
    await expect
      .poll(() => command.run(code), { timeout: 30_000, interval: 200 })
      .toEqual({ text: '42', isError: false });
    await command.close();
  });
});

test('a server that speaks only the older SSE is found by its address alone', async () => {
  const { command: node, args } = serverCommand('everything', 'sse');
  const port = String(20_000 + (process.pid % 20_000));
  const server = spawn(node, args, {
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = new Promise((resolve) => server.on('exit', resolve));
  onTestFinished(async () => {
    server.kill('SIGKILL');
    await exit;
  });
  await new Promise<void>((resolve) => {
    server.stderr.on('data', (chunk) => String(chunk).includes('Server is running') && resolve());
  });
  const address = `http://127.0.0.1:${port}/sse`;
  const command = await new Command(folder.config({ every: { url: address } })).start();
  const { text } = await command.run('return tools["every__get-sum"]({ a: 1, b: 2 })');
  expect(text).toBe('The sum of 1 and 2 is 3.');
  await command.close();
});
