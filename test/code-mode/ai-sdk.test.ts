import { toStandardJsonSchema } from '@valibot/to-json-schema';
import {
  dynamicTool,
  generateText,
  jsonSchema,
  simulateReadableStream,
  stepCountIs,
  streamText,
  tool,
  zodSchema,
} from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromAiTools, toAiTool } from '../../src/code-mode/adapters/ai-sdk.ts';
import { type CodeTool, createCodeMode } from '../../src/code-mode/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';

const runtime = new WorkerThreadCodeRuntime({ maxWallMs: 30_000 });
afterAll(() => runtime.dispose());

const seen: unknown[] = [];
const aiTools = {
  weather: tool({
    description: 'The weather of a city.',
    inputSchema: z.object({ city: z.string().min(2), unit: z.enum(['C', 'F']).default('C') }),
    outputSchema: z.object({ degrees: z.number() }),
    execute: async ({ city, unit }, { toolCallId, messages, abortSignal }) => {
      seen.push({ city, unit, toolCallId, messages, aborted: abortSignal?.aborted });
      return { degrees: city.length };
    },
    toModelOutput: () => ({ type: 'text', value: 'for a model alone' }),
  }),
  progress: tool({
    inputSchema: jsonSchema<{ steps: number }>({
      type: 'object',
      properties: { steps: { type: 'number' } },
      required: ['steps'],
    }),
    async *execute({ steps }) {
      for (let step = 1; step <= steps; step++) yield `step ${step}`;
    },
  }),
  wrapped: tool({ inputSchema: zodSchema(z.object({ n: z.string() })), execute: async ({ n }) => n }),
  checked: tool({
    inputSchema: jsonSchema<object>(
      { type: 'object' },
      { validate: () => ({ success: false, error: new Error('never right') }) },
    ),
    execute: async () => 1,
  }),
  shout: dynamicTool({
    inputSchema: toStandardJsonSchema(v.object({ text: v.pipe(v.string(), v.maxLength(5)) })),
    execute: async (input) => `${(input as { text: string }).text}!`,
  }),
};

async function run(tools: CodeTool[], code: string) {
  const { run: result } = await createCodeMode({ runtime, tools }).execute({ code });
  return result.error === undefined ? result.value : result.error.message;
}

const NO_USAGE = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

/** A model that says what the script says, whatever it is told. */
function scripted(...turns: ({ code: string } | { text: string })[]): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: turns.map((turn) => ({
      content: [
        'text' in turn
          ? { type: 'text' as const, text: turn.text }
          : {
              type: 'tool-call' as const,
              toolCallId: 'outer-1',
              toolName: 'run_code',
              input: JSON.stringify({ code: turn.code, description: 'A test' }),
            },
      ],
      finishReason: { unified: 'text' in turn ? ('stop' as const) : ('tool-calls' as const), raw: undefined },
      usage: NO_USAGE,
      warnings: [],
    })),
  });
}

/** What the model was told about its call: the output of the last message it got. */
function toldOf(model: MockLanguageModelV3): unknown {
  const [part] = model.doGenerateCalls.at(-1)!.prompt.at(-1)!.content as { output?: unknown }[];
  return part?.output;
}

