import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { CodeMode } from '../../code-mode/index.ts';
import { bounded } from '../../code-mode/result/cut-text.ts';
import { LINE_END, oneLine } from '../../code-mode/sdk/doc-comment.ts';
import { quoted } from '../../code-mode/sdk/spelling.ts';
import { describeValue } from '../../seam/describe-value.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;
const MAX_NAMES = 50;

/** Characters of what is said of a tool that was found. */
const MAX_SUMMARY = 200;

/** How a model finds the tools that are too many to be listed for it. */
export const SEARCH_TOOLS: Tool = {
  name: 'search_tools',
  description:
    'Finds tools that programs of run_code may call, by words of their names, descriptions and arguments. ' +
    'Answers with names; describe_tools gives their declarations.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'A few words: what the tool should do.' },
      limit: { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};

export const DESCRIBE_TOOLS: Tool = {
  name: 'describe_tools',
  description:
    'Gives the TypeScript declarations of tools that programs of run_code may call, by their exact names.',
  inputSchema: {
    type: 'object',
    properties: { names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MAX_NAMES } },
    required: ['names'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};

export function searchTools(codeMode: CodeMode, args: Readonly<Record<string, unknown>>): CallToolResult {
  const { query, limit = DEFAULT_LIMIT } = args;
  if (typeof query !== 'string') return refusal(`Expected query to be a string, got ${describeValue(query)}`);
  if (!Number.isInteger(limit) || (limit as number) < 1 || (limit as number) > MAX_LIMIT) {
    return refusal(`Expected limit to be a whole number from 1 to ${MAX_LIMIT}, got ${describeValue(limit)}`);
  }
  const lines = codeMode.search(query, limit as number).map(({ name, description = '' }) => {
    const summary = summaryOf(description);
    return `- ${quoted(name)}${summary === '' ? '' : `: ${summary}`}`;
  });
  return text(lines.length === 0 ? 'No tool matches; try other words' : lines.join('\n'));
}

/** The first line of a description, whatever ends it. */
function summaryOf(description: string): string {
  const [first = ''] = description.trim().split(LINE_END, 1);
  return bounded(oneLine(first), MAX_SUMMARY);
}

export function describeTools(codeMode: CodeMode, args: Readonly<Record<string, unknown>>): CallToolResult {
  const { names } = args;
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string') || names.length > MAX_NAMES) {
    return refusal(
      `Expected names to be a list of at most ${MAX_NAMES} strings, got ${describeValue(names)}`,
    );
  }
  return text(codeMode.describe(names));
}

function refusal(message: string): CallToolResult {
  return { ...text(message), isError: true };
}

function text(value: string): CallToolResult {
  return { content: [{ type: 'text', text: value }] };
}
