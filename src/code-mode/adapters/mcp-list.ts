import type { CodeTool, JsonSchema } from '../types.ts';
import { type McpClient, request } from './mcp-request.ts';

/** A server that never ends its list must not keep us, nor fill our memory. */
const MAX_PAGES = 1_000;

type ListedTool = Omit<CodeTool, 'execute' | 'parse'>;

/** The tools that a server lists, page after page, by what can be relied on of each entry. */
export async function listMcpTools(
  client: McpClient,
  signal: AbortSignal | undefined,
): Promise<ListedTool[]> {
  const tools = new Map<string, ListedTool>();
  let cursor: unknown;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await request(client, 'tools/list', cursor === undefined ? {} : { cursor }, { signal });
    const { tools: entries, nextCursor } = fields(answer);
    for (const entry of Array.isArray(entries) ? entries : []) {
      const tool = readTool(entry);
      if (tool && !tools.has(tool.name)) tools.set(tool.name, tool);
    }
    if (nextCursor === undefined || nextCursor === null) return [...tools.values()];
    if (nextCursor === cursor) throw new Error('The server lists its tools in a circle');
    cursor = nextCursor;
  }
  throw new Error(`The server lists its tools on more than ${MAX_PAGES} pages`);
}

function readTool(entry: unknown): ListedTool | undefined {
  const { name, title, description, inputSchema, outputSchema, annotations, execution } = fields(entry);
  if (typeof name !== 'string' || name === '') return undefined;
  if (fields(execution)['taskSupport'] === 'required') return undefined;
  const text = [description, title, fields(annotations)['title']].find(isText);
  return {
    name,
    ...(text !== undefined && { description: text }),
    ...(isSchema(inputSchema) && { inputSchema }),
    ...(isSchema(outputSchema) && { outputSchema }),
    // A hint of the server's, good for nothing but the order of calls.
    readOnly: fields(annotations)['readOnlyHint'] === true,
  };
}

function fields(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || (typeof value === 'object' && value !== null && !Array.isArray(value));
}
