// The agent host of test/example/agent-host.mjs in a page: the same loop, tools and model, with a runtime of the browser.
import './agent.css';
import { WebWorkerCodeRuntime } from 'codeseam/browser';
import { type CodeTool, createCodeMode, type ToolCallEvent } from 'codeseam/code-mode';
import wasmURL from 'codeseam/esbuild.wasm?url';
import { fakeModel, type Message, type Reply } from '../../test/example/fake-model.mjs';
import { applyTheme } from '../state/theme.ts';
import { showTurn } from './turns.ts';

const QUESTION = 'Who owes us more than 100 €?';

const invoices = [
  { customer: 'c1', amount: 70, paid: false },
  { customer: 'c1', amount: 65, paid: false },
  { customer: 'c2', amount: 900, paid: true },
  { customer: 'c3', amount: 250, paid: false },
];

const tools: CodeTool[] = [
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
    execute(args) {
      const { customer } = args as { customer: string };
      return invoices.filter((invoice) => invoice.customer === customer);
    },
  },
];

const runtime = new WebWorkerCodeRuntime({ wasmURL, computeMs: 5_000 });
const codeMode = createCodeMode({ runtime, tools });

async function converse(question: string): Promise<void> {
  const messages: Message[] = [{ role: 'user', content: question }];
  showTurn('user', 'You', question);
  let reply: Reply;
  do {
    reply = await fakeModel({ messages, tools: [codeMode.tool] });
    messages.push(reply);
    for (const { id, input } of reply.toolCalls ?? []) {
      showTurn('assistant', `Model: ${input.description}`, input.code.trim(), { isCode: true });
      const { content, isError } = await codeMode.execute(input, { onEvent: showCall });
      const text = content
        .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
        .join('\n');
      showTurn('tool', 'What the model gets back', text, { isCode: true, failed: isError });
      messages.push({ role: 'tool', id, content, isError });
    }
  } while (reply.toolCalls && messages.length < 20);
  showTurn('assistant', 'Model', reply.text ?? '');
}

function showCall(event: ToolCallEvent): void {
  if (event.type === 'start') return;
  const { toolName, args, outcome } = event;
  const text = outcome.type === 'resolved' ? JSON.stringify(outcome.value) : outcome.type;
  const options = { isCode: true, failed: outcome.type !== 'resolved' };
  showTurn('call', `Call of ${toolName} with ${JSON.stringify(args)}`, text, options);
}

const ask = document.querySelector<HTMLButtonElement>('#ask')!;
ask.addEventListener('click', async () => {
  ask.disabled = true;
  document.querySelector('#turns')!.replaceChildren();
  await converse(QUESTION).catch((error: unknown) => {
    showTurn('tool', 'The host failed', String(error), { failed: true });
  });
  ask.disabled = false;
});
ask.textContent = `Ask: ${QUESTION}`;
applyTheme();
