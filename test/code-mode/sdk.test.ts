/** The declarations that a model reads: exact, stable, and valid TypeScript whatever the tools bring. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as valibot from '@valibot/to-json-schema';
import * as v from 'valibot';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { CodeTool, JsonSchema } from '../../src/code-mode/index.ts';
import { declareTools } from '../../src/code-mode/sdk/declare-tools.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'codeseam-sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says of programs, each as the body of an async function after the declarations. */
function complaints(sdk: string, programs: readonly string[] = []): string[][] {
  const bodies = programs.map((program) => `export async function run() {\n${program}\n}\n`);
  const files = ['sdk.d.ts', ...bodies.map((_, index) => `program-${index}.ts`)];
  [sdk, ...bodies].forEach((text, index) => {
    writeFileSync(join(folder, files[index]!), text);
  });
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023'],
    types: [],
    skipLibCheck: false,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return files.map((file) => stdout.split('\n').filter((line) => line.includes(`${file}(`)));
}

function tool(name: string, inputSchema?: unknown, more: Partial<CodeTool> = {}): CodeTool {
  return { name, inputSchema: inputSchema as JsonSchema, execute: () => undefined, ...more };
}

/** The line or lines of one tool without anything around them. */
function declared(input: unknown): string {
  const text = declareTools([tool('t', input)], 'tools');
  return text.slice(text.indexOf('"t"(') + 4, text.lastIndexOf('): Promise<unknown>'));
}

const orders = tool(
  'orders-list',
  {
    type: 'object',
    properties: {
      customer: { type: 'string', description: 'Id of the customer', minLength: 1 },
      limit: { type: 'integer', default: 20, maximum: 100 },
      state: { enum: ['open', 'paid', null] },
      range: {
        type: 'array',
        prefixItems: [{ type: 'string', format: 'date' }, { type: 'string' }],
        items: false,
      },
    },
    required: ['customer'],
    additionalProperties: false,
  },
  {
    description: 'Lists the orders of a customer.\nNewest first.',
    outputSchema: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'number' }, total: { type: 'number' } },
        required: ['id'],
      },
    },
  },
);

test('a tool reads like this', () => {
  expect(
    declareTools([tool('ping', { type: 'object', properties: {} }), orders, tool('any')], 'shop'),
  ).toBe(`\
/** What a failed call throws; its message says why. */
declare class ToolCallError extends Error {
  readonly toolName: string;
}

declare const shop: {
  "any"(args?: { [key: string]: unknown }): Promise<unknown>;
  /**
   * Lists the orders of a customer.
   * Newest first.
   */
  "orders-list"(args: {
    /**
     * Id of the customer
     * @minLength 1
     */
    customer: string;
    /**
     * @default 20
     * @maximum 100
     */
    limit?: number;
    state?: "open" | "paid" | null;
    range?: [string, string];
  }): Promise<{ id: number; total?: number }[]>;
  "ping"(args?: {}): Promise<unknown>;
};
`);
});

test('no tools, no members', () => {
  expect(declareTools([], 'tools')).toContain('declare const tools: {};\n');
});

