import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../src/code-mode/index.ts';
import { check, nested, x } from './arguments-harness.ts';

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
const doublingRefs = (levels: number, last: object = { required: ['y'] }) => {
  const $defs: Record<string, unknown> = { [`a${levels}`]: last };
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
      'many values of an enum, often told',
      { ...doublingRefs(12, { enum: strings(10_000) }), type: 'object' },
      { a: 1 },
      /^args: expected any of \["item 0",.*…\], got object/,
    ],
    [
      'one deep problem, often found',
      {
        ...doublingRefs(20, { not: {} }),
        $ref: '#/deep',
        deep: { properties: { next: { $ref: '#/deep' }, end: { $ref: '#/$defs/a0' } } },
      },
      nested(480, { end: 1 }),
      /^args\.next.*….*\.next\.end: expected anything but/,
    ],
    [
      'patterns with many states',
      {
        properties: Object.fromEntries(
          strings(2_000).map((key) => [key, { pattern: `${key}[a-z]{1,2000}` }]),
        ),
      },
      { 'item 1999': 'item 1999' },
      /pattern/,
    ],
    [
      'names that many such patterns describe',
      { patternProperties: Object.fromEntries(strings(2_000).map((key) => [`${key}[a-z]{1,2000}`, {}])) },
      { a: 1 },
      /^accepted$/,
    ],
    [
      'a pattern with many states on many long texts',
      x({ items: { pattern: '[a-z]|([a-z]{1,2000})' } }),
      { x: strings(2_000).map((text) => text + 'a'.repeat(12_000)) },
      /^accepted$/,
    ],
    [
      'an object of more properties than there may be values',
      x({ required: ['y'] }),
      { x: Object.fromEntries(strings(400_000).map((key) => [key, 1])) },
      /at most 250000 values/,
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
