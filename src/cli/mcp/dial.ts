import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { NO_TIMEOUT_MS } from '../../code-mode/adapters/mcp-request.ts';
import { ABOUT } from './about.ts';
import { childTransport } from './child-transport.ts';
import type { ServerConfig } from './config.ts';
import { orAborted } from './or-aborted.ts';

/**
 * A client that is connected to the server. `onLine` sees what a process says on its standard error.
 * Rejects when the signal fires; then, and on any failure, nothing of the server is left when it rejects.
 */
export async function dial(
  server: ServerConfig,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<Client> {
  const [first, second] = transportsTo(server, onLine);
  try {
    return await connect(first, signal);
  } catch (error) {
    if (!second || !isNotUnderstood(error)) throw error;
    return await connect(second, signal).catch((later: unknown) => {
      const [first, last] = [error, later].map((each) =>
        each instanceof Error ? each.message : String(each),
      );
      throw new Error(`${last}; and before, by Streamable HTTP: ${first}`);
    });
  }
}

async function connect(makeTransport: () => Transport, signal: AbortSignal): Promise<Client> {
  signal.throwIfAborted();
  const client = new Client(ABOUT, { capabilities: {} });
  const transport = makeTransport();
  try {
    // The client itself would wait for ever for a transport that does not start.
    await orAborted(client.connect(transport, { timeout: NO_TIMEOUT_MS }), signal);
    return client;
  } catch (error) {
    await transport.close().catch(() => {});
    throw error;
  }
}

type MakeTransport = () => Transport;

/** The ways to reach a server; the second is for one that does not understand the first. */
function transportsTo(server: ServerConfig, onLine: (line: string) => void): [MakeTransport, MakeTransport?] {
  if (!('url' in server)) return [() => childTransport(server, onLine)];
  const { url, headers, type } = server;
  const options = { requestInit: { headers: { ...headers } } };
  const http = () => new StreamableHTTPClientTransport(url, options) as Transport;
  const sse = () => new SSEClientTransport(url, options) as Transport;
  if (type === 'http') return [http];
  return type === 'sse' ? [sse] : [http, sse];
}

/** What servers of the older HTTP transport answer, by its specification. */
function isNotUnderstood(error: unknown): boolean {
  return [400, 404, 405].includes((error as { code?: unknown } | null)?.code as number);
}
