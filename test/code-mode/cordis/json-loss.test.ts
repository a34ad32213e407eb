import { describe, expect, it } from 'vitest';
import { jsonLoss } from '../../../src/cordis/json-loss.ts';

class Point {
  x = 1;
}

describe('what JSON would lose', () => {
  it.each([
    ['a value of every kind', { a: [null, true, 1.5, '', { 'b-c': [] }] }],
    ['an object that is there twice', ((row) => ({ first: row, rows: [row] }))({ id: 1 })],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a property called __proto__', JSON.parse('{ "__proto__": 1 }')],
    ['deeply nested arrays', Array.from({ length: 100_000 }).reduce((inner) => [inner], 1)],
  ])('is nothing in %s', (_, value) => {
    expect(jsonLoss(value, 'value')).toBeUndefined();
  });

  it.each([
    ['a Date', { when: new Date(0) }, 'value.when is a Date'],
    ['a Map', [new Map()], 'value[0] is a Map'],
    ['a byte array', new Uint8Array(1), 'value is a Uint8Array'],
    ['an instance of a class', { 'a-b': new Point() }, 'value["a-b"] is a Point'],
    ['an undefined property', { a: { b: undefined } }, 'value.a.b is undefined'],
    ['a NaN', [1, Number.NaN], 'value[1] is NaN'],
    ['a negative zero', { z: -0 }, 'value.z is -0'],
    ['a bigint', 1n, 'value is a bigint'],
    ['a function', [() => 1], 'value[0] is a function'],
    // biome-ignore lint/suspicious/noSparseArray: the very thing to be refused.
    ['an empty slot', [1, , 2], 'value is an array with empty slots'],
    [
      'an empty slot beside a name',
      Object.assign(Array(1), { total: 1 }),
      'value is an array with empty slots',
    ],
    ['an heir of nothing known', Object.create({ constructor: null }), 'value is a class instance'],
    [
      'an array with a name',
      Object.assign([1], { total: 1 }),
      'value is an array with properties besides its elements',
    ],
    ['a symbol key', { [Symbol('s')]: 1 }, 'value has properties that are symbols or not enumerable'],
  ])('names the path of %s', (_, value, loss) => {
    expect(jsonLoss(value, 'value')).toBe(loss);
  });

  it('names a cycle', () => {
    const parent: { children: unknown[] } = { children: [] };
    parent.children.push({ parent });
    expect(jsonLoss(parent, 'value')).toBe('value.children[0].parent refers to an object that it is part of');
  });

  it('refuses, soon, what would be endlessly long because everything is there twice, many times over', () => {
    const nested = Array.from({ length: 100 }).reduce((inner) => [inner, inner], 1);
    expect(jsonLoss(nested, 'value')).toMatch(/^value would be more than \d+ characters as JSON$/);
  });

  it('keeps a long path short', () => {
    const deep = Array.from({ length: 1_000 }).reduce((inner) => ({ inner }), new Date(0));
    expect(jsonLoss(deep, 'value')!.length).toBeLessThan(150);
  });
});
