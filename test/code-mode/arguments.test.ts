import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/code-mode/index.ts';
import { check, nested, x } from './arguments-harness.ts';

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

it('judges long strings by their length and their format', async () => {
  const long = 'a'.repeat(6_000_000);
  expect(await check(x({ minLength: 1, maxLength: 6_000_000 }), { x: long })).toBe('accepted');
  expect(await check(x({ format: 'uri' }), { x: `data:text/plain,${long}` })).toBe('accepted');
  expect(await check(x({ maxLength: 10 }), { x: long })).toBe('args.x: String is too long (6000000 > 10)');
});

it('judges short texts beside one that takes too long', async () => {
  const schema = { properties: { note: { pattern: 'a*a*a*b' }, path: { pattern: '^/safe/' } } };
  const note = 'a'.repeat(1_000_000);
  expect(await check(schema, { note, path: '/safe/x' })).toBe('accepted');
  expect(await check(schema, { note, path: '/etc/x' })).toBe(
    'args.path: expected a match of the pattern ^/safe/, got "/etc/x"',
  );
});

it('judges by its start a text of which the pattern asks no more', async () => {
  const text = 'a'.repeat(2_000_000);
  expect(await check(x({ pattern: '^a' }), { x: text })).toBe('accepted');
  expect(await check(x({ pattern: '^b' }), { x: text })).toContain('args.x: expected a match');
});

it('counts code points where the number of characters decides nothing', async () => {
  const pairs = '\u{1f600}'.repeat(3);
  for (const schema of [{ minLength: 3 }, { maxLength: 3 }, { minLength: 3, maxLength: 3 }, { maxLength: 5 }])
    expect(await check(x(schema), { x: pairs })).toBe('accepted');
  expect(await check(x({ minLength: 4 }), { x: pairs })).toBe('args.x: String is too short (3 < 4)');
  expect(await check(x({ minLength: 7 }), { x: pairs })).toBe('args.x: String is too short (3 < 7)');
  expect(await check(x({ maxLength: 2 }), { x: pairs })).toBe('args.x: String is too long (3 > 2)');
  expect(await check(x({ maxLength: 1 }), { x: pairs })).toBe('args.x: String is too long (3 > 1)');
});

it('says what is wrong, and where, however long the names and the lists are', async () => {
  const name = 'k'.repeat(1e6);
  const text = { additionalProperties: { type: 'string' } };
  expect(await check(text, { [name]: 1 })).toMatch(/^args\.k{49}…: expected string, got 1$/);
  expect(await check(text, { [`${name}!`]: new Date(0) })).toMatch(
    /^args\["k{49}…"\]: expected a JSON value, got an object of type Date$/,
  );
  const recursive = { properties: { next: { $ref: '#' }, end: { type: 'string' } } };
  expect(await check(recursive, nested(400, { end: 1 }))).toMatch(
    /^args\.next.{10,140}\.next\.end: expected string, got 1$/,
  );
  expect(await check(recursive, nested(400, { end: 1n }))).toMatch(
    /^args\.next.{10,140}\.next\.end: expected a JSON value, got a BigInt$/,
  );
  expect(await check(x({ enum: [name, 'b'] }), { x: 1 })).toMatch(
    /^args\.x: expected any of \["k+…,…\], got 1$/,
  );
});

it('names the values of a schema that are no JSON', async () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  expect(await check(x({ enum: [1n, 'a', cycle] }), { x: 2 })).toBe(
    'args.x: expected any of [1,"a",object], got 2',
  );
  expect(await check(x({ const: cycle }), { x: 2 })).toBe('args.x: expected object, got 2');
});
