import type { CodeRuntime } from '../seam/code-runtime.ts';
import { describeValue } from '../seam/describe-value.ts';
import type { LimitRule } from '../seam/limits.ts';
import { isPortableName } from '../seam/names.ts';
import { unknownFields } from '../seam/nearest-names.ts';
import { TOOL_CALL_ERROR } from './calls/run-calls.ts';
import type { CodeTool } from './types.ts';

/** Every limit of Code Mode: one table for the types, the validation, the defaults and the README. */
export const CODE_MODE_LIMITS = {
  maxCalls: {
    default: 1_000,
    min: 0,
    max: 1_000_000,
    unit: 'calls',
    meaning: 'Calls that one program may make; further ones are refused and never reach a tool',
  },
  maxParallel: {
    default: 10,
    min: 1,
    max: 10_000,
    unit: 'calls',
    meaning: 'Calls of read-only tools that overlap; further ones wait in order',
  },
  maxResultCharacters: {
    default: 40_000,
    min: 1_000,
    max: 100_000_000,
    unit: 'characters',
    meaning: 'Text of a result that a model reads; head and tail stay, with a note of how much was cut',
  },
  maxSdkCharacters: {
    default: 60_000,
    min: 0,
    max: 100_000_000,
    unit: 'characters',
    meaning: 'The declarations that the description of the tool contains; longer ones are left to `describe`',
  },
  settleMs: {
    default: 5_000,
    min: 0,
    max: 2_147_483_647,
    unit: 'ms',
    meaning: 'How long the end of a run waits for tools that ignore their signal',
  },
} as const satisfies Record<string, LimitRule>;

const TOOL_SHAPE = '{ name, description, inputSchema, execute }';

/** A field that nobody reads may be the one that was to say that a tool only reads. */
const TOOL_FIELDS: readonly (keyof CodeTool)[] = [
  'name',
  'description',
  'inputSchema',
  'outputSchema',
  'readOnly',
  'parse',
  'execute',
];

export type CodeModeLimitName = keyof typeof CODE_MODE_LIMITS;

/** Limits in force, defaults filled in. Units and meanings: `CODE_MODE_LIMITS`. */
export type CodeModeLimits = { readonly [Name in CodeModeLimitName]: number };

export interface CodeModeOptions extends Partial<CodeModeLimits> {
  /** Where programs run. Whoever made it disposes of it. */
  readonly runtime: Pick<CodeRuntime, 'run'>;
  /** What programs may call, each under a name of its own. Later changes of the array change nothing. */
  readonly tools: readonly CodeTool[];
  /** The object that programs find the tools on. A portable identifier: see `isPortableName`. Default `tools`. */
  readonly global?: string | undefined;
}

export type ResolvedCodeModeOptions = Required<CodeModeOptions> & { readonly global: string };

/**
 * Validates options and fills in the defaults.
 * @throws TypeError that lists every problem.
 */
export function resolveCodeModeOptions(options: unknown): ResolvedCodeModeOptions {
  if (!isObject(options))
    throw new TypeError(`Expected the options of Code Mode to be an object, got ${describeValue(options)}`);
  const { runtime, tools, global = 'tools', ...others } = options;
  const limits = Object.entries(CODE_MODE_LIMITS).map(
    ([name, rule]) => [name, others[name] ?? rule.default] as const,
  );
  const unknown = unknownFields(options, ['runtime', 'tools', 'global', ...Object.keys(CODE_MODE_LIMITS)]);
  const problems = [
    ...(isRuntime(runtime) ? [] : [`runtime: expected a code runtime, got ${describeValue(runtime)}`]),
    ...(Array.isArray(tools)
      ? toolProblems(tools)
      : [`tools: expected an array of ${TOOL_SHAPE}, got ${describeTools(tools)}`]),
    ...globalProblems(global),
    ...limits.flatMap(([name, value]) =>
      limitProblems(name, CODE_MODE_LIMITS[name as CodeModeLimitName], value),
    ),
    ...(unknown === undefined ? [] : [unknown]),
  ];
  if (problems.length > 0) throw new TypeError(`Invalid options of Code Mode: ${problems.join('; ')}`);
  const valid = { runtime, tools: [...(tools as unknown[])], global, ...Object.fromEntries(limits) };
  return Object.freeze(valid as unknown as ResolvedCodeModeOptions);
}

