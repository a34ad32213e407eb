/**
 * What a program gets of a `tools/call` result: see `mcpTools`.
 * @throws Error with the result's text, when it is an error.
 */
export function mcpResultValue(result: unknown): unknown {
  if (typeof result !== 'object' || result === null) {
    throw new Error('The server answered with something that is not a result');
  }
  const { content, structuredContent, isError, toolResult } = result as { readonly [field: string]: unknown };
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  if (isError === true) throw new Error(errorText(blocks, structuredContent));
  if (structuredContent !== undefined && structuredContent !== null) return structuredContent;
  // The form of 2024-10-07, before there were blocks.
  if (content === undefined) return toolResult;
  if (blocks.length === 0) return undefined;
  const texts = textsOf(blocks);
  return texts.length === blocks.length ? texts.join('\n') : blocks;
}

function errorText(blocks: readonly unknown[], structuredContent: unknown): string {
  const text = textsOf(blocks).join('\n');
  if (text !== '') return text;
  return structuredContent === undefined || structuredContent === null
    ? 'The tool failed and did not say why'
    : JSON.stringify(structuredContent);
}

function textsOf(blocks: readonly unknown[]): string[] {
  return blocks.flatMap((block) => {
    const { type, text } = (block ?? {}) as { readonly type?: unknown; readonly text?: unknown };
    return type === 'text' && typeof text === 'string' ? [text] : [];
  });
}
