import { describe, expect, it } from 'vitest';
import { argumentsCheck } from '../../src/code-mode/calls/check-arguments.ts';
import type { JsonSchema } from '../../src/code-mode/index.ts';

/** 'accepted', or what is wrong with the arguments. */
async function check(inputSchema: JsonSchema, args: object): Promise<string> {
  const checked = await argumentsCheck({ name: 'act', inputSchema, execute: () => null })(args);
  if (checked.outcome === 'accepted') return 'accepted';
  return checked.message.replace('Invalid arguments for "act": ', '');
}

const x = (schema: unknown, more: object = {}): JsonSchema => ({
  type: 'object',
  properties: { x: schema },
  ...more,
});

/** Milliseconds of the processor, of which the best of up to three is taken if need be: the machine may be busy. */
const BOUND = 1_500;

async function quickly(work: () => Promise<string>): Promise<string> {
  for (let round = 1; ; round++) {
    const before = process.cpuUsage();
    const answer = await work();
    const { user, system } = process.cpuUsage(before);
    if (user + system < BOUND * 1_000) return answer;
    if (round === 3) return `${answer} after ${(user + system) / 1_000} ms`;
  }
}

const nestedAllOf = (levels: number): JsonSchema => {
  let schema: JsonSchema = { type: 'object' };
  for (let level = 0; level < levels; level++) schema = { allOf: [schema] };
  return schema;
};
const doublingRefs = (levels: number): JsonSchema => {
  const $defs: Record<string, unknown> = { [`a${levels}`]: { required: ['y'] } };
  for (let n = 0; n < levels; n++)
    $defs[`a${n}`] = { allOf: [{ $ref: `#/$defs/a${n + 1}` }, { $ref: `#/$defs/a${n + 1}` }] };
  return { $defs, $ref: '#/$defs/a0' };
};
const filter: JsonSchema = {
  $defs: {
    filter: {
      anyOf: ['and', 'or', 'not'].map((op) => ({
        type: 'object',
        properties: { sub: { $ref: '#/$defs/filter' }, op: { const: op } },
        required: ['op'],
      })),
    },
  },
  properties: { x: { $ref: '#/$defs/filter' } },
};
const filterOf = (levels: number, innermost: string): object => {
  let value: object = { op: innermost };
  for (let level = 0; level < levels; level++) value = { op: 'and', sub: value };
  return { x: value };
};
const strings = (length: number): string[] => Array.from({ length }, (_, n) => `item ${n}`);

describe('work that a schema asks for', () => {
  it.each<[string, JsonSchema, object, RegExp]>([
    ['a pattern that backtracks', x({ pattern: '^(a+)+$' }), { x: `${'a'.repeat(40)}!` }, /pattern/],
    [
      'one in the name of a property',
      { patternProperties: { '^(a+)+$': {} } },
      { [`${'a'.repeat(40)}!`]: 1 },
      /^accepted$/,
    ],
    ['one that looks ahead', x({ pattern: '^(?=(a|a)*b).*$' }), { x: 'a'.repeat(5_000) }, /pattern/],
    ['one on a long text', x({ pattern: 'a*a*a*b' }), { x: 'a'.repeat(1_000_000) }, /^accepted$/],
    ['the format url', x({ format: 'url' }), { x: `http://${'a'.repeat(60)}!` }, /^accepted$/],
    ['references that double', doublingRefs(200), {}, /missing/],
    ['nested allOf', nestedAllOf(450), {}, /^accepted$/],
    ['more nested allOf', nestedAllOf(5_000), {}, /^accepted$/],
    [
      'references to nowhere',
      { properties: Object.fromEntries(strings(3_000).map((key) => [key, { $ref: `#/no/${key}` }])) },
      { a: 1 },
      /^accepted$/,
    ],
    ['recursive alternatives', filter, filterOf(100, 'not'), /^accepted$/],
    [
      'recursive alternatives that fail',
      filter,
      filterOf(100, 'nor'),
      /^args\.x: expected one of the alternatives/,
    ],
    ['the deepest arguments', filter, filterOf(480, 'not'), /^accepted$/],
    ['unique strings', x({ uniqueItems: true }), { x: strings(60_000) }, /^accepted$/],
    ['unique objects', x({ uniqueItems: true }), { x: strings(20_000).map((id) => ({ id })) }, /^accepted$/],
    [
      'a map of other numbers',
      x({
        anyOf: [{ additionalProperties: { type: 'string' } }, { additionalProperties: { type: 'number' } }],
      }),
      { x: Object.fromEntries(strings(100_000).map((key, n) => [key, n])) },
      /^accepted$/,
    ],
    [
      'many keywords on a large object',
      x({ allOf: Array.from({ length: 1_000 }, () => ({ required: ['item 1'] })) }),
      { x: Object.fromEntries(strings(100_000).map((key) => [key, 1])) },
      /^accepted$/,
    ],
    [
      'many keywords on many values',
      x({ items: { allOf: Array.from({ length: 50 }, () => ({ minimum: 0 })) } }),
      { x: Array.from({ length: 200_000 }, (_, n) => n) },
      /too complex/,
    ],
    [
      'unevaluated properties in alternatives',
      x({
        anyOf: Array.from({ length: 300 }, () => ({ properties: {}, additionalProperties: true })),
        unevaluatedProperties: false,
      }),
      { x: Object.fromEntries(strings(100_000).map((key) => [key, 1])) },
      /too complex/,
    ],
  ])(
    'is bounded for %s',
    async (_what, schema, args, expected) => {
      const answer = await quickly(() => check(schema, args));
      expect(answer).toMatch(expected);
      expect(answer).not.toMatch(/after .* ms$/);
    },
    60_000,
  );

  it('does not depend on how often a schema is used', async () => {
    let shared: JsonSchema = { type: 'string' };
    for (let level = 0; level < 60; level++) shared = { anyOf: [shared, shared], allOf: [shared, shared] };
    expect(await check(x(shared), { x: 'a' })).toBe('accepted');
    expect(await check(x(shared), { x: 1 })).toContain('args.x: expected');
  });
});

