import { describeValue } from '../seam/describe-value.ts';
import { bounded } from './result/cut-text.ts';
import { declareTools } from './sdk/declare-tools.ts';
import { searchTools } from './sdk/search-tools.ts';
import { quoted } from './sdk/spelling.ts';
import type { CodeTool } from './types.ts';

/**
 * The declarations of the tools that are asked for; each name that no tool has is said in a comment.
 * @throws TypeError when `names` is not an array of strings.
 */
export function describeTools(tools: readonly CodeTool[], names: readonly string[], global: string): string {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw new TypeError(`Expected "names" to be an array of strings, got ${describeValue(names)}`);
  const wanted = new Set<string>(names);
  const found = tools.filter(({ name }) => wanted.delete(name));
  const notes = [...wanted].map((name) => missingNote(tools, name));
  return [...notes, ...(found.length > 0 ? [declareTools(found, global)] : [])].join('\n');
}

function missingNote(tools: readonly CodeTool[], name: string): string {
  const similar = searchTools(tools, name, 3).map((tool) => named(tool.name));
  const hint = similar.length > 0 ? `: similar ones are ${similar.join(', ')}` : '';
  return `// No tool has the name ${named(name)}${hint}`;
}

function named(name: string): string {
  return quoted(bounded(name, 200));
}
