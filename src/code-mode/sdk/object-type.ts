import { schemaComment } from './doc-comment.ts';
import { field, isObject, listField, objectField, type SchemaObject } from './schema-fields.ts';
import { memberKey } from './spelling.ts';
import { simple, type TypeText, UNKNOWN, union } from './type-text.ts';

/** Properties that are declared one by one. */
const MAX_PROPERTIES = 500;

/** Characters of an object type on one line. */
const MAX_INLINE = 80;

/** The type of a part of the schema, which begins on a line with this indentation. */
export type PartType = (schema: unknown, indent: string) => TypeText;

export function objectType(schema: SchemaObject, typeOf: PartType, indent: string): TypeText {
  const inner = `${indent}  `;
  const properties = objectField(schema, 'properties');
  const names = properties === undefined ? [] : Object.keys(properties);
  const required = new Set((listField(schema, 'required') ?? []).filter((name) => typeof name === 'string'));
  const members: { comment: string; text: string }[] = [];
  for (const name of names.slice(0, MAX_PROPERTIES)) {
    const property: unknown = properties?.[name];
    const { text } = typeOf(property, inner);
    members.push({
      comment: schemaComment(property, inner),
      text: `${memberKey(name)}${required.has(name) ? '' : '?'}: ${text};`,
    });
  }
  // Required, and described by no more than what holds for any other property.
  const others = otherTypes(schema, typeOf, inner);
  const other = others === undefined ? UNKNOWN : union(others);
  for (const name of [...required].slice(0, MAX_PROPERTIES)) {
    if (properties !== undefined && Object.hasOwn(properties, name)) continue;
    members.push({ comment: '', text: `${memberKey(name)}: ${other.text};` });
  }
  if (names.length > MAX_PROPERTIES) {
    const comment = `${inner}/** ${names.length - MAX_PROPERTIES} more properties */\n`;
    members.push({ comment, text: '[key: string]: unknown;' });
  } else if (others !== undefined && others.length > 0) {
    // Every member has to agree with it.
    members.push({ comment: '', text: `[key: string]: ${names.length > 0 ? 'unknown' : other.text};` });
  } else if (members.length === 0 && properties === undefined) {
    members.push({ comment: '', text: `[key: string]: ${others === undefined ? 'unknown' : 'never'};` });
  }
  return layOut(members, indent);
}

/** The types of properties that are not listed: undefined when nothing is said of them, none when there are to be none. */
function otherTypes(schema: SchemaObject, typeOf: PartType, indent: string): TypeText[] | undefined {
  const additional = field(schema, 'additionalProperties');
  const patterns = Object.values(objectField(schema, 'patternProperties') ?? {});
  if (additional === undefined && patterns.length === 0) return undefined;
  const types = patterns.slice(0, MAX_PROPERTIES).map((pattern) => typeOf(pattern, indent));
  if (additional === true || isObject(additional)) types.push(typeOf(additional, indent));
  return types;
}

function layOut(members: readonly { comment: string; text: string }[], indent: string): TypeText {
  if (members.length === 0) return simple('{}');
  const inline = `{ ${members
    .map(({ text }) => text)
    .join(' ')
    .replace(/;$/, '')} }`;
  const fits = inline.length <= MAX_INLINE && !inline.includes('\n');
  if (fits && members.every(({ comment }) => comment === '')) return simple(inline);
  const lines = members.map(({ comment, text }) => `${comment}${indent}  ${text}\n`);
  return simple(`{\n${lines.join('')}${indent}}`);
}
