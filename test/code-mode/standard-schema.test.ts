import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type StandardSchema } from '../../src/code-mode/adapters/standard-schema.ts';
import type { CodeTool } from '../../src/code-mode/index.ts';

const context = { callId: 'call-1', signal: new AbortController().signal };

async function call(tool: CodeTool, args: unknown): Promise<unknown> {
  return tool.execute(await tool.parse!(args), context);
}

const order = defineTool({
  name: 'order',
  description: 'Orders some of an article.',
  input: z.object({
    article: z.string().describe('Its number').trim(),
    count: z.number().int().positive().default(1),
    address: z.object({ lines: z.array(z.string().max(20)) }).optional(),
  }),
  output: z.object({ id: z.string(), at: z.date() }),
  execute({ article, count }, { callId }) {
    expectTypeOf(article).toEqualTypeOf<string>();
    expectTypeOf(count).toEqualTypeOf<number>();
    return { id: `${callId}: ${count} × ${article}`, at: new Date(0) };
  },
});

const rename = defineTool({
  name: 'rename',
  readOnly: true,
  input: toStandardJsonSchema(v.object({ from: v.string(), to: v.pipe(v.string(), v.minLength(1)) })),
  async execute({ from, to }) {
    expectTypeOf(to).toEqualTypeOf<string>();
    return `${from} → ${to}`;
  },
});

describe('a tool with schemas of zod', () => {
  it('describes what it takes, before defaults, and what it returns, as JSON Schema', () => {
    expect(order).toMatchObject({ name: 'order', description: 'Orders some of an article.' });
    expect(order.inputSchema).toMatchObject({
      type: 'object',
      properties: { article: { type: 'string', description: 'Its number' }, count: { default: 1 } },
      required: ['article'],
    });
    expect(order.outputSchema).toMatchObject({
      properties: { id: { type: 'string' }, at: {} },
      required: ['id', 'at'],
    });
  });

  it('is called with what the schema makes of the argument', async () => {
    expect(await call(order, { article: ' A1 ' })).toEqual({ id: 'call-1: 1 × A1', at: new Date(0) });
  });

  it('refuses an argument with the path of each issue', async () => {
    const args = { article: 7, count: -1, address: { lines: ['fine', 'x'.repeat(21)] } };
    const refusal = call(order, args);
    await expect(refusal).rejects.toThrow(/args\.article: .*string/);
    await expect(refusal).rejects.toThrow(/args\.count: /);
    await expect(refusal).rejects.toThrow(/args\.address\.lines\[1\]: /);
  });

  it('tells no more than eight issues', async () => {
    const many = defineTool({ name: 'many', input: z.array(z.string()), execute: () => 1 });
    await expect(call(many, Array(20).fill(1))).rejects.toThrow(/args\[7\]: [^;]*; and 12 more$/);
  });

  it('checks what JSON Schema has no words for, and leaves it open to the model', async () => {
    const since = defineTool({
      name: 'since',
      input: z.object({ date: z.date() }),
      execute: ({ date }) => date.getTime(),
    });
    expect(since.inputSchema).toMatchObject({ properties: { date: {} } });
    expect(await call(since, { date: new Date(5) })).toBe(5);
    await expect(call(since, { date: '1970' })).rejects.toThrow(/args\.date: .*date/);
  });

  it('awaits a check that is asynchronous', async () => {
    const known = z.object({ id: z.string().refine(async (id) => id === 'known', 'No such id') });
    const find = defineTool({ name: 'find', input: known, execute: ({ id }) => id });
    expect(await call(find, { id: 'known' })).toBe('known');
    await expect(call(find, { id: 'other' })).rejects.toThrow('args.id: No such id');
  });
});

