import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileSchema } from '../../src/code-mode/calls/schema/compile-schema.ts';
import { Evaluation, OPEN, YES } from '../../src/code-mode/calls/schema/evaluation.ts';
import { compilePattern } from '../../src/code-mode/calls/schema/pattern.ts';
import type { JsonSchema } from '../../src/code-mode/index.ts';

const runs = { seed: 20_261_130, numRuns: 1_500 };

const names = fc.constantFrom('a', 'b', 'c1');
const types = fc.constantFrom('null', 'boolean', 'object', 'array', 'number', 'string', 'integer');
const small = fc.integer({ min: 0, max: 4 });
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, 0, 1, 2.5, -3, '', 'a', 'ab', 'c1'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** A keyword of each kind with what belongs to it, of which `wrong` may be something else. */
function keywords(schema: fc.Arbitrary<unknown>): Record<string, fc.Arbitrary<unknown>> {
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const named = fc.dictionary(names, schema, { maxKeys: 3 });
  const each = (keys: readonly string[], value: fc.Arbitrary<unknown>): [string, fc.Arbitrary<unknown>][] =>
    keys.map((key) => [key, value]);
  return Object.fromEntries([
    ...each(['type'], fc.oneof(types, fc.array(types, { minLength: 1, maxLength: 3 }))),
    ...each(['const'], json),
    ...each(['enum'], fc.array(json, { minLength: 1, maxLength: 3 })),
    ...each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], fc.integer({ min: -3, max: 3 })),
    ...each(['multipleOf'], fc.constantFrom(1, 2, 0.5)),
    ...each(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'], small),
    ...each(['uniqueItems'], fc.boolean()),
    ...each(['pattern'], fc.constantFrom('^a', 'b$', '\\d', '^$')),
    ...each(['required'], fc.array(names, { maxLength: 2 })),
    ...each(['allOf', 'anyOf', 'oneOf', 'prefixItems'], list),
    ...each(['not', 'if', 'then', 'else', 'items', 'contains', 'additionalProperties'], schema),
    ...each(['propertyNames', 'unevaluatedProperties', 'unevaluatedItems'], schema),
    ...each(['properties', 'dependentSchemas'], named),
    ...each(['patternProperties'], fc.dictionary(fc.constantFrom('^c', '\\d', 'a'), schema, { maxKeys: 2 })),
    ...each(['dependentRequired'], fc.dictionary(names, fc.array(names, { maxLength: 2 }), { maxKeys: 2 })),
  ]);
}

const schemas = (
  wrong: readonly { arbitrary: fc.Arbitrary<unknown>; weight: number }[],
  extra: object = {},
) =>
  fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.boolean(),
      fc
        .array(
          fc.oneof(
            ...Object.entries({ ...keywords(tie('schema')), ...extra }).map(([key, value]) =>
              fc.tuple(
                fc.constant(key),
                fc.oneof({ arbitrary: value as fc.Arbitrary<unknown>, weight: 4 }, ...wrong),
              ),
            ),
          ),
          { maxLength: 4 },
        )
        .map((entries) => Object.fromEntries(entries) as unknown),
    ),
  })).schema as fc.Arbitrary<JsonSchema>;

it('answers as another validator does for schemas that are right', () => {
  fc.assert(
    fc.property(schemas([]), json, (schema, value) => {
      const copy = structuredClone(schema) as object;
      const expected = new Validator(copy, '2020-12').validate(value).valid;
      expect((compileSchema(schema)?.(value, 100) ?? '') === '').toBe(expected);
    }),
    runs,
  );
});

it('answers within its bounds for any schema', () => {
  const references = fc.constantFrom('#', '#/properties/a', '#/$defs/a', '#/allOf/0', '#a', 'x', 'http://[');
  const more = {
    $ref: references,
    $dynamicRef: references,
    $recursiveRef: references,
    $id: fc.constantFrom('x', 'http://[', '#a', 5),
    $anchor: fc.constantFrom('a', 5),
    $defs: fc.dictionary(names, json),
    nullable: fc.boolean(),
    format: fc.constantFrom('date', 'email', 'url', 'valueOf'),
  };
  fc.assert(
    fc.property(schemas([{ arbitrary: fc.jsonValue(), weight: 1 }], more), json, (schema, value) => {
      const problems = compileSchema(schema)?.(value, 100) ?? '';
      expect(problems.length).toBeLessThan(3_000);
    }),
    runs,
  );
});

it('reads patterns as RegExp does', () => {
  const part = fc.constantFrom(
    ...[
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\d',
      '\\w',
      '^',
      '$',
      '\\b',
      '\\B',
      '-',
      '\\-',
      'é',
      '😀',
      '\\u0061',
      '\\x62',
      '{',
      ']',
    ],
  );
  const times = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?');
  const pattern = fc.letrec<{ all: string }>((tie) => ({
    all: fc
      .array(
        fc.oneof(
          { maxDepth: 3 },
          fc.tuple(part, times).map(([text, often]) => text + (/^(\^|\$|\\[bB])$/.test(text) ? '' : often)),
          fc.tuple(tie('all'), tie('all'), times).map(([one, other, often]) => `(?:${one}|${other})${often}`),
          fc.tuple(fc.constantFrom('(?=', '(?!'), tie('all')).map(([open, inner]) => `${open}${inner})`),
        ),
        { maxLength: 4 },
      )
      .map((parts) => parts.join('')),
  })).all;
  const text = fc.array(fc.constantFrom('a', 'b', '-', '1', ' ', 'é', '😀', '{'), { maxLength: 7 });
  let read = 0;
  fc.assert(
    fc.property(
      pattern,
      text.map((characters) => characters.join('')),
      (source, characters) => {
        const flags = ['u', ''].find((each) => {
          try {
            return new RegExp(source, each) !== undefined;
          } catch {
            return false;
          }
        });
        const verdict = compilePattern(source)?.(characters, new Evaluation(1_000, false)) ?? OPEN;
        if (flags === undefined) return expect(verdict).toBe(OPEN);
        if (verdict === OPEN) return;
        read++;
        expect([source, characters, verdict === YES]).toEqual([
          source,
          characters,
          new RegExp(source, flags).test(characters),
        ]);
      },
    ),
    { ...runs, numRuns: 4_000 },
  );
  expect(read).toBeGreaterThan(3_000);
});
