// A small MCP server over stdio that does what real servers do on bad days. Its arguments say which day it is:
// --mute never answers, --dead exits at once, --stubborn stays when it is asked to go, --chatty
// prints what is no message, --journal FILE notes what happens.
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const { values: day } = parseArgs({
  options: {
    mute: { type: 'boolean' },
    dead: { type: 'boolean' },
    chatty: { type: 'boolean' },
    stubborn: { type: 'boolean' },
    journal: { type: 'string' },
  },
});
const note = (text) => day.journal && appendFileSync(day.journal, `${text}\n`);
note(`pid ${process.pid}`);

if (day.dead) {
  console.error('no licence found');
  process.exit(7);
}
if (day.stubborn) process.on('SIGTERM', () => note('SIGTERM'));
if (day.mute || day.stubborn) setInterval(() => {}, 1_000);

const anything = { type: 'object' };
const tools = [
  {
    name: 'echo',
    description: 'Says it again.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations: { readOnlyHint: true },
  },
  { name: 'crash', description: 'Ends the server.', inputSchema: anything },
  { name: 'wait', description: 'Waits until it is cancelled.', inputSchema: anything },
  { name: 'fail', description: 'Fails.', inputSchema: anything },
  { name: 'grow', description: 'Makes a new tool.', inputSchema: anything },
  { name: 'long', description: 'A text of so many megabytes.', inputSchema: anything },
  { name: 'pid', description: 'The process of the server.', inputSchema: anything },
];

const work = {
  echo: ({ text }) => text,
  crash: () => process.exit(3),
  fail: () => {
    throw new Error('the printer is on fire');
  },
  long: ({ megabytes }) => 'é'.repeat(megabytes * 2 ** 19),
  pid: () => String(process.pid),
  grow: () => {
    tools.push({ name: `grown_${tools.length}`, inputSchema: anything });
    return server.sendToolListChanged().then(() => 'grown');
  },
  wait: (_args, signal) => {
    note('waiting');
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        note('cancelled');
        resolve('cancelled');
      });
    });
  },
};

const server = new Server(
  { name: 'fixture', version: '1.0.0' },
  { capabilities: { tools: { listChanged: true } } },
);
server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
  const start = Number(params?.cursor ?? 0);
  const nextCursor = start + 2 < tools.length ? { nextCursor: String(start + 2) } : {};
  return { tools: tools.slice(start, start + 2), ...nextCursor };
});
server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
  try {
    const text = await (work[params.name] ?? (() => params.name))(params.arguments ?? {}, signal);
    return { content: [{ type: 'text', text }] };
  } catch (error) {
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
});
if (day.chatty) console.log('Welcome!\n{"jsonrpc":');
if (!day.mute) await server.connect(new StdioServerTransport());
