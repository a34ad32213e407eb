import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  CODE_MODE_LIMITS,
  type CodeModeOptions,
  createCodeMode,
  type ExecuteOptions,
  type RunCodeInput,
} from '../../src/code-mode/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { textOf, tool } from './calls-harness.ts';

const runtime = new WorkerThreadCodeRuntime();
afterAll(() => runtime.dispose());

const tools = [tool('read', () => 1), tool('write', () => 2)];

it('makes one tool of many', async () => {
  const codeMode = createCodeMode({ runtime, tools });
  expect(codeMode.tool.name).toBe('run_code');
  expect(codeMode.tool.inputSchema).toMatchObject({ type: 'object', required: ['code'] });
  expect(codeMode.sdk).toContain('"read"');
  expect(codeMode.tool.description).toContain(codeMode.sdk.trim());
  expect(codeMode.instructions).not.toBe('');
  const input = { code: 'return (await tools.read()) + (await tools.write())', description: 'Adds' };
  const { content, isError, run } = await codeMode.execute(input);
  expect([textOf(content), isError, run.value]).toEqual(['3', false, 3]);
});

it('takes a program as models write it, and reports positions of that', async () => {
  const codeMode = createCodeMode({ runtime, tools });
  const fenced = await codeMode.execute({
    code: '```ts\nasync () => {\n  return await tools.read()\n}\n```',
  });
  expect(fenced.run.value).toBe(1);
  const failed = await codeMode.execute({ code: '```ts\nconst a = 1\nnull.x\n```' });
  expect(failed.run.error?.location?.line).toBe(3);
});

it('passes logs on as they arrive', async () => {
  const seen: string[] = [];
  const codeMode = createCodeMode({ runtime, tools });
  await codeMode.execute(
    { code: 'console.log("a"); console.log("b")' },
    { onLog: ({ text }) => seen.push(text) },
  );
  expect(seen).toEqual(['a', 'b']);
});

it('describes some tools, and says which names no tool has', () => {
  const codeMode = createCodeMode({ runtime, tools });
  expect(codeMode.describe(['read'])).toContain('"read"');
  expect(codeMode.describe(['read'])).not.toContain('"write"');
  const mixed = codeMode.describe(['rea', 'write', 'x\n\u2028*/']);
  expect(mixed).toContain('// No tool has the name "rea"');
  expect(mixed).toContain('"write"');
  expect(mixed).not.toContain('\u2028');
  expect(codeMode.describe([])).toBe('');
  expect(() => codeMode.describe('read' as unknown as string[])).toThrow(TypeError);
});

it('hints at similar names for the first that are missing, and cuts long ones', () => {
  const codeMode = createCodeMode({ runtime, tools });
  const lines = codeMode.describe([...'abcdefgh'].map((letter) => `rea_${letter}`)).split('\n');
  expect(lines.filter((line) => line.includes('similar ones are "read"'))).toHaveLength(5);
  expect(lines).toHaveLength(8);
  expect(codeMode.describe(['x'.repeat(100_000)]).length).toBeLessThan(300);
});

it('searches tools', () => {
  const codeMode = createCodeMode({ runtime, tools });
  expect(codeMode.search('read').map(({ name }) => name)).toEqual(['read']);
  expect(() => codeMode.search(5 as unknown as string)).toThrow(TypeError);
  expect(() => codeMode.search('read', 0)).toThrow(RangeError);
});

it('keeps to the tools it was made with', async () => {
  const own = [tool('read', () => 1)];
  const codeMode = createCodeMode({ runtime, tools: own });
  own.push(tool('late', () => 2));
  const { run } = await codeMode.execute({ code: 'return Object.keys(tools)' });
  expect(run.value).toEqual(['read']);
});

