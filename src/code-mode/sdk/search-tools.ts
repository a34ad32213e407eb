import type { CodeTool } from '../types.ts';
import { compareNames, inNameOrder } from './name-order.ts';
import { isObject, objectField } from './schema-fields.ts';

/** What a word counts, by where it is found. */
const NAME_WEIGHT = 8;
const PROPERTY_WEIGHT = 3;
const DESCRIPTION_WEIGHT = 2;

/** What the beginning of a word counts, a whole one being 1. */
const PREFIX_SHARE = 0.6;

/** Letters that have to be alike for a word to be the beginning of another. */
const MIN_PREFIX = 3;

/** Characters of a description, and of a query, that are searched. */
const MAX_DESCRIPTION = 10_000;
const MAX_QUERY = 1_000;

interface Entry {
  readonly tool: CodeTool;
  /** What each word of the tool counts. */
  readonly words: ReadonlyMap<string, number>;
}

/**
 * The tools that a query in plain words is about, the best first: by their names, then the names of their properties
 * and their descriptions. A rare word counts more than one of many tools. Without a word, the first ones by name.
 */
export function searchTools(tools: readonly CodeTool[], query: string, limit: number): CodeTool[] {
  const wanted = new Set(wordsOf(query.slice(0, MAX_QUERY)));
  if (wanted.size === 0) return inNameOrder(tools).slice(0, limit);
  const entries = tools.map((tool): Entry => ({ tool, words: weighedWords(tool) }));
  const scores = new Map<CodeTool, number>(
    tools.map((tool) => [tool, tool.name === query.trim() ? NAME_WEIGHT * tools.length : 0]),
  );
  for (const word of wanted) {
    const matches = entries.map(({ words }) => matchOf(word, words));
    const found = matches.filter((match) => match > 0).length;
    const rarity = Math.log(1 + tools.length / Math.max(found, 1));
    entries.forEach(({ tool }, index) => {
      scores.set(tool, scores.get(tool)! + matches[index]! * rarity);
    });
  }
  return [...scores]
    .filter(([, score]) => score > 0)
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || compareNames(a.name, b.name))
    .slice(0, limit)
    .map(([tool]) => tool);
}

function weighedWords(tool: CodeTool): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number, shortest = 1): void => {
    for (const word of wordsOf(text)) {
      if (word.length >= shortest) weights.set(word, Math.max(weights.get(word) ?? 0, weight));
    }
  };
  add(tool.name, NAME_WEIGHT);
  try {
    // The shortest words of a sentence say nothing of what it is about.
    add((tool.description ?? '').slice(0, MAX_DESCRIPTION), DESCRIPTION_WEIGHT, MIN_PREFIX);
    const schema = tool.inputSchema;
    const properties = isObject(schema) ? objectField(schema, 'properties') : undefined;
    for (const name of Object.keys(properties ?? {})) add(name, PROPERTY_WEIGHT);
  } catch {
    // A schema that cannot be read: the tool is found by the rest.
  }
  return weights;
}

/** What a wanted word counts for a tool: it may be the beginning of a word there, or begin with one, as plurals do. */
function matchOf(word: string, words: ReadonlyMap<string, number>): number {
  let best = words.get(word) ?? 0;
  for (const [other, weight] of words) {
    if (Math.min(word.length, other.length) < MIN_PREFIX) continue;
    if (other.startsWith(word) || word.startsWith(other)) best = Math.max(best, weight * PREFIX_SHARE);
  }
  return best;
}

/** Words in lower case: `listPullRequests`, `list_pull-requests` and `List pull requests` are alike. */
function wordsOf(text: string): string[] {
  const spaced = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
