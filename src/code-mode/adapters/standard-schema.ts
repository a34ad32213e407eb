/** Plain functions as tools, with schemas of any library that speaks Standard Schema: zod, valibot, ArkType and others. */
import { describeValue } from '../../seam/describe-value.ts';
import { refuseUnknownFields } from '../../seam/nearest-names.ts';
import type { CodeTool, JsonSchema, ToolCallContext } from '../types.ts';
import { parserOf } from './standard-schema-parser.ts';
import type { OutputOf, StandardSchema } from './standard-schema-types.ts';

export type * from './standard-schema-types.ts';

/** What `defineTool` makes a tool of. */
export interface ToolDefinition<
  Input extends StandardSchema,
  Output extends StandardSchema = StandardSchema<unknown>,
> {
  /** Any string but ''. Programs use it exactly as it is. */
  readonly name: string;
  /** What it does, for the model. Default: none. */
  readonly description?: string | undefined;
  /** Of the one argument, an object. Checks and converts it before the tool runs. */
  readonly input: Input;
  /** Of what the tool returns: its declared type in the SDK, checked by the compiler only. Default: unknown. */
  readonly output?: Output | undefined;
  /** Describes the argument in place of what `input` says of itself. */
  readonly inputSchema?: JsonSchema | undefined;
  /** Describes the result in place of what `output` says of itself. */
  readonly outputSchema?: JsonSchema | undefined;
  /** Whether it changes nothing: such calls overlap, all others run alone. Default: false. */
  readonly readOnly?: boolean | undefined;
  /** Does the work, with what `input` made of the argument. What it throws is a `ToolCallError` in the program. */
  readonly execute: (
    args: OutputOf<Input>,
    context: ToolCallContext,
  ) => OutputOf<Output> | PromiseLike<OutputOf<Output>>;
}

const FIELDS: readonly (keyof ToolDefinition<StandardSchema>)[] = [
  'name',
  'description',
  'input',
  'output',
  'inputSchema',
  'outputSchema',
  'readOnly',
  'execute',
];

/**
 * Makes a tool of a function and the schemas of its argument and result.
 *
 * The model is shown them as JSON Schema, which zod has from 4.2 on, and valibot through `toStandardJsonSchema` of
 * `@valibot/to-json-schema`. What JSON Schema cannot say, such as a `Date`, is `unknown` to the model, and checked all the same.
 * @throws TypeError when a schema neither describes itself as JSON Schema nor is described by `inputSchema` or `outputSchema`.
 */
export function defineTool<
  Input extends StandardSchema,
  Output extends StandardSchema = StandardSchema<unknown>,
>(definition: ToolDefinition<Input, Output>): CodeTool {
  if (typeof definition !== 'object' || definition === null)
    throw new TypeError(
      `Expected the definition of a tool to be an object, got ${describeValue(definition)}`,
    );
  const { name, description, input, output, readOnly, execute } = definition;
  const where = typeof name === 'string' ? ` of tool "${name}"` : '';
  const isMisnamed = input === undefined && isStandardSchema(definition.inputSchema);
  expectStandardSchema(input, `"input"${where}`, isMisnamed ? ': rename "inputSchema", which is one' : '');
  if (typeof execute !== 'function')
    throw new TypeError(`Expected "execute"${where} to be a function, got ${describeValue(execute)}`);
  refuseUnknownFields(definition, FIELDS, `the definition${where}`);
  const { inputSchema = describe(input, 'input', where) } = definition;
  const { outputSchema = output && describe(output, 'output', where) } = definition;
  return {
    name,
    description,
    inputSchema,
    outputSchema,
    readOnly,
    parse: parserOf(input),
    execute: (args, context) => execute(args as OutputOf<Input>, context),
  };
}

function expectStandardSchema(schema: unknown, what: string, hint = ''): void {
  if (!isStandardSchema(schema))
    throw new TypeError(`Expected ${what} to be a Standard Schema, got ${describeValue(schema)}${hint}`);
}

function isStandardSchema(schema: unknown): boolean {
  const standard = (schema as Partial<StandardSchema> | undefined | null)?.['~standard'];
  return typeof standard?.validate === 'function';
}

function describe(schema: StandardSchema, field: 'input' | 'output', where: string): JsonSchema {
  expectStandardSchema(schema, `"${field}"${where}`);
  const { jsonSchema, vendor } = schema['~standard'];
  if (jsonSchema === undefined) throw undescribed(field, where, hint(vendor));
  try {
    // The options with which zod and valibot leave out what JSON Schema cannot say, where they would throw.
    const libraryOptions = { unrepresentable: 'any', errorMode: 'ignore' };
    return jsonSchema[field]({ target: 'draft-2020-12', libraryOptions });
  } catch (error) {
    throw undescribed(field, where, error instanceof Error ? error.message : String(error), error);
  }
}

function undescribed(field: string, where: string, why: string, cause?: unknown): TypeError {
  const message = `Expected "${field}"${where} to describe itself as JSON Schema, or "${field}Schema" to be given: ${why}`;
  return new TypeError(message, cause === undefined ? undefined : { cause });
}

function hint(vendor: string): string {
  if (vendor === 'valibot') return 'wrap it in toStandardJsonSchema() of @valibot/to-json-schema';
  return vendor === 'zod'
    ? 'zod does so from 4.2 on'
    : `this schema of ${vendor} has no "~standard.jsonSchema"`;
}
