import { compareNames } from './sdk/name-order.ts';
import { quoted } from './sdk/spelling.ts';
import type { RunCodeTool } from './types.ts';

/** Characters of the list of names that stands in for declarations that are too long. */
const MAX_NAMES_CHARACTERS = 8_000;

export interface RunCodeToolOptions {
  /** The declarations of the tools. */
  readonly sdk: string;
  /** The object that they are functions of, in a program. */
  readonly global: string;
  readonly names: readonly string[];
  /** Longer declarations are not part of the description, which then lists the names. In characters. */
  readonly maxSdkCharacters: number;
}

/** The `run_code` tool, and what a model has to know to write programs for it. */
export function runCodeTool(options: RunCodeToolOptions): {
  readonly tool: RunCodeTool;
  readonly instructions: string;
} {
  const { sdk, global, names, maxSdkCharacters } = options;
  const instructions = instructionsFor(global);
  const tools =
    sdk.length <= maxSdkCharacters ? `The tools:\n\n${sdk}` : namesOnly(names, global, maxSdkCharacters);
  const tool: RunCodeTool = {
    name: 'run_code',
    description: `${summaryFor(global)}\n\n${instructions}\n\n${tools}`,
    inputSchema: {
      type: 'object',
      properties: {
        code: {
          type: 'string',
          description: 'The program: the body of an async TypeScript function.',
        },
        description: {
          type: 'string',
          description: 'What the program does, in one sentence, for the people who watch.',
        },
      },
      required: ['code'],
      additionalProperties: false,
    },
  };
  return { tool, instructions };
}

function summaryFor(global: string): string {
  return (
    `Runs one TypeScript program that calls tools as functions of \`${global}\`, and gives back what it returns and logs. ` +
    'Use it to do in one step what takes several calls: loops, conditions, joins, and work on results that need not be read in full.'
  );
}

function instructionsFor(global: string): string {
  return [
    'How to write a program:',
    '- It is the body of an async function: use `await` and `return` at its top level.',
    `- Call a tool by its exact name with one object of arguments: \`await ${global}["name"]({ key: value })\`.`,
    '- A call that fails throws a `ToolCallError` with `toolName` and `message`. Catch it where the program can go on without.',
    '- Await every call: the program is over when it returns. Make calls that do not need each other together, with `Promise.all`.',
    '- You get only what the program returns, plain data, and what it logs with `console.log`. Return or log no more than you need.',
    `- There are no imports, no network and no files, and nothing is kept for the next program: \`${global}\` is the only way out.`,
  ].join('\n');
}

function namesOnly(names: readonly string[], global: string, maxCharacters: number): string {
  const bound = Math.min(MAX_NAMES_CHARACTERS, maxCharacters);
  const listed: string[] = [];
  let length = 0;
  for (const name of names.toSorted(compareNames)) {
    const text = quoted(name);
    length += text.length + 2;
    if (length > bound) break;
    listed.push(text);
  }
  const left = names.length - listed.length;
  const rest = left > 0 ? `${listed.length > 0 ? ', ' : ''}and ${left} more` : '';
  return (
    `\`${global}\` has ${names.length} tools, too many to declare here. Before you call one, look up its declaration ` +
    `with what is offered for it, such as "search_tools" and "describe_tools". Their exact names: ${listed.join(', ')}${rest}`
  );
}
