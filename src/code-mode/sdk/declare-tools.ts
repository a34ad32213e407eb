import type { CodeTool } from '../types.ts';
import { docComment, MAX_TOOL_DOC } from './doc-comment.ts';
import { inNameOrder } from './name-order.ts';
import { isObject, listField } from './schema-fields.ts';
import { SchemaTypes } from './schema-types.ts';
import { quoted, TypeNames } from './spelling.ts';

const INDENT = '  ';

const ERROR_CLASS = `/** What a failed call throws; its message says why. */
declare class ToolCallError extends Error {
  readonly toolName: string;
}
`;

const ANY_OBJECT = '{ [key: string]: unknown }';

/** What decides by more than a list of names which arguments have to be given. */
const DECIDING = ['$ref', 'anyOf', 'oneOf', 'allOf', 'const', 'enum'];

/**
 * TypeScript declarations of tools for a model to read: one object `global` with a method per tool, in the order of
 * their names, and the class of their errors. The same tools give the same text. Whatever is in names, descriptions and
 * schemas, the text is valid TypeScript that declares just this; what a schema says that types cannot is `unknown`.
 */
export function declareTools(tools: readonly CodeTool[], global: string): string {
  const names = new TypeNames();
  let types = '';
  let members = '';
  for (const tool of inNameOrder(tools)) {
    const input = typesOf(tool, 'inputSchema', names);
    const output = typesOf(tool, 'outputSchema', names);
    const args = input.type === 'unknown' ? ANY_OBJECT : input.type;
    const optional = input.type === 'unknown' || isOptional(read(tool, 'inputSchema')) ? '?' : '';
    types += input.declarations + output.declarations;
    members += commentOf(tool);
    members += `${INDENT}${quoted(tool.name)}(args${optional}: ${args}): Promise<${output.type}>;\n`;
  }
  const object = `declare const ${global}: {${members === '' ? '' : `\n${members}`}};\n`;
  return [ERROR_CLASS, ...(types === '' ? [] : [types]), object].join('\n');
}

interface Types {
  readonly type: string;
  readonly declarations: string;
}

function typesOf(tool: CodeTool, keyword: 'inputSchema' | 'outputSchema', names: TypeNames): Types {
  try {
    const schema = tool[keyword];
    const types = new SchemaTypes(schema, (definition) => names.take(tool.name, definition));
    const type = types.type(schema, INDENT);
    return { type, declarations: types.declarations() };
  } catch {
    // A getter or a trap of the schema threw.
    return { type: 'unknown', declarations: '' };
  }
}

function isOptional(schema: unknown): boolean {
  try {
    if (!isObject(schema) || DECIDING.some((keyword) => Object.hasOwn(schema, keyword))) return false;
    return !listField(schema, 'required')?.some((name) => typeof name === 'string');
  } catch {
    return false;
  }
}

function commentOf(tool: CodeTool): string {
  const description = read(tool, 'description');
  return typeof description === 'string' ? docComment(description, MAX_TOOL_DOC, [], INDENT) : '';
}

function read(tool: CodeTool, keyword: 'description' | 'inputSchema'): unknown {
  try {
    return tool[keyword];
  } catch {
    return undefined;
  }
}
