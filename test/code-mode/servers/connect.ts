import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';

/** Command and arguments that start a server of npm, or the small one of this folder. */
export function serverCommand(name: 'everything' | 'filesystem' | 'memory' | 'fixture', ...args: string[]) {
  const file =
    name === 'fixture'
      ? fileURLToPath(new URL('fixture.mjs', import.meta.url))
      : fileURLToPath(
          new URL(
            `../../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`,
            import.meta.url,
          ),
        );
  return { command: process.execPath, args: [file, ...args] };
}

/** A real client that is connected to a process. */
export async function connectProcess(server: {
  command: string;
  args: string[];
  env?: Record<string, string>;
}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }));
  return client;
}

export type Answer = { result: Record<string, unknown> } | { error: { code: number; message: string } };

interface Asked {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly id?: number;
}

/** A real client whose server answers by hand: what real servers of other makes, and of old days, put on the wire. */
export async function connectScript(
  answer: (asked: Asked) => Answer | undefined,
): Promise<{ client: Client; heard: Asked[] }> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const heard: Asked[] = [];
  theirs.onmessage = (message: JSONRPCMessage) => {
    const asked = message as unknown as Asked;
    heard.push(asked);
    if (asked.id === undefined) return;
    const reply = asked.method === 'initialize' ? { result: GREETING } : answer(asked);
    if (reply) void theirs.send({ jsonrpc: '2.0', id: asked.id, ...reply } as JSONRPCMessage);
  };
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(ours);
  return { client, heard };
}

const GREETING = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'script', version: '1.0.0' },
};
