/** Code Mode over MCP: the tools of a connected client. Imports nothing of an SDK. */
import { describeValue } from '../../seam/describe-value.ts';
import { refuseUnknownFields } from '../../seam/nearest-names.ts';
import type { CodeTool } from '../types.ts';
import { assertJson } from './mcp-arguments.ts';
import { listMcpTools } from './mcp-list.ts';
import { type McpClient, NO_TIMEOUT_MS, request } from './mcp-request.ts';
import { mcpResultValue } from './mcp-result.ts';

export type { McpClient } from './mcp-request.ts';

/** How the tools of a client are taken. */
export interface McpToolsOptions {
  /** Put before the name of every tool, to tell servers apart. Default: ''. */
  readonly prefix?: string | undefined;
  /**
   * Milliseconds that a call may take, from 1 to 2147483647. Default: no limit of its own, whatever the client's default
   * for requests is; the budgets of the run hold all the same.
   */
  readonly timeoutMs?: number | undefined;
  /** Gives up the listing. The calls have signals of their own. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The tools of a server, all pages of them, over a connected `Client` of `@modelcontextprotocol/sdk`. The list is that of
 * now: call again when the server says that it changed. Left out are tools that only run as tasks, and repeated names.
 *
 * A call resolves to the result's `structuredContent`; without one, to the text of its text blocks, joined by line feeds
 * and never parsed; to undefined when there is no content; else to the content blocks as they are. That goes for a tool
 * that declares an output schema and does not keep to it, too: it ran, and what it says may be all there is to know.
 * A result with `isError` is thrown as an Error of its text, a protocol error as the client throws it.
 * @throws TypeError or RangeError when an option is not valid; what the client throws when it cannot list.
 */
export async function mcpTools(client: McpClient, options: McpToolsOptions = {}): Promise<CodeTool[]> {
  const { prefix = '', timeoutMs = NO_TIMEOUT_MS, signal } = options;
  if (typeof client?.request !== 'function') {
    throw new TypeError(`Expected client to be a connected MCP client, got ${describeValue(client)}`);
  }
  refuseUnknownFields(options, ['prefix', 'timeoutMs', 'signal'], 'the options of mcpTools');
  if (typeof prefix !== 'string') {
    throw new TypeError(`Expected prefix to be a string, got ${describeValue(prefix)}`);
  }
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > NO_TIMEOUT_MS) {
    throw new RangeError(
      `Expected timeoutMs to be a whole number from 1 to ${NO_TIMEOUT_MS}, got ${describeValue(timeoutMs)}`,
    );
  }
  const tools = await listMcpTools(client, signal);
  return tools.map(({ name, ...rest }) => ({
    ...rest,
    name: prefix + name,
    async execute(args, context) {
      assertJson(args);
      const params = { name, arguments: args };
      return mcpResultValue(
        await request(client, 'tools/call', params, { signal: context.signal, timeoutMs }),
      );
    },
  }));
}
