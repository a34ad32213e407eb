import { afterAll, expect, it } from 'vitest';
import { type CodeTool, createCodeMode, type JsonSchema } from '../../src/code-mode/index.ts';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { tool } from './calls-harness.ts';

const runtime = new WorkerThreadCodeRuntime();
afterAll(() => runtime.dispose());

/** What the tool `act` says to each of the calls: its arguments if it ran, else the message of the refusal. */
async function callAll(act: Partial<CodeTool>, calls: readonly string[]): Promise<unknown> {
  const codeMode = createCodeMode({ runtime, tools: [tool('act', (args) => ({ ran: args }), act)] });
  const code = `
    const answer = (call) => call.catch((error) => error instanceof ToolCallError ? error.message : String(error));
    return [${calls.map((call) => `await answer(tools.act(${call}))`).join(', ')}];`;
  const { run } = await codeMode.execute({ code });
  return run.value ?? run.error;
}

const REFUSED = 'Invalid arguments for "act": ';

it('takes one object, and undefined for an empty one', async () => {
  const shape = '"act" takes one argument, an object with named properties, got';
  expect(
    await callAll({}, [
      '',
      'undefined',
      '{ a: 1 }',
      '"x"',
      'null',
      '[1]',
      '1, 2',
      'new Map()',
      'new Date(0)',
      '2n ** 1_000n',
    ]),
  ).toEqual([
    { ran: {} },
    { ran: {} },
    { ran: { a: 1 } },
    `${shape} "x"`,
    `${shape} null`,
    `${shape} an array`,
    `${shape} 2 arguments`,
    `${shape} an object of type Map`,
    `${shape} an object of type Date`,
    `${shape} a BigInt`,
  ]);
});

it('works out the digits of no BigInt, which may be millions', async () => {
  const before = process.cpuUsage();
  const long = '2n ** 40_000_000n';
  const inputSchema: JsonSchema = { properties: { value: { type: 'string' } } };
  expect(await callAll({ inputSchema }, [long, `Object(${long})`, `{ value: ${long} }`])).toEqual([
    '"act" takes one argument, an object with named properties, got a BigInt',
    '"act" takes one argument, an object with named properties, got an object of type BigInt',
    `${REFUSED}args.value: expected a JSON value, got a BigInt`,
  ]);
  const { user, system } = process.cpuUsage(before);
  // They take some ten seconds.
  expect((user + system) / 1e6).toBeLessThan(6);
});

it('passes on any values within the object when there is no schema', async () => {
  const ran: unknown[] = [];
  const codeMode = createCodeMode({ runtime, tools: [tool('act', ({ value }) => void ran.push(value))] });
  await codeMode.execute({ code: 'await tools.act({ value: new Map([[1n, undefined]]) })' });
  expect(ran).toEqual([new Map([[1n, undefined]])]);
});

const FILE: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1 },
    mode: { enum: ['r', 'w'] },
    lines: { type: 'array', items: { type: ['integer', 'null'] } },
    'max size': { type: 'number', maximum: 10 },
  },
  required: ['path'],
  additionalProperties: false,
};

it('tells every problem with its path and what was expected', async () => {
  expect(
    await callAll({ inputSchema: FILE }, [
      '{ path: "a", mode: "r", lines: [1, null] }',
      '{}',
      '{ path: 5, mode: "x", lines: [1, "two", 3.5], "max size": 11, extra: true }',
      '{ path: "" }',
    ]),
  ).toEqual([
    { ran: { path: 'a', mode: 'r', lines: [1, null] } },
    `${REFUSED}args: missing required property "path"`,
    `${REFUSED}args.path: expected string, got 5; args.mode: expected any of ["r","w"], got "x"; ` +
      'args.lines[1]: expected integer or null, got "two"; args.lines[2]: expected integer or null, got 3.5; ' +
      'args["max size"]: expected a number up to 10, got 11; args.extra: unknown property',
    `${REFUSED}args.path: String is too short (0 < 1)`,
  ]);
});

