// Stands in for a language model, so that the examples need no key: it reads the conversation, and says what a script
// has it say next. Like model APIs it returns a text, or calls of tools. Its first program has a mistake in it, as those
// of real models do; what comes back tells it which.

const program = (argument) => `
const customers = await tools.list_customers({});
const owed = await Promise.all(customers.map(async ({ id, name }) => {
  const invoices = await tools.list_invoices({ ${argument}: id });
  const open = invoices.filter((invoice) => !invoice.paid);
  return { name, amount: open.reduce((sum, { amount }) => sum + amount, 0) };
}));
console.log(\`Looked at \${customers.length} customers\`);
return owed.filter(({ amount }) => amount > 100).sort((a, b) => b.amount - a.amount);
`;

export async function fakeModel({ messages, tools }) {
  const { role, content, isError } = messages.at(-1);
  if (role === 'user') return call(tools, 'Add up what each customer owes', program('customerId'));
  if (isError) return call(tools, 'The same, with the argument that the tool wants', program('customer'));
  const text = content.map((block) => block.text ?? '').join('\n');
  const owing = [...text.matchAll(/"name": ?"([^"]+)",\s*"amount": ?(\d+)/g)];
  return { role: 'assistant', text: owing.map(([, name, amount]) => `${name} owes ${amount} €.`).join(' ') };
}

function call([tool], description, code) {
  const toolCalls = [
    { id: `${tool.name}-${description.length}`, name: tool.name, input: { code, description } },
  ];
  return { role: 'assistant', toolCalls };
}