function toolProblems(tools: readonly unknown[]): string[] {
  const names = new Map<unknown, number>();
  return Array.from(tools).flatMap((tool, index) => {
    const field = `tools[${index}]`;
    if (!isObject(tool)) return [`${field}: expected a tool ${TOOL_SHAPE}, got ${describeValue(tool)}`];
    const expect = (
      name: keyof CodeTool,
      isRight: (value: unknown) => boolean,
      expected: string,
    ): string[] =>
      isRight(tool[name]) ? [] : [`${field}.${name}: expected ${expected}, got ${describeValue(tool[name])}`];
    // What an instance of a class keeps beside its tool is its own.
    const unknown = isPlain(tool) ? unknownFields(tool, TOOL_FIELDS) : undefined;
    const first = names.get(tool['name']);
    if (first === undefined) names.set(tool['name'], index);
    return [
      ...expect('name', (name) => typeof name === 'string' && name !== '', 'a string that is not empty'),
      ...(first === undefined
        ? []
        : [`${field}.name: ${describeValue(tool['name'])} is already the name of tools[${first}]`]),
      ...expect('description', optional('string'), 'a string'),
      ...schemaProblems(`${field}.inputSchema`, tool['inputSchema']),
      ...schemaProblems(`${field}.outputSchema`, tool['outputSchema']),
      ...expect('readOnly', optional('boolean'), 'a boolean'),
      ...expect('parse', optional('function'), 'a function'),
      ...expect('execute', (value) => typeof value === 'function', 'a function'),
      ...(unknown === undefined ? [] : [`${field}: ${unknown}`]),
    ];
  });
}

function globalProblems(global: unknown): string[] {
  if (typeof global !== 'string') return [`global: expected a string, got ${describeValue(global)}`];
  if (!isPortableName(global))
    return [`global: expected an identifier that is not reserved, got ${describeValue(global)}`];
  return global === TOOL_CALL_ERROR ? [`global: "${global}" is the name of the error class`] : [];
}

function limitProblems(name: string, { min, max, unit }: LimitRule, value: unknown): string[] {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return [];
  return [`${name}: expected a whole number of ${unit} from ${min} to ${max}, got ${describeValue(value)}`];
}

function optional(type: string): (value: unknown) => boolean {
  return (value) => value === undefined || typeof value === type;
}

function schemaProblems(field: string, value: unknown): string[] {
  const vendor = foreignVendor(value);
  if (vendor !== undefined) {
    return [
      `${field}: expected a JSON Schema, got a schema of ${vendor}: use defineTool of codeseam/code-mode/standard-schema`,
    ];
  }
  if (value === undefined || typeof value === 'boolean' || isObject(value)) return [];
  return [`${field}: expected a JSON Schema: an object or a boolean, got ${describeValue(value)}`];
}

/** The library that a schema, or one of its members, is of. What cannot be read is of none. */
function foreignVendor(value: unknown): string | undefined {
  try {
    return (
      vendorOf(value) ?? (isObject(value) ? Object.values(value).map(vendorOf).find(Boolean) : undefined)
    );
  } catch {
    return undefined;
  }
}

/** The library that a schema is of, when it is no JSON Schema. What zod makes JSON Schema of is hidden in the latter. */
function vendorOf(schema: unknown): string | undefined {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) return undefined;
  const isHidden =
    Object.getPrototypeOf(schema) === Object.prototype && !Object.keys(schema).includes('~standard');
  const standard: unknown = isHidden ? undefined : Reflect.get(schema, '~standard');
  if (typeof standard !== 'object' || standard === null) return undefined;
  return String(Reflect.get(standard, 'vendor'));
}

function describeTools(value: unknown): string {
  if (value instanceof Promise) return 'a promise: await it';
  const isOfAiSdk =
    isObject(value) && Object.values(value).some((tool) => isObject(tool) && 'inputSchema' in tool);
  return (
    describeValue(value) +
    (isOfAiSdk ? ': fromAiTools of codeseam/code-mode/ai-sdk takes tools of the AI SDK' : '')
  );
}

/** By behaviour, not by class: a runtime of another copy of this library is a runtime. */
function isRuntime(value: unknown): boolean {
  return isObject(value) && typeof value['run'] === 'function';
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
