import { asSchema, type FlexibleSchema, type ToolSet } from 'ai';
import { describeValue } from '../../seam/describe-value.ts';
import { refuseUnknownFields } from '../../seam/nearest-names.ts';
import type { CodeTool, JsonSchema } from '../types.ts';
import { describeIssues, parserOf } from './standard-schema-parser.ts';
import type { StandardSchema, StandardSchemaIssue } from './standard-schema-types.ts';

type AiTool = ToolSet[string];

/** What the AI SDK does not say of its tools. */
export interface FromAiToolsOptions {
  /** Names of the tools that change nothing: their calls overlap, all others run alone. Default: none. */
  readonly readOnly?: readonly string[] | undefined;
}

/**
 * The tools of the AI SDK, for programs. A program gets what `execute` resolves to, or the last value of one that
 * yields several; `toModelOutput` and the `onInput...` callbacks are for models, and not called.
 * @throws TypeError that names the tool, for one that has no `execute`, that waits for approval, or whose schema cannot
 *   be made JSON Schema, and for a name in `readOnly` that is no tool's.
 */
export async function fromAiTools(tools: ToolSet, options: FromAiToolsOptions = {}): Promise<CodeTool[]> {
  if (typeof tools !== 'object' || tools === null || Array.isArray(tools))
    throw new TypeError(
      `Expected the tools of the AI SDK to be an object by their names, got ${describeValue(tools)}`,
    );
  refuseUnknownFields(options, ['readOnly'], 'the options of fromAiTools');
  const { readOnly = [] } = options;
  if (!Array.isArray(readOnly))
    throw new TypeError(`Expected "readOnly" to list names of tools, got ${describeValue(readOnly)}`);
  const stray = readOnly.find((name) => !Object.hasOwn(tools, name));
  if (stray !== undefined) throw new TypeError(`Expected "readOnly" to list names of tools, got "${stray}"`);
  return Promise.all(
    Object.entries(tools).map(([name, tool]) => fromAiTool(name, tool, readOnly.includes(name))),
  );
}

async function fromAiTool(name: string, tool: AiTool, readOnly: boolean): Promise<CodeTool> {
  if (typeof tool !== 'object' || tool === null)
    throw new TypeError(`Expected the tool "${name}" to be an object, got ${describeValue(tool)}`);
  const { description, inputSchema, outputSchema, needsApproval } = tool;
  const { execute } = tool;
  if (execute === undefined)
    throw new TypeError(`The tool "${name}" has no "execute": programs can only call what runs here`);
  if (needsApproval === true)
    throw new TypeError(`The tool "${name}" needs approval, which programs cannot wait for`);
  if (inputSchema === undefined) throw new TypeError(`The "inputSchema" of the tool "${name}" is missing`);
  return {
    name,
    description,
    inputSchema: await jsonSchemaOf(inputSchema, `"inputSchema" of the tool "${name}"`),
    outputSchema: outputSchema && (await jsonSchemaOf(outputSchema, `"outputSchema" of the tool "${name}"`)),
    readOnly,
    parse: parserOfFlexible(inputSchema),
    async execute(args, { callId, signal }) {
      const options = { toolCallId: callId, messages: [], abortSignal: signal };
      if (typeof needsApproval === 'function' && (await needsApproval(args, options)))
        throw new Error(`This call of "${name}" needs approval, which programs cannot wait for`);
      return lastOf(execute.call(tool, args, options));
    },
  };
}

async function jsonSchemaOf(schema: FlexibleSchema, what: string): Promise<JsonSchema> {
  try {
    return (await asSchema(schema).jsonSchema) as JsonSchema;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`The ${what} cannot be made JSON Schema: ${why}`, { cause });
  }
}

/** Undefined for a plain JSON Schema, which is checked as such. */
function parserOfFlexible(schema: FlexibleSchema): CodeTool['parse'] {
  // Not through the SDK, which takes a failure of valibot's for a success: it has a value, too.
  if ('~standard' in schema) return parserOf(schema as StandardSchema);
  const { validate } = asSchema<unknown>(schema);
  return (
    validate &&
    (async (args) => {
      const result = await validate(args);
      if (result.success) return result.value;
      // An error of zod's, whose own message is a dump.
      const { issues } = result.error as { readonly issues?: unknown };
      if (!Array.isArray(issues)) throw result.error;
      throw new TypeError(describeIssues(issues as readonly StandardSchemaIssue[]));
    })
  );
}

async function lastOf(output: unknown): Promise<unknown> {
  if (typeof output !== 'object' || output === null || !(Symbol.asyncIterator in output)) return output;
  let last: unknown;
  for await (const value of output as AsyncIterable<unknown>) last = value;
  return last;
}