describe('tools of the AI SDK', () => {
  it('describe themselves as they do to the SDK', async () => {
    const [weather, progress, , , shout] = await fromAiTools(aiTools, { readOnly: ['weather'] });
    expect(weather).toMatchObject({
      name: 'weather',
      description: 'The weather of a city.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      outputSchema: { properties: { degrees: { type: 'number' } } },
      readOnly: true,
    });
    expect(progress).toMatchObject({ inputSchema: { required: ['steps'] }, readOnly: false });
    expect(shout).toMatchObject({ inputSchema: { properties: { text: { maxLength: 5 } } } });
  });

  it('are called with checked input, the id of the call and a signal', async () => {
    const tools = await fromAiTools(aiTools);
    expect(await run(tools, "return await tools.weather({ city: 'Rome' })")).toEqual({ degrees: 4 });
    expect(seen).toEqual([{ city: 'Rome', unit: 'C', toolCallId: 'call-1', messages: [], aborted: false }]);
  });

  it('give a program the last of what they yield', async () => {
    const tools = await fromAiTools(aiTools);
    expect(await run(tools, 'return await tools.progress({ steps: 3 })')).toBe('step 3');
  });

  it.each([
    ['zod', "tools.weather({ city: 'R', unit: 'K' })", /args\.city: .*args\.unit: /],
    ['valibot', "tools.shout({ text: 'too long' })", /args\.text: Invalid length/],
    ['zodSchema()', 'tools.wrapped({ n: 1 })', /args\.n: .*string/],
    ['jsonSchema() with a check of its own', 'tools.checked({})', /"checked": never right /],
    ['JSON Schema', "tools.progress({ steps: 'many' })", /args\.steps: expected number, got "many"/],
  ])('refuse input with the path of each issue, by a schema of %s', async (_, call, message) => {
    expect(await run(await fromAiTools(aiTools), `return await ${call}`)).toMatch(message);
  });

  it('are refused by name when they have nothing to execute', async () => {
    const ask = tool({ inputSchema: z.object({}), outputSchema: z.string() });
    await expect(fromAiTools({ ask })).rejects.toThrow(
      'The tool "ask" has no "execute": programs can only call what runs here',
    );
  });

  it('are refused by name when they wait for approval, at once or at the call', async () => {
    const base = { inputSchema: z.object({ path: z.string() }), execute: async () => 'gone' };
    await expect(fromAiTools({ remove: tool({ ...base, needsApproval: true }) })).rejects.toThrow(
      'The tool "remove" needs approval, which programs cannot wait for',
    );
    const remove = tool({ ...base, needsApproval: async ({ path }) => path.startsWith('/') });
    const tools = await fromAiTools({ remove });
    expect(await run(tools, "return await tools.remove({ path: 'a' })")).toBe('gone');
    expect(await run(tools, "return await tools.remove({ path: '/a' })")).toMatch(
      /This call of "remove" needs approval/,
    );
  });

  it('are refused by name when their schema cannot be JSON Schema', async () => {
    const since = tool({ inputSchema: z.object({ date: z.date() }), execute: async () => 1 });
    await expect(fromAiTools({ since })).rejects.toThrow(
      /^The "inputSchema" of the tool "since" cannot be made JSON Schema: /,
    );
  });

  it('have to be there to be read-only', async () => {
    await expect(fromAiTools(aiTools, { readOnly: ['forecast'] })).rejects.toThrow(
      'Expected "readOnly" to list names of tools, got "forecast"',
    );
  });
});

