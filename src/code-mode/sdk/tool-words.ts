import type { CodeTool } from '../types.ts';
import { isObject, objectField } from './schema-fields.ts';
import { wordsOf } from './words.ts';

/** What a word counts, by where it is found. */
export const NAME_WEIGHT = 8;
const PROPERTY_WEIGHT = 3;
const DESCRIPTION_WEIGHT = 2;

/** Letters of the shortest words of a sentence that say what it is about. */
const MIN_TELLING = 3;

/** Characters of a name and of a description, and properties, that are searched. */
const MAX_NAME = 200;
const MAX_DESCRIPTION = 4_000;
const MAX_PROPERTIES = 200;

/** What each word of a tool counts. */
export function toolWords(tool: CodeTool): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const add = (text: string, weight: number, shortest = 1): void => {
    for (const word of wordsOf(text)) {
      if (word.length >= shortest) weights.set(word, Math.max(weights.get(word) ?? 0, weight));
    }
  };
  add(tool.name.slice(0, MAX_NAME), NAME_WEIGHT);
  try {
    add((tool.description ?? '').slice(0, MAX_DESCRIPTION), DESCRIPTION_WEIGHT, MIN_TELLING);
    const schema = tool.inputSchema;
    const properties = isObject(schema) ? objectField(schema, 'properties') : undefined;
    for (const name of Object.keys(properties ?? {}).slice(0, MAX_PROPERTIES)) {
      add(name.slice(0, MAX_NAME), PROPERTY_WEIGHT);
    }
  } catch {
    // A schema that cannot be read: the tool is found by the rest.
  }
  return weights;
}