it('bounds the number and the length of the problems', async () => {
  const inputSchema: JsonSchema = { type: 'object', additionalProperties: { type: 'string' } };
  const huge = '{ ["k".repeat(1e6)]: 1 }';
  const many = 'Object.fromEntries(Array.from({ length: 20000 }, (_, n) => ["k" + n, n]))';
  const [one, lots] = (await callAll({ inputSchema }, [huge, many])) as string[];
  expect(one!.length).toBeLessThan(400);
  expect(one).toContain('args.kkkk');
  expect(lots!.length).toBeLessThan(1_000);
  expect(lots).toContain('args.k0: expected string, got 0');
  expect(lots).toMatch(/; and 19992 more$/);
});

it('leaves a property out of the check that is undefined', async () => {
  expect(
    await callAll({ inputSchema: FILE }, ['{ path: "a", mode: undefined }', '{ path: undefined }']),
  ).toEqual([{ ran: { path: 'a', mode: undefined } }, `${REFUSED}args: missing required property "path"`]);
});

it('refuses what a JSON Schema cannot speak of, with its path', async () => {
  const inputSchema: JsonSchema = { type: 'object', properties: { value: {} } };
  const expected = `${REFUSED}args.value: expected a JSON value, got `;
  expect(
    await callAll({ inputSchema }, [
      '{ value: 1n }',
      '{ value: NaN }',
      '{ value: -Infinity }',
      '{ value: new Date(0) }',
      '{ value: new Uint8Array(2) }',
      '{ value: [undefined] }',
      '{ value: "Infinity" }',
    ]),
  ).toEqual([
    `${expected}a BigInt`,
    `${expected}NaN`,
    `${expected}-Infinity`,
    `${expected}an object of type Date`,
    `${expected}an object of type Uint8Array`,
    `${REFUSED}args.value[0]: expected a JSON value, got undefined`,
    { ran: { value: 'Infinity' } },
  ]);
});

it('refuses cycles, deep nesting and endless sharing without harm', async () => {
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: { next: { anyOf: [{ $ref: '#' }, { type: 'array', items: { $ref: '#' } }] } },
  };
  const code = `
    const cycle = {}; cycle.next = cycle;
    let deep = {}; for (let n = 0; n < 5000; n++) deep = { next: deep };
    let shared = {}; for (let n = 0; n < 60; n++) shared = { next: [shared, shared] };
    const answers = [];
    for (const args of [cycle, deep, shared]) answers.push(await tools.act(args).then(() => 'ran', (e) => e.message));
    return answers;`;
  const codeMode = createCodeMode({ runtime, tools: [tool('act', () => 1, { inputSchema })] });
  const { run } = await codeMode.execute({ code });
  expect(run.value).toEqual([
    expect.stringContaining('levels'),
    expect.stringContaining('levels'),
    expect.stringContaining('values'),
  ]);
});

it('follows recursive schemas', async () => {
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: { root: { $ref: '#/$defs/node' } },
    $defs: {
      node: {
        type: 'object',
        properties: { id: { type: 'integer' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        required: ['id'],
      },
    },
  };
  expect(
    await callAll({ inputSchema }, [
      '{ root: { id: 1, children: [{ id: 2 }] } }',
      '{ root: { id: 1, children: [{ id: "2" }] } }',
    ]),
  ).toEqual([
    { ran: { root: { id: 1, children: [{ id: 2 }] } } },
    `${REFUSED}args.root.children[0].id: expected integer, got "2"`,
  ]);
});

it('says which alternatives would do', async () => {
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: { id: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
  };
  expect(await callAll({ inputSchema }, ['{ id: true }'])).toEqual([
    `${REFUSED}args.id: expected one of the alternatives to fit, got true; ` +
      'args.id: expected string, got true; args.id: expected number, got true',
  ]);
});

it.each<[string, JsonSchema]>([
  ['true', true],
  ['an empty schema', {}],
  ['a reference to nowhere', { $ref: '#/$defs/none' }],
  ['a reference to another document', { $ref: 'https://example.com/schema.json' }],
  ['a reference to itself', { $ref: '#' }],
  [
    'a circle of references',
    { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } } },
  ],
  ['keywords of wrong types', { type: 'object', required: true, anyOf: {}, properties: 5 }],
  [
    'a pattern that is no regular expression',
    { type: 'object', patternProperties: { '[': { type: 'null' } } },
  ],
  ['an identifier that is no address', { $id: 'http://[', type: 'object' }],
])('takes any object when the schema is %s', async (_what, inputSchema) => {
  expect(await callAll({ inputSchema }, ['{ a: { b: 1 } }'])).toEqual([{ ran: { a: { b: 1 } } }]);
});

