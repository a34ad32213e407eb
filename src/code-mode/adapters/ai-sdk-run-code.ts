import { jsonSchema, type Tool, tool } from 'ai';
import { describeValue } from '../../seam/describe-value.ts';
import { refuseUnknownFields } from '../../seam/nearest-names.ts';
import type { CodeMode, ContentBlock, ExecuteOptions, RunCodeInput } from '../types.ts';

/** What a call of the tool results in: JSON, whatever the program returned. */
export interface RunCodeOutput {
  readonly content: ContentBlock[];
  readonly isError: boolean;
}

export type ToAiToolOptions = Pick<ExecuteOptions, 'onLog' | 'onEvent'>;

/**
 * Code Mode as one tool of the AI SDK, for `generateText`, `streamText` and agents. Their abort signal ends the program.
 * @throws TypeError for anything but what `createCodeMode` returns.
 * @example
 * ```js
 * import { createCodeMode } from 'codeseam/code-mode';
 * import { toAiTool } from 'codeseam/code-mode/ai-sdk';
 * import { WorkerThreadCodeRuntime } from 'codeseam/node';
 *
 * const runtime = new WorkerThreadCodeRuntime();
 * const codeMode = createCodeMode({ runtime, tools: [] });
 * // For generateText({ model, tools, ... }):
 * const tools = { [codeMode.tool.name]: toAiTool(codeMode) };
 * console.log(Object.keys(tools)); // [ 'run_code' ]
 * await runtime.dispose();
 * ```
 */
export function toAiTool(
  codeMode: Pick<CodeMode, 'tool' | 'execute'>,
  options: ToAiToolOptions = {},
): Tool<RunCodeInput, RunCodeOutput> {
  if (typeof codeMode?.execute !== 'function' || codeMode.tool === undefined)
    throw new TypeError(`Expected what createCodeMode returns, got ${describeValue(codeMode)}`);
  refuseUnknownFields(options, ['onLog', 'onEvent'], 'the options of toAiTool');
  const { onLog, onEvent } = options;
  const { description, inputSchema } = codeMode.tool;
  return tool({
    description,
    inputSchema: jsonSchema<RunCodeInput>(inputSchema as unknown as Parameters<typeof jsonSchema>[0]),
    async execute(input: RunCodeInput, { abortSignal }): Promise<RunCodeOutput> {
      const { content, isError } = await codeMode.execute(input, { signal: abortSignal, onLog, onEvent });
      return { content, isError };
    },
    toModelOutput: ({ output }) => modelOutput(output),
  });
}

type ModelOutput = Awaited<ReturnType<NonNullable<Tool['toModelOutput']>>>;
type ModelPart = Extract<ModelOutput, { type: 'content' }>['value'][number];

function modelOutput({ content, isError }: RunCodeOutput): ModelOutput {
  const parts = content.map(modelPart);
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  if (texts.length < parts.length) return { type: 'content', value: parts };
  return { type: isError ? 'error-text' : 'text', value: texts.join('\n') };
}

/** Content blocks of MCP as those of the SDK; what it has no form for is described. */
function modelPart(block: ContentBlock): ModelPart {
  if (block.type === 'text') return { type: 'text', text: block.text };
  const { data, mimeType, resource } = block;
  if (typeof data === 'string' && typeof mimeType === 'string')
    return { type: block.type === 'image' ? 'image-data' : 'file-data', data, mediaType: mimeType };
  const { text, blob, uri, mimeType: mediaType } = (resource ?? {}) as { readonly [field: string]: unknown };
  if (typeof text === 'string') return { type: 'text', text };
  if (typeof blob !== 'string') return { type: 'text', text: JSON.stringify(block) };
  if (typeof mediaType === 'string') return { type: 'file-data', data: blob, mediaType };
  return { type: 'text', text: `[A file of an unknown type, ${blob.length} characters of base64: ${uri}]` };
}