describe('a keyword that is not understood', () => {
  it.each<[string, unknown, unknown]>([
    ['nullable', { type: 'string', nullable: true, minLength: 1 }, null],
    ['a type that is none', { type: 'any' }, 1],
    ['a type of Python', { type: 'int' }, 1],
    ['one such type of two', { type: ['any', 'null'] }, 1],
    ['a boolean exclusiveMinimum', { minimum: 0, exclusiveMinimum: true }, 0.5],
    ['a boolean exclusiveMaximum', { maximum: 10, exclusiveMaximum: true }, 5],
    ['a limit that is null', { maxLength: null, minimum: null, maximum: null, pattern: null }, 'abc'],
    ['multipleOf 0', { multipleOf: 0 }, 1],
    ['items that are null', { items: null }, [1]],
    ['additionalProperties that are null', { additionalProperties: null }, { a: 1 }],
    ['a format of every object', { format: 'hasOwnProperty' }, 'z'],
    ['a format that is doubtful', { format: 'url' }, 'http://localhost:3000/a'],
    ['a regular expression in a format', { format: 'regex' }, '^[\\w-.]+$'],
    ['half a character', { additionalProperties: {} }, { '\ud800': 1 }],
    ['a dynamic reference', { $dynamicRef: '#none' }, 1],
    ['the opposite of it', { not: { pattern: '(a)\\1' } }, 'b'],
    ['one of two of them', { oneOf: [{ pattern: '(a)\\1' }, { pattern: '(b)\\1' }] }, 'b'],
    ['a condition with it', { if: { $ref: '#/no' }, else: false }, 1],
    ['contains', { contains: { format: 'x' }, maxContains: 1 }, ['a', 'b']],
  ])('allows anything: %s', async (_what, schema, value) => {
    expect(await check(x(schema), { x: value })).toBe('accepted');
  });

  it.each<[string, JsonSchema, object, string]>([
    [
      'a pattern that is wrong under u',
      x({ type: 'string', pattern: '^\\d{3}\\-\\d{4}$' }),
      { x: { evil: 1 } },
      'args.x: expected string, got object',
    ],
    [
      'that pattern itself',
      x({ pattern: '^\\d{3}\\-\\d{4}$' }),
      { x: '12-3456' },
      'args.x: expected a match of the pattern ^\\d{3}\\-\\d{4}$, got "12-3456"',
    ],
    [
      'patternProperties',
      x({ type: 'string' }, { patternProperties: { '[': {}, '^y\\-': { type: 'null' } } }),
      { x: 5 },
      'args.x: expected string, got 5',
    ],
    [
      'a reference to another document',
      { required: ['a'], $ref: 'https://example.com/y' },
      {},
      'args: missing required property "a"',
    ],
    [
      'required of draft 3',
      x({ type: 'string', required: true }),
      { x: 5 },
      'args.x: expected string, got 5',
    ],
    ['an enum that is null', x({ type: 'string', enum: null }), { x: 5 }, 'args.x: expected string, got 5'],
    [
      'properties that are null',
      { properties: null, required: ['a'] },
      {},
      'args: missing required property "a"',
    ],
    ['an identifier', x({ $id: 'http://[', type: 'string' }), { x: 5 }, 'args.x: expected string, got 5'],
    [
      'equal identifiers',
      x(
        { $id: 'same', type: 'string' },
        { properties: { y: { $id: 'same' }, x: { $id: 'same', type: 'string' } } },
      ),
      { x: 5 },
      'args.x: expected string, got 5',
    ],
    [
      'a name with half a character',
      { properties: { '\ud800': {} }, required: ['a'] },
      {},
      'args: missing required property "a"',
    ],
    [
      'data in examples',
      x({ type: 'string', examples: [{ id: 'x', $ref: 5 }] }, { examples: { id: 'q' } }),
      { x: 5 },
      'args.x: expected string, got 5',
    ],
    [
      'a limit beside a wrong one',
      x({ minimum: null, maximum: 3 }),
      { x: 5 },
      'args.x: expected a number up to 3, got 5',
    ],
  ])('leaves the others as they are: %s', async (_what, schema, args, problem) => {
    expect(await check(schema, args)).toBe(problem);
  });
});

