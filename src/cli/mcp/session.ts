import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  type ContentBlock,
  ContentBlockSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { ExecuteOptions, RunCodeInput } from '../../code-mode/index.ts';
import { ABOUT } from './about.ts';
import { clientGone } from './client-gone.ts';
import type { Offer } from './offer.ts';
import { DESCRIBE_TOOLS, describeTools, SEARCH_TOOLS, searchTools } from './registry-tools.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The server's side of one client: what it lists, and how it answers calls. To be connected to a transport. */
export function createSession(offer: Offer): Server {
  const server = new Server(ABOUT, {
    capabilities: { tools: { listChanged: true } },
    instructions: offer.instructions,
  });

  /** The list that the client has, as far as we know. */
  let listed: string | undefined;
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { tools, fingerprint } = await offer.current();
    listed = fingerprint;
    return { tools };
  });
  server.onclose = offer.onChange(() => {
    if (listed === undefined || listed === offer.now().fingerprint) return;
    listed = undefined;
    void server.sendToolListChanged().catch(() => {});
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { codeMode } = await offer.current();
    const args = params.arguments ?? {};
    switch (params.name) {
      case SEARCH_TOOLS.name:
        return searchTools(codeMode, args);
      case DESCRIBE_TOOLS.name:
        return describeTools(codeMode, args);
      case codeMode.tool.name: {
        const gone = clientGone.getStore();
        const { content, isError } = await codeMode.execute(args as unknown as RunCodeInput, {
          signal: gone ? AbortSignal.any([extra.signal, gone]) : extra.signal,
          onEvent: tellProgress(extra),
        });
        return { content: content.map(validBlock), isError };
      }
      default:
        throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    }
  });
  return server;
}

/** Tells a client that wants to know of every call that a program makes, so that a long one is not taken for a dead one. */
function tellProgress({ _meta, sendNotification }: Extra): ExecuteOptions['onEvent'] {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let progress = 0;
  return ({ type, toolName }) => {
    if (type !== 'start') return;
    progress += 1;
    const params = { progressToken, progress, message: toolName };
    void sendNotification({ method: 'notifications/progress', params }).catch(() => {});
  };
}

/** A block that a program put together, say an image without its data, must not cost the whole result. */
function validBlock(block: unknown): ContentBlock {
  const { success, data, error } = ContentBlockSchema.safeParse(block);
  if (success) return data;
  const [problem] = error.issues;
  return {
    type: 'text',
    text: `[a content block is not valid: ${problem?.path.join('.')}: ${problem?.message}]`,
  };
}