describe('Code Mode as a tool of the AI SDK', async () => {
  const codeMode = createCodeMode({ runtime, tools: await fromAiTools(aiTools) });
  const tools = { run_code: toAiTool(codeMode) };
  const stopWhen = stepCountIs(4);

  it('runs the program of a model, which then answers', async () => {
    const code =
      "const cities = ['Rome', 'Oslo!']; return Promise.all(cities.map((city) => tools.weather({ city })))";
    const model = scripted({ code }, { text: 'Four and five degrees.' });
    const { text, steps } = await generateText({ model, tools, stopWhen, prompt: 'How warm is it?' });
    expect(text).toBe('Four and five degrees.');
    expect(steps).toHaveLength(2);
    expect(model.doGenerateCalls[0]!.tools).toMatchObject([
      { type: 'function', name: 'run_code', inputSchema: { required: codeMode.tool.inputSchema.required } },
    ]);
    expect(toldOf(model)).toMatchObject({ type: 'text', value: expect.stringMatching(/4.*5/s) });
    expect(steps[0]!.toolResults[0]!.output).toMatchObject({ isError: false });
  });

  it('tells the model of a failure as one', async () => {
    const model = scripted({ code: 'return nope' }, { text: 'It failed.' });
    await generateText({ model, tools, stopWhen, prompt: '…' });
    expect(toldOf(model)).toMatchObject({ type: 'error-text', value: expect.stringContaining('nope') });
  });

  it('hands images and files on as such', async () => {
    const code = `return [
      { type: 'text', text: 'A dot' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'a:b', blob: 'BBBB', mimeType: 'application/pdf' } },
    ]`;
    const model = scripted({ code }, { text: 'Seen.' });
    await generateText({ model, tools, stopWhen, prompt: '…' });
    expect(toldOf(model)).toMatchObject({
      type: 'content',
      value: [
        { type: 'text', text: 'A dot' },
        { type: 'image-data', data: 'AAAA', mediaType: 'image/png' },
        { type: 'file-data', data: 'BBBB', mediaType: 'application/pdf' },
      ],
    });
  });

  it('describes a file of no type, and does not print it', async () => {
    const blob = 'BBBB'.repeat(250_000);
    const code = `return { type: 'resource', resource: { uri: 'a:b', blob: ${JSON.stringify(blob)} } }`;
    const model = scripted({ code }, { text: 'Seen.' });
    await generateText({ model, tools, stopWhen, prompt: '…' });
    expect(toldOf(model)).toEqual({
      type: 'text',
      value: '[A file of an unknown type, 1000000 characters of base64: a:b]',
    });
  });

  it('ends the program with the abort signal of the generation', async () => {
    const abort = new AbortController();
    const settled: unknown[] = [];
    const wait = tool({
      inputSchema: z.object({}),
      execute: (_, { abortSignal }) =>
        new Promise<string>((_resolve, reject) => {
          abortSignal!.addEventListener('abort', () => reject(new Error('told to stop')));
          abort.abort(new Error('enough'));
        }),
    });
    const waiting = createCodeMode({ runtime, tools: await fromAiTools({ wait }) });
    const model = scripted({ code: 'await tools.wait({})' }, { text: 'never said' });
    const generation = generateText({
      model,
      tools: {
        run_code: toAiTool(waiting, { onEvent: (event) => event.type === 'settle' && settled.push(event) }),
      },
      stopWhen,
      prompt: '…',
      abortSignal: abort.signal,
    });
    await generation.catch(() => {});
    await expect.poll(() => settled).toHaveLength(1);
  });

  it('works in a stream', async () => {
    const input = JSON.stringify({ code: "return (await tools.shout({ text: 'hey' })).length" });
    const finish = (unified: 'stop' | 'tool-calls') => ({
      type: 'finish' as const,
      finishReason: { unified, raw: undefined },
      usage: NO_USAGE,
    });
    const model = new MockLanguageModelV3({
      doStream: [
        {
          stream: simulateReadableStream({
            chunks: [
              { type: 'tool-call', toolCallId: 'outer-1', toolName: 'run_code', input },
              finish('tool-calls'),
            ],
          }),
        },
        {
          stream: simulateReadableStream({
            chunks: [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: 'Four.' },
              { type: 'text-end', id: '1' },
              finish('stop'),
            ],
          }),
        },
      ],
    });
    const result = streamText({ model, tools, stopWhen, prompt: '…' });
    expect(await result.text).toBe('Four.');
    const [first] = await result.steps;
    expect(first!.toolResults[0]!.output).toEqual({ content: [{ type: 'text', text: '4' }], isError: false });
  });
});

describe('fromAiTools', () => {
  it.each<[string, unknown, unknown, string]>([
    [
      'nothing',
      undefined,
      {},
      'Expected the tools of the AI SDK to be an object by their names, got undefined',
    ],
    ['a list', [aiTools.weather], {}, 'to be an object by their names, got an array'],
    ['a tool that is none', { a: 1 }, {}, 'Expected the tool "a" to be an object, got 1'],
    [
      'the field of an older SDK',
      { a: { parameters: z.object({}), execute: () => 1 } },
      {},
      'The "inputSchema" of the tool "a" is missing',
    ],
    ['a misspelt option', aiTools, { readonly: [] }, 'Unknown field "readonly" (did you mean "readOnly")'],
    [
      'one word for a list',
      aiTools,
      { readOnly: true },
      'Expected "readOnly" to list names of tools, got true',
    ],
  ])('refuses %s', async (_what, tools, options, message) => {
    const made = fromAiTools(...([tools, options] as Parameters<typeof fromAiTools>));
    await expect(made).rejects.toThrow(TypeError);
    await expect(made).rejects.toThrow(message);
  });
});

it('says what it expected in place of a Code Mode', () => {
  expect(() => toAiTool(runtime as unknown as Parameters<typeof toAiTool>[0])).toThrow(
    'Expected what createCodeMode returns, got object',
  );
});
