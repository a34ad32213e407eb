import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/** A folder for the files of one test file. */
export function temporaryFolder() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'codeseam mcp ')));
  return {
    path,
    file(name: string, text = ''): string {
      writeFileSync(join(path, name), text);
      return join(path, name);
    },
    config(mcpServers: object): string {
      return this.file(`config-${Math.random().toString(36).slice(2)}.json`, JSON.stringify({ mcpServers }));
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}

/** `codeseam mcp`, connected to a real client. */
export class Command {
  readonly client = new Client({ name: 'test', version: '1.0.0' });
  readonly #transport: StdioClientTransport;
  stderr = '';

  constructor(config: string, ...options: string[]) {
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp', '--config', config, ...options],
      stderr: 'pipe',
    });
    this.#transport.stderr?.on('data', (chunk) => (this.stderr += chunk));
  }

  get pid(): number {
    return this.#transport.pid ?? 0;
  }

  async start(): Promise<this> {
    await this.client.connect(this.#transport);
    return this;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** What the model would read of `run_code`. */
  run(code: string, signal?: AbortSignal): Promise<{ text: string; isError: boolean }> {
    return this.call('run_code', { code }, signal);
  }

  async call(name: string, args: Record<string, unknown>, signal?: AbortSignal) {
    return textOf(await this.client.callTool({ name, arguments: args }, undefined, signal ? { signal } : {}));
  }

  async tools() {
    return (await this.client.listTools()).tools;
  }

  async description(): Promise<string> {
    return (await this.tools())[0]?.description ?? '';
  }
}

export function textOf(result: Awaited<ReturnType<Client['callTool']>>): { text: string; isError: boolean } {
  const { content, isError = false } = result as CallToolResult;
  return { text: content.map((block) => ('text' in block ? block.text : block.type)).join('\n'), isError };
}

/** What the fixture server noted. */
export function journal(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean);
}

/** The processes of a journal that are still there. */
export function alive(file: string): number[] {
  return journal(file)
    .filter((line) => line.startsWith('pid '))
    .map((line) => Number(line.slice(4)))
    .filter(isAlive);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