test.each([
  ['nothing', undefined, 'args?: { [key: string]: unknown }'],
  ['true', true, 'args?: { [key: string]: unknown }'],
  ['what it does not know', { type: 'tensor' }, 'args?: { [key: string]: unknown }'],
  ['false', false, 'args: never'],
  ['any object', { type: 'object' }, 'args?: { [key: string]: unknown }'],
  ['a closed object', { type: 'object', additionalProperties: false }, 'args?: { [key: string]: never }'],
  ['a map', { additionalProperties: { type: 'number' } }, 'args?: { [key: string]: number }'],
  [
    'a map by patterns',
    {
      patternProperties: { '^a': { type: 'number' }, '^b': { type: 'string' } },
      additionalProperties: false,
    },
    'args?: { [key: string]: number | string }',
  ],
  [
    'an open object',
    { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
    'args?: { a?: string; [key: string]: unknown }',
  ],
  ['required names alone', { required: ['a', 'b'] }, 'args: { a: unknown; b: unknown }'],
  [
    'names that need quotes',
    { properties: { 'a-b': {}, 'new': {}, '"': {}, é: {} } },
    'args?: { "a-b"?: unknown; "new"?: unknown; "\\""?: unknown; "é"?: unknown }',
  ],
  [
    'a list of types',
    { properties: { a: { type: ['string', 'null', 'integer'] } } },
    'args?: { a?: string | null | number }',
  ],
  ['nullable', { properties: { a: { type: 'string', nullable: true } } }, 'args?: { a?: string | null }'],
  [
    'const',
    { properties: { a: { const: 'x' }, b: { const: null }, c: { const: -1.5 } } },
    'args?: { a?: "x"; b?: null; c?: -1.5 }',
  ],
  ['values that are no literals', { properties: { a: { enum: [[1], { b: 1 }] } } }, 'args?: { a?: unknown }'],
  [
    'anyOf',
    {
      properties: {
        a: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: ['string', 'number'] } }] },
      },
    },
    'args?: { a?: string | (string | number)[] }',
  ],
  [
    'oneOf beside properties',
    { properties: { a: { type: 'string' } }, oneOf: [{ required: ['b'] }, { required: ['c'] }] },
    'args: { a?: string } & ({ b: unknown } | { c: unknown })',
  ],
  [
    'allOf',
    { allOf: [{ properties: { a: {} } }, { properties: { b: {} }, required: ['b'] }] },
    'args: { a?: unknown } & { b: unknown }',
  ],
  [
    'array',
    { properties: { a: { type: 'array' }, b: { items: { type: 'string' } } } },
    'args?: { a?: unknown[]; b?: string[] }',
  ],
  [
    'tuples',
    {
      properties: {
        a: {
          items: [{ type: 'string' }, { type: 'number' }],
          minItems: 1,
          additionalItems: { type: 'boolean' },
        },
      },
    },
    'args?: {\n    /** @minItems 1 */\n    a?: [string, number?, ...boolean[]];\n  }',
  ],
  [
    'a reference beside others',
    {
      $defs: { a: { type: 'object', properties: { x: { type: 'number' } } } },
      $ref: '#/$defs/a',
      properties: { b: {} },
    },
    'args: T_A & { b?: unknown }',
  ],
  [
    'references that lead nowhere',
    {
      properties: {
        a: { $ref: '#/$defs/none' },
        b: { $ref: 'https://example.com/s.json' },
        c: { $ref: '#%' },
      },
    },
    'args?: { a?: unknown; b?: unknown; c?: unknown }',
  ],
])('a schema: %s', (_name, schema, expected) => {
  expect(declared(schema)).toBe(expected);
});

test('parts that are referred to have a name, and may refer to themselves', () => {
  const node = {
    definitions: {
      'tree node': {
        description: 'A node',
        type: 'object',
        properties: { kids: { type: 'array', items: { $ref: '#/definitions/tree%20node' } } },
      },
    },
    properties: { top: { $ref: '#/definitions/tree%20node' }, all: { $ref: '#' } },
  };
  const sdk = declareTools([tool('grow', node), tool('Grow', node)], 'tools');
  expect(sdk).toContain('/** A node */\ntype Grow_Tree20node = { kids?: Grow_Tree20node[] };\n');
  expect(sdk).toContain('type Grow_Type = { top?: Grow_Tree20node; all?: Grow_Type };\n');
  expect(sdk).toContain('type Grow_Tree20node_2 =');
  expect(complaints(sdk)).toEqual([[]]);
});

