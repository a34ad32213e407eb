// A complete agent host: a model, two tools, and Code Mode between them.
import { createCodeMode } from 'codeseam/code-mode';
import { WorkerThreadCodeRuntime } from 'codeseam/node';
import { fakeModel } from './fake-model.mjs';

const invoices = [
  { customer: 'c1', amount: 70, paid: false },
  { customer: 'c1', amount: 65, paid: false },
  { customer: 'c2', amount: 900, paid: true },
  { customer: 'c3', amount: 250, paid: false },
];

// Tools run here, with all that the host may do. A schema tells the model what a tool takes, and is checked at each call.
const tools = [
  {
    name: 'list_customers',
    description: 'All customers, as { id, name }.',
    readOnly: true,
    execute: () => ['Ada', 'Grace', 'Edsger'].map((name, index) => ({ id: `c${index + 1}`, name })),
  },
  {
    name: 'list_invoices',
    description: 'The invoices of a customer, as { amount, paid }.',
    inputSchema: { type: 'object', properties: { customer: { type: 'string' } }, required: ['customer'] },
    readOnly: true,
    execute: ({ customer }) => invoices.filter((invoice) => invoice.customer === customer),
  },
];

// One runtime for as long as the host lives; each program gets a fresh worker of it, without any power but the tools.
const runtime = new WorkerThreadCodeRuntime({ computeMs: 5_000 });
const codeMode = createCodeMode({ runtime, tools });

// The loop of every agent. However many tools there are, the model is offered one, and reads only what programs return.
const messages = [{ role: 'user', content: 'Who owes us more than 100 €?' }];
let reply;
do {
  reply = await fakeModel({ messages, tools: [codeMode.tool] });
  messages.push(reply);
  for (const { id, input } of reply.toolCalls ?? []) {
    console.log(`> ${input.description}\n${input.code}`);
    const { content, isError } = await codeMode.execute(input);
    console.log(content.map((block) => block.text).join('\n'), '\n');
    messages.push({ role: 'tool', id, content, isError });
  }
} while (reply.toolCalls && messages.length < 20);

console.log(reply.text);
await runtime.dispose();
