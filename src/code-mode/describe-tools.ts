import { describeValue } from '../seam/describe-value.ts';
import { bounded } from './result/cut-text.ts';
import { declareTools } from './sdk/declare-tools.ts';
import { quoted } from './sdk/spelling.ts';
import type { ToolIndex } from './sdk/tool-index.ts';
import type { CodeTool } from './types.ts';

/** Names that no tool has for which similar ones are looked for. */
const MAX_HINTS = 5;

/** Characters of a name in a comment. */
const MAX_NAME = 200;

/**
 * The declarations of the tools that are asked for; each name that no tool has is said in a comment.
 * @throws TypeError when `names` is not an array of strings.
 */
export function describeTools(
  tools: readonly CodeTool[],
  names: readonly string[],
  { global, index }: { readonly global: string; readonly index: ToolIndex },
): string {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw new TypeError(`Expected "names" to be an array of strings, got ${describeValue(names)}`);
  const wanted = new Set<string>(names);
  const found = tools.filter(({ name }) => wanted.delete(name));
  const notes = [...wanted].map((name, at) => missingNote(name, at < MAX_HINTS ? index.search(name, 3) : []));
  return [...notes, ...(found.length > 0 ? [declareTools(found, global)] : [])].join('\n');
}

function missingNote(name: string, similar: readonly CodeTool[]): string {
  const names = similar.map((tool) => named(tool.name)).join(', ');
  return `// No tool has the name ${named(name)}${names === '' ? '' : `: similar ones are ${names}`}`;
}

function named(name: string): string {
  return quoted(bounded(name, MAX_NAME));
}