it('works without any tool', async () => {
  expect((await createCodeMode({ runtime, tools: [] }).execute({ code: 'return 1' })).run.value).toBe(1);
});

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'Expected the options of Code Mode to be an object, got undefined'],
  ['no runtime', { tools }, 'runtime: expected a code runtime, got undefined'],
  ['a runtime that cannot run', { runtime: {}, tools }, 'runtime: expected a code runtime, got object'],
  [
    'no tools',
    { runtime },
    'tools: expected an array of { name, description, inputSchema, execute }, got undefined',
  ],
  [
    'a tool that is none',
    { runtime, tools: [1] },
    'tools[0]: expected a tool { name, description, inputSchema, execute }, got 1',
  ],
  [
    'an empty name',
    { runtime, tools: [tool('', () => 1)] },
    'tools[0].name: expected a string that is not empty',
  ],
  [
    'a name twice',
    { runtime, tools: [...tools, tools[0]] },
    'tools[2].name: "read" is already the name of tools[0]',
  ],
  [
    'a tool without execute',
    { runtime, tools: [{ name: 'a' }] },
    'tools[0].execute: expected a function, got undefined',
  ],
  [
    'a bad description',
    { runtime, tools: [tool('a', () => 1, { description: 5 as never })] },
    'tools[0].description:',
  ],
  [
    'a bad schema',
    { runtime, tools: [tool('a', () => 1, { inputSchema: [] as never })] },
    'tools[0].inputSchema:',
  ],
  [
    'a bad hint',
    { runtime, tools: [tool('a', () => 1, { readOnly: 'yes' as never })] },
    'tools[0].readOnly:',
  ],
  ['a bad parse', { runtime, tools: [tool('a', () => 1, { parse: {} as never })] }, 'tools[0].parse:'],
  [
    'a reserved global',
    { runtime, tools, global: 'console' },
    'global: expected an identifier that is not reserved',
  ],
  [
    'the global of the error class',
    { runtime, tools, global: 'ToolCallError' },
    'global: "ToolCallError" is the name',
  ],
  ['a global that is no string', { runtime, tools, global: 5 }, 'global: expected a string, got 5'],
  [
    'a limit out of range',
    { runtime, tools, maxCalls: -1 },
    'maxCalls: expected a whole number of calls from 0 to',
  ],
  [
    'a limit of a wrong type',
    { runtime, tools, settleMs: '5' },
    'settleMs: expected a whole number of ms from 0 to',
  ],
  ['an unknown field', { runtime, tools, maxCall: 1 }, 'unknown field "maxCall" (did you mean "maxCalls")'],
  [
    'an unknown field of a tool',
    { runtime, tools: [{ name: 'a', readonly: true, execute: () => 1 }] },
    'tools[0]: unknown field "readonly" (did you mean "readOnly")',
  ],
])('refuses %s', (_what, options, message) => {
  const create = (): unknown => createCodeMode(options as CodeModeOptions);
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

it('takes an instance of a class as a tool, whatever else it holds', () => {
  class Tool {
    readonly name = 'a';
    readonly cache = new Map();
    execute(): number {
      return this.cache.size;
    }
  }
  expect(createCodeMode({ runtime, tools: [new Tool()] }).sdk).toContain('a');
});

it('lists all problems of the options at once', () => {
  const create = (): unknown =>
    createCodeMode({ tools: [{}], maxParallel: 0, colour: 'red' } as unknown as CodeModeOptions);
  expect(create).toThrow(
    /^Invalid options of Code Mode: runtime: .*; tools\[0\]\.name: .*; tools\[0\]\.execute: .*; maxParallel: .*; unknown field "colour": expected one of runtime, tools, .*$/,
  );
});

it('lists every limit with default, range, unit and meaning', () => {
  for (const rule of Object.values(CODE_MODE_LIMITS)) {
    expect(rule.default).toBeGreaterThanOrEqual(rule.min);
    expect(rule.default).toBeLessThanOrEqual(rule.max);
    expect(rule.meaning).not.toBe('');
  }
});

it.each<[string, unknown, string]>([
  ['nothing', undefined, 'expected an object with "code", got undefined'],
  ['a text', 'return 1', 'expected an object with "code", got "return 1"'],
  ['no code', {}, 'expected "code" to be a string with the program, got undefined'],
  ['code that is no string', { code: 5 }, 'expected "code" to be a string with the program, got 5'],
  [
    'a description that is no string',
    { code: '1', description: 5 },
    'expected "description" to be a string, got 5',
  ],
  [
    'an unknown field',
    { code: '1', language: 'ts' },
    'unknown field "language": expected one of code, description',
  ],
])('answers a model that sends %s with a result it can read', async (_what, input, message) => {
  const { content, isError, run } = await createCodeMode({ runtime, tools }).execute(input as RunCodeInput);
  expect(isError).toBe(true);
  expect(textOf(content)).toBe(`Error (exception): Invalid input: ${message}`);
  expect(run.error?.kind).toBe('exception');
  expect(run.usage.calls).toEqual({ started: 0, settled: 0 });
});

it.each<[string, unknown, string]>([
  ['options that are no object', 5, 'Expected the options of execute to be an object, got 5'],
  [
    'an unknown option',
    { onLogs: () => {} },
    'Unknown field "onLogs" (did you mean "onLog") in the options of execute',
  ],
  ['a signal that is none', { signal: {} }, 'Expected "signal" to be an AbortSignal, got object'],
  ['a listener that is no function', { onEvent: 1 }, 'Expected "onEvent" to be a function, got 1'],
])('throws for a host that passes %s', async (_what, options, message) => {
  const execution = createCodeMode({ runtime, tools }).execute({ code: '1' }, options as ExecuteOptions);
  await expect(execution).rejects.toThrow(TypeError);
  await expect(execution).rejects.toThrow(message);
});

it.each<[string, object, string]>([
  ['zod', z.object({ a: z.string() }), 'zod'],
  ['zod, of its fields alone', { a: z.string() }, 'zod'],
  ['valibot', v.object({ a: v.string() }), 'valibot'],
])('refuses a schema of %s where JSON Schema is expected', (_what, schema, vendor) => {
  const expected = `expected a JSON Schema, got a schema of ${vendor}: use defineTool of codeseam/code-mode/standard-schema`;
  for (const field of ['inputSchema', 'outputSchema']) {
    const create = (): unknown =>
      createCodeMode({ runtime, tools: [{ ...tool('a', () => 1), [field]: schema }] });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(`tools[0].${field}: ${expected}`);
  }
});

it('takes the JSON Schema that zod makes', async () => {
  const inputSchema = z.toJSONSchema(z.object({ a: z.string() }), { io: 'input' }) as Record<string, unknown>;
  const codeMode = createCodeMode({ runtime, tools: [{ ...tool('echo', (args) => args), inputSchema }] });
  expect(codeMode.sdk).toContain('a: string');
  const { content } = await codeMode.execute({ code: "return tools.echo({ a: 'x' })" });
  expect(textOf(content)).toContain('"x"');
});

it.each<[string, unknown, string]>([
  [
    'a promise of tools',
    Promise.resolve([]),
    'tools: expected an array of { name, description, inputSchema, execute }, got a promise: await it',
  ],
  [
    'tools of the AI SDK',
    { a: { inputSchema: z.object({}), execute: () => 1 } },
    'tools: expected an array of { name, description, inputSchema, execute }, got object: fromAiTools of codeseam/code-mode/ai-sdk takes tools of the AI SDK',
  ],
])('tells who passes %s what to do', (_what, given, message) => {
  expect(() => createCodeMode({ runtime, tools: given as CodeModeOptions['tools'] })).toThrow(message);
});