test('the same tools give the same text, in any order', () => {
  const tools = ['b', 'a', 'B', 'é', '_', '10', '9', 'a-b', '\u{1f600}', '\uffff'].map((name) =>
    tool(name, orders.inputSchema),
  );
  const sdk = declareTools(tools, 'tools');
  expect(declareTools(tools.toReversed(), 'tools')).toBe(sdk);
  expect([...sdk.matchAll(/^ {2}("[^"]*")\(/gm)].map(([, name]) => JSON.parse(name!))).toEqual([
    '10',
    '9',
    'B',
    '_',
    'a',
    'a-b',
    'b',
    'é',
    '\u{1f600}',
    '\uffff',
  ]);
});

describe('the compiler', () => {
  test('takes the declarations and right programs, and refuses wrong ones', () => {
    const input = z.object({
      path: z.string(),
      mode: z.enum(['r', 'w']).optional(),
      tags: z.record(z.string(), z.number()).default({}),
    });
    const output = v.object({
      lines: v.array(v.string()),
      size: v.nullable(v.number()),
      at: v.tuple([v.number(), v.string()]),
    });
    const read = tool('fs.read', z.toJSONSchema(input, { io: 'input' }), {
      outputSchema: valibot.toJsonSchema(output) as JsonSchema,
    });
    const right = [
      'const { lines, size, at } = await tools["fs.read"]({ path: "a", mode: "r", tags: { a: 1 } });\nreturn lines[0]!.length + (size ?? 0) + at[0] + at[1].length;',
      'const list = await tools["orders-list"]({ customer: "x", state: null, range: ["a", "b"] });\nreturn list.map(({ id, total = 0 }) => id * total);',
      'try { await tools["any"](); await tools["any"]({ x: 1 }); } catch (error) { if (error instanceof ToolCallError) return error.toolName + error.message; }',
    ];
    const wrong = [
      'await tools["fs.read"]();',
      'await tools["fs.read"]({ path: 1 });',
      'await tools["fs.read"]({ path: "a", mode: "x" });',
      'await tools["fs.read"]({ path: "a", pth: "b" });',
      'await tools["fs.write"]({});',
      'return (await tools["fs.read"]({ path: "a" })).line;',
      'return tools["fs.read"]({ path: "a" }).lines;',
      'return (await tools["fs.read"]({ path: "a" })).size.toFixed();',
      'await tools["orders-list"]({ customer: "x", range: ["a"] });',
      'return (await tools["any"]()).x;',
      'tools["any"] = async () => 1;\nreturn new ToolCallError("x").tool;',
    ];
    const [sdk, ...found] = complaints(declareTools([read, orders, tool('any')], 'tools'), [
      ...right,
      ...wrong,
    ]);
    expect(sdk).toEqual([]);
    expect(found.slice(0, right.length)).toEqual(right.map(() => []));
    expect(found.slice(right.length).map((lines) => lines.length > 0)).toEqual(wrong.map(() => true));
  });

  test('takes the declarations of hostile tools, which declare nothing else', () => {
    const evil = '*/ export const x = 1; /* `${1}` \u2028 } \u2029 \r\n ``` \r */ declare const y: 1;';
    const deep = (levels: number): unknown => {
      let schema: unknown = { type: 'string' };
      for (let level = 0; level < levels; level++)
        schema = { type: 'object', properties: { a: schema, b: { type: 'null' } } };
      return schema;
    };
    const cyclic: Record<string, unknown> = { type: 'object', properties: {} };
    (cyclic['properties'] as Record<string, unknown>)['me'] = cyclic;
    const throwing = new Proxy(
      {},
      {
        get: () => {
          throw new Error('get');
        },
        ownKeys: () => {
          throw new Error('keys');
        },
        getOwnPropertyDescriptor: () => {
          throw new Error('own');
        },
        has: () => {
          throw new Error('has');
        },
      },
    );
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const endless: object = new Proxy(
      {},
      {
        getOwnPropertyDescriptor: () => ({ value: endless, configurable: true, enumerable: true }),
        get: () => endless,
        ownKeys: () => ['type', 'a', 'b', 'c'],
      },
    );
    let wide: unknown = { type: 'string' };
    for (let level = 0; level < 30; level++) wide = { anyOf: [wide, { type: 'array', items: wide }] };
    const names = [
      '__proto__',
      'constructor',
      'toString',
      'a-b',
      '',
      ' ',
      evil,
      '"',
      "'",
      '\\',
      '`',
      '\ud800',
      '\0',
      'class',
      '10',
      'new',
      '\u2028',
      '<T>',
      '?',
      'x'.repeat(10_000),
    ];
    const schemas: Record<string, unknown> = {
      evil: {
        title: evil,
        description: evil,
        type: 'object',
        properties: JSON.parse(
          `{"__proto__":{"type":"string"},"constructor":{"enum":[${JSON.stringify(evil)}]},${JSON.stringify(evil)}:{"description":${JSON.stringify(evil)},"default":${JSON.stringify(evil)},"pattern":"^*/$"}}`,
        ),
        required: ['__proto__', evil, 1],
      },
      members: {
        properties: Object.fromEntries(
          [
            'get',
            'set',
            'new',
            'readonly',
            'async',
            'static',
            'declare',
            'in',
            'is',
            'type',
            'prototype',
            'length',
            '',
            '0',
            '1e3',
            'a b',
          ].map((name) => [name, { type: 'number' }]),
        ),
      },
      self: { $ref: '#' },
      selves: {
        $defs: {
          a: { $ref: '#/$defs/b' },
          b: { anyOf: [{ $ref: '#/$defs/c' }, { type: 'string' }] },
          c: { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/c' }] },
          d: { additionalProperties: { $ref: '#/$defs/d' } },
          e: { prefixItems: [{ $ref: '#/$defs/e' }] },
        },
        properties: {
          a: { $ref: '#/$defs/a' },
          b: { $ref: '#/$defs/b' },
          c: { $ref: '#/$defs/c' },
          d: { $ref: '#/$defs/d' },
          e: { $ref: '#/$defs/e' },
        },
      },
      library: {
        $defs: {
          Promise: {},
          Error: { type: 'string' },
          'Record<string, any>': {},
          '1': {},
          '': { type: 'null' },
        },
        properties: {
          a: { $ref: '#/$defs/Promise' },
          b: { $ref: '#/$defs/Error' },
          c: { $ref: '#/$defs/Record<string, any>' },
          d: { $ref: '#/$defs/1' },
          e: { $ref: '#/$defs/' },
        },
      },
      conflict: {
        properties: { a: { type: 'string', minimum: 1n } },
        required: ['a', 'b'],
        additionalProperties: { type: 'number' },
        allOf: [{ properties: { a: { type: 'number' } } }],
      },
      tuple: {
        properties: {
          a: { prefixItems: [{}, { anyOf: [{ type: 'null' }, { const: 1 }] }, false], minItems: 1 },
        },
      },
      numbers: {
        properties: {
          a: { enum: [1e21, -0, Number.NaN, Infinity, 1e-7, 2 ** 60] },
          b: { enum: [] },
          c: { anyOf: [] },
          d: { not: {} },
          e: { type: [] },
        },
      },
      bad: {
        type: 7,
        properties: [1],
        required: 'a',
        enum: {},
        anyOf: {},
        items: 7,
        $ref: 1,
        description: 5,
      },
      deep: deep(10_000),
      cyclic,
      throwing,
      revoked: revoked.proxy,
      endless,
      wide,
      getter: {
        get properties() {
          throw new Error('getter');
        },
      },
      list: [],
      text: 'string',
      many: {
        properties: Object.fromEntries(
          Array.from({ length: 5_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
        ),
      },
    };
    const tools = [
      ...names.map((name) => tool(name, undefined, { description: evil })),
      ...Object.entries(schemas).map(([name, schema]) =>
        tool(`schema ${name}`, schema, { outputSchema: schema as JsonSchema }),
      ),
      tool('long', undefined, { description: 'word '.repeat(2_000) }),
      Object.defineProperty(tool('gets'), 'description', {
        get: () => {
          throw new Error('description');
        },
      }),
    ];
    const sdk = declareTools(tools, 'tools');
    expect(sdk).toContain('… (8000 more characters)');
    expect(sdk).toContain('/** 4500 more properties */');
    expect(sdk.length).toBeLessThan(400_000);
    expect(sdk).not.toMatch(/[\u2028\u2029\r]/);
    // Nothing was declared from within a text.
    const probe = ['return [typeof tools, new ToolCallError("")] as const;', 'return x;', 'return y;'];
    const calls = names.map((name) => `return tools[${JSON.stringify(name)}]({});`);
    const [ofSdk, ofTypes, ofX, ofY, ...ofCalls] = complaints(sdk, [...probe, ...calls]);
    expect(ofSdk).toEqual([]);
    expect([ofTypes, ...ofCalls].flat()).toEqual([]);
    expect([ofX!.length, ofY!.length]).toEqual([1, 1]);
  });
});

test('nothing is hidden in the declarations: what cannot be seen is dropped from comments and escaped elsewhere', () => {
  const hidden = 'a\u202eb\u200bc\u{e0041}d\u{e0100}e\u009ff';
  const schema = {
    type: 'object',
    properties: { [hidden]: { const: hidden, description: hidden, default: hidden } },
    required: [hidden],
  };
  const sdk = declareTools([tool(hidden, schema, { description: hidden })], 'tools');
  expect(sdk).not.toMatch(/[\p{Cf}\u0080-\u009f]|[\u{e0100}-\u{e01ef}]/u);
  expect(sdk).toContain('/** abcde f */');
  const escaped = String.raw`"a\u202eb\u200bc\udb40\udc41d\udb40\udd00e\u009ff"`;
  expect(JSON.parse(escaped)).toBe(hidden);
  expect(sdk.split(escaped)).toHaveLength(5);
  const calls = [`return tools[${escaped}]({ ${escaped}: ${escaped} });`];
  expect(complaints(sdk, calls).flat()).toEqual([]);
});

test('three hundred tools of ten properties take no time', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [
      `property${index}`,
      { type: 'string', description: 'What it is about', default: 'x' },
    ]),
  );
  const tools = Array.from({ length: 300 }, (_, index) =>
    tool(
      `tool_${index}`,
      { type: 'object', properties, required: ['property0'] },
      { description: 'Does something.' },
    ),
  );
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 5; turn++) {
    const start = performance.now();
    declareTools(tools, 'tools');
    best = Math.min(best, performance.now() - start);
  }
  // The bound is 50 on a machine that does nothing else.
  expect(best).toBeLessThan(250);
});