it('gives up only the keyword of a schema that is at fault', async () => {
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: { a: { type: 'string', pattern: '[' }, b: { type: 'string' } },
  };
  expect(
    await callAll({ inputSchema }, ['{ a: "[", b: "x" }', '{ a: 1, b: "x" }', '{ a: "x", b: 1 }']),
  ).toEqual([
    { ran: { a: '[', b: 'x' } },
    `${REFUSED}args.a: expected string, got 1`,
    `${REFUSED}args.b: expected string, got 1`,
  ]);
});

it('copes with a schema that cannot be read, is frozen, cyclic or very deep', async () => {
  const throwing = {
    get type(): string {
      throw new Error('trap');
    },
  };
  const cyclic: { properties?: object } = {};
  cyclic.properties = { a: cyclic };
  let deep: JsonSchema = {};
  for (let level = 0; level < 20_000; level++) deep = { not: deep };
  for (const inputSchema of [throwing, cyclic, deep] as JsonSchema[])
    expect(await callAll({ inputSchema }, ['{ a: 1 }'])).toEqual([{ ran: { a: 1 } }]);
  const frozen = Object.freeze({
    type: 'object',
    properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }),
  });
  expect(await callAll({ inputSchema: frozen }, ['{ a: 1 }'])).toEqual([
    `${REFUSED}args.a: expected string, got 1`,
  ]);
});

it('refuses every call when the schema is false', async () => {
  expect(await callAll({ inputSchema: false }, ['{}'])).toEqual([`${REFUSED}args: expected nothing at all`]);
});

it('knows the drafts of JSON Schema apart', async () => {
  const aboveOne = (draft: string): JsonSchema => ({
    $schema: `http://json-schema.org/${draft}/schema#`,
    type: 'object',
    properties: {
      n: {
        type: 'number',
        ...(draft === 'draft-04' ? { minimum: 1, exclusiveMinimum: true } : { exclusiveMinimum: 1 }),
      },
    },
  });
  for (const draft of ['draft-04', 'draft-07'])
    expect(await callAll({ inputSchema: aboveOne(draft) }, ['{ n: 2 }', '{ n: 1 }'])).toEqual([
      { ran: { n: 2 } },
      expect.stringContaining('args.n: expected a number above 1, got 1'),
    ]);
});

it('checks hostile property names like any other', async () => {
  const inputSchema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}},"additionalProperties":false}',
  ) as JsonSchema;
  expect(
    await callAll({ inputSchema }, ['{}', '{ ["__proto__"]: 1 }', '{ constructor: 1 }', '{ "\\ud800": 1 }']),
  ).toEqual([
    { ran: {} },
    `${REFUSED}args.__proto__: expected string, got 1`,
    `${REFUSED}args.constructor: expected string, got 1`,
    expect.stringContaining(REFUSED),
  ]);
});

it('lets parse check and convert in place of the schema', async () => {
  const parse = (args: unknown): unknown => {
    const { when } = args as { when: unknown };
    if (typeof when !== 'string') throw new Error('when: expected a date');
    return { when: new Date(when) };
  };
  expect(await callAll({ inputSchema: false, parse }, ['{ when: "2020-01-01" }', '{ when: 1 }'])).toEqual([
    { ran: { when: new Date('2020-01-01') } },
    `${REFUSED}when: expected a date`,
  ]);
});

it('waits for a parse that is asynchronous, and keeps the order of the calls', async () => {
  const order: unknown[] = [];
  const parse = async (args: unknown): Promise<unknown> => {
    const { n } = args as { n: number };
    for (let turn = 0; turn < 10 - n; turn++) await new Promise((resolve) => setImmediate(resolve));
    if (n === 3) throw 'three is not welcome';
    return { n, parsed: true };
  };
  const act = tool('act', ({ n, parsed }) => void order.push([n, parsed]), { readOnly: true, parse });
  const codeMode = createCodeMode({ runtime, tools: [act] });
  const code = `
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => tools.act({ n })));
    return results.flatMap(({ reason }) => reason ? [reason.message] : []);`;
  const { run } = await codeMode.execute({ code });
  expect(order).toEqual([1, 2, 4, 5].map((n) => [n, true]));
  expect(run.value).toEqual([`${REFUSED}three is not welcome`]);
});