describe('references', () => {
  const text = { type: 'string' };
  it.each<[string, object]>([
    ['an anchor', { $defs: { a: { $anchor: 'n', ...text } }, properties: { x: { $ref: '#n' } } }],
    [
      'a name',
      { $id: 'https://example.com/a', $defs: { a: { $id: 'b', ...text } }, properties: { x: { $ref: 'b' } } },
    ],
    [
      'an escaped pointer',
      { $defs: { 'a b/c~%': text }, properties: { x: { $ref: '#/$defs/a%20b~1c~0%25' } } },
    ],
    ['a place that holds no schemas', { 'x-list': [text], properties: { x: { $ref: '#/x-list/0' } } }],
    [
      'a dynamic anchor',
      { $defs: { a: { $dynamicAnchor: 'n', ...text } }, properties: { x: { $dynamicRef: '#n' } } },
    ],
    ['the whole document', { not: { required: ['y'] }, properties: { x: { anyOf: [text, { $ref: '#' }] } } }],
    [
      'the whole document, recursively',
      {
        $id: 'https://example.com/a',
        $recursiveAnchor: true,
        not: { required: ['y'] },
        properties: { x: { anyOf: [text, { $recursiveRef: '#' }] } },
      },
    ],
  ])('lead to %s', async (_what, schema) => {
    expect(await check(schema as JsonSchema, { x: 'a' })).toBe('accepted');
    expect(await check(schema as JsonSchema, { x: { y: 1 } })).toContain('args.x: expected ');
  });
});

it('refuses items that are twice in a list', async () => {
  const schema = x({ uniqueItems: true });
  for (const list of [
    [1, 2, 1],
    ['a', 'a'],
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [null, null],
  ])
    expect(await check(schema, { x: list })).toContain('args.x: expected no item twice');
  for (const list of [
    [1, '1', true],
    ['{}', {}],
    ['[1]', [1]],
    ['"a', ['a']],
    [null, 'null'],
    [{ a: 1 }, { a: 2 }],
  ])
    expect(await check(schema, { x: list })).toBe('accepted');
});

it('knows what has been evaluated', async () => {
  const schema: JsonSchema = {
    properties: { a: {} },
    anyOf: [{ properties: { b: { type: 'string' } }, required: ['b'] }, { patternProperties: { '^c': {} } }],
    if: { not: { required: ['d'] } },
    else: { properties: { d: {} } },
    unevaluatedProperties: false,
  };
  expect(await check(schema, { a: 1, b: 'x', c1: 1, d: 1 })).toBe('accepted');
  expect(await check(schema, { a: 1, b: 1 })).toBe('args.b: unknown property');
});