describe('a tool with schemas of valibot', () => {
  it('describes and checks its argument', async () => {
    expect(rename.readOnly).toBe(true);
    expect(rename.inputSchema).toMatchObject({ type: 'object', required: ['from', 'to'] });
    expect(await call(rename, { from: 'a', to: 'b' })).toBe('a → b');
    await expect(call(rename, { from: 'a', to: '' })).rejects.toThrow(/^args\.to: Invalid length/);
  });

  it('leaves a date open to the model too', () => {
    const input = toStandardJsonSchema(v.object({ date: v.date() }));
    const { inputSchema } = defineTool({ name: 'since', input, execute: () => 1 });
    expect(inputSchema).toMatchObject({ properties: { date: {} } });
  });

  it('is refused with a field that nobody reads, by the name that was meant', () => {
    const definition = { name: 'x', input: z.object({}), readonly: true, execute: () => 1 };
    expect(() => defineTool(definition)).toThrow(
      'Unknown field "readonly" (did you mean "readOnly") in the definition of tool "x"',
    );
  });

  it('is refused without a description as JSON Schema, with what to do about it', () => {
    expect(() => defineTool({ name: 'x', input: v.object({}), execute: () => 1 })).toThrow(
      new TypeError(
        'Expected "input" of tool "x" to describe itself as JSON Schema, or "inputSchema" to be given: ' +
          'wrap it in toStandardJsonSchema() of @valibot/to-json-schema',
      ),
    );
    const output = v.string();
    expect(() => defineTool({ name: 'x', input: z.object({}), output, execute: () => '' })).toThrow(
      /"output" of tool "x".*"outputSchema"/,
    );
  });

  it('takes a description that is given', async () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'number' } } };
    const tool = defineTool({
      name: 'x',
      input: v.object({ a: v.number() }),
      inputSchema,
      execute: ({ a }) => a + 1,
    });
    expect(tool.inputSchema).toBe(inputSchema);
    expect(await call(tool, { a: 1 })).toBe(2);
  });
});

describe('a schema of no known library', () => {
  it('is enough with what the standard asks for', async () => {
    const input: StandardSchema<{ n: string }, number> = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: (value) => {
          const { n } = value as { n: string };
          return /^\d+$/.test(n)
            ? { value: Number(n) }
            : { issues: [{ message: 'no number', path: [{ key: 'n' }] }] };
        },
        jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'number' }) },
      },
    };
    const tool = defineTool({ name: 'double', input, execute: (n) => n * 2 });
    expect(await call(tool, { n: '21' })).toBe(42);
    await expect(call(tool, { n: 'x' })).rejects.toThrow('args.n: no number');
  });

  it('is refused when it is none', () => {
    const input = { type: 'object' } as unknown as StandardSchema;
    expect(() => defineTool({ name: 'x', input, execute: () => 1 })).toThrow(
      'Expected "input" of tool "x" to be a Standard Schema, got object',
    );
  });

  it('is refused with the words of the library that cannot describe it', () => {
    const fail = () => {
      throw new Error('too exotic');
    };
    const input: StandardSchema = {
      '~standard': {
        version: 1,
        vendor: 'own',
        validate: (value) => ({ value }),
        jsonSchema: { input: fail, output: fail },
      },
    };
    expect(() => defineTool({ name: 'x', input, execute: () => 1 })).toThrow(
      /"inputSchema" to be given: too exotic$/,
    );
  });
});

describe('a definition', () => {
  const input = z.object({});
  it.each<[string, unknown, string]>([
    ['that is none', undefined, 'Expected the definition of a tool to be an object, got undefined'],
    [
      'without a function',
      { name: 'x', input },
      'Expected "execute" of tool "x" to be a function, got undefined',
    ],
    [
      'whose schema has the name of another field',
      { name: 'x', inputSchema: input, execute: () => 1 },
      'Expected "input" of tool "x" to be a Standard Schema, got undefined: rename "inputSchema", which is one',
    ],
  ])('%s is refused', (_what, definition, message) => {
    const define = () => defineTool(definition as Parameters<typeof defineTool>[0]);
    expect(define).toThrow(TypeError);
    expect(define).toThrow(message);
  });
});
