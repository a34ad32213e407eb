import { types } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MAX_DEPTH } from '../../src/bridge/codec/types.ts';
import { decodeValue, encodeValue } from '../../src/bridge/codec.ts';
import { difference } from './fixtures/codec-same.ts';
import { bytesOf, decoded, options, textOf } from './fixtures/codec-use.ts';

/** Not yet a flag of the language that this is compiled for. */
const UNICODE_SETS = 'v';

function carry<Type>(value: Type): Type {
  return decoded(textOf(value)) as Type;
}

function messageOf(value: unknown): string {
  const encoding = encodeValue(value, options);
  return encoding.outcome === 'encoded' ? 'encoded' : encoding.message;
}

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value = wrap(undefined);
  for (let level = 1; level < levels; level++) value = wrap(value);
  return value;
}

describe('errors', () => {
  it('carries a DOMException as an Error of its name', () => {
    const error = carry(new DOMException('stop', 'AbortError'));
    expect(types.isNativeError(error)).toBe(true);
    expect([error.name, error.message, error.stack]).toEqual(['AbortError', 'stop', 'AbortError: stop']);
  });

  it('rebuilds errors without a trace of either side', () => {
    const error = carry(new TypeError('t'));
    expect(Object.getPrototypeOf(error)).toBe(TypeError.prototype);
    expect(Object.getOwnPropertyDescriptor(error, 'stack')).toEqual({
      value: 'TypeError: t',
      writable: true,
      enumerable: false,
      configurable: true,
    });
    // Engines with an accessor for stacks would show the true one through any other error's accessor.
    const accessor = Object.getOwnPropertyDescriptor(new Error('x'), 'stack')?.get;
    expect(String(accessor?.call(error) ?? '')).not.toContain('codec');
    expect(Error.stackTraceLimit).toBeGreaterThan(0);
  });
});

describe('the limits of what an engine can be made to do', () => {
  it('refuses more patterns than an engine compiles in no time', () => {
    const many = Array.from({ length: 3_000 }, () => /a/);
    const long = new RegExp(`[${'a'.repeat(70_000)}]`);
    const costly = new RegExp('\\p{RGI_Emoji}'.repeat(200), UNICODE_SETS);
    for (const value of [many, long, [costly]]) {
      expect(messageOf({ p: value })).toMatch(
        /^value\.p(\[\d+\])? is one regular expression too many, or too long/,
      );
    }
    expect(messageOf(Array.from({ length: 1_000 }, () => /\w+/giu))).toBe('encoded');
  });

  it('refuses keys that were made to collide, and no others', () => {
    const colliding = Array.from({ length: 5_000 }, (_, i) => BigInt(i) << 64n);
    const ordinary = [
      ...Array.from({ length: 20_000 }, (_, i) => i),
      ...Array.from({ length: 20_000 }, (_, i) => 1.7e12 + i * 1_000),
      ...Array.from({ length: 20_000 }, (_, i) => BigInt(i) * 1_000_000_007n),
      ...Array.from({ length: 20_000 }, (_, i) => i / 8),
    ];
    expect(messageOf(new Set(colliding))).toBe('value has too many numbers or BigInts that hash alike');
    expect(messageOf({ m: new Map(colliding.map((key) => [key, 1])) })).toMatch(/^value\.m has too many/);
    expect(messageOf(new Set(ordinary))).toBe('encoded');
    expect(messageOf(new Map(ordinary.map((key) => [key, key])))).toBe('encoded');
    expect(carry(new Set(ordinary)).size).toBe(ordinary.length - 2_500);
  });

  it('lets the deepest value be stringified by whoever gets it', () => {
    expect(JSON.stringify(carry(nest(MAX_DEPTH, (a) => (a === undefined ? {} : { a }))))).toHaveLength(
      6 * (MAX_DEPTH - 1) + 2,
    );
  });

  it('survives being called where the stack is nearly used up', () => {
    const value = { list: [new Map([[1, [new Date(1)]]])], nested: { error: new Error('e') } };
    const outcomes = new Set<string>();
    const deeper = (): void => {
      outcomes.add(encodeValue(value, options).outcome);
      outcomes.add(decodeValue('J[[{"a":[]}]]').outcome);
      deeper();
    };
    expect(deeper).toThrow();
    expect(outcomes).toContain('encoded');
  });
});

describe('the wire', () => {
  it('writes bytes one character each, whatever text is beside them', () => {
    const value = { name: 'flamingo 🦩'.repeat(3), data: new Uint8Array(10_000).fill(255) };
    expect(bytesOf(textOf(value))).toBeLessThan(10_500);
    expect(difference(value, carry(value))).toBe('');
  });

  it('writes a long string as it is', () => {
    const text = '"\\n'.repeat(50_000);
    expect(textOf(text)).toBe(`S${text}`);
    expect(decodeValue('S')).toEqual({ outcome: 'decoded', value: '' });
  });
});

describe('texts of a peer', () => {
  const table = (header: unknown, tail = ''): string => {
    const json = typeof header === 'string' ? header : JSON.stringify(header);
    return `X${json.length}:${json}${tail}`;
  };
  const deep = (levels: number): string => `J${'['.repeat(levels)}${']'.repeat(levels)}`;
  const hex = (n: number): string => `0x${n.toString(16)}0000000000000000`;

  const MALFORMED: [name: string, text: string][] = [
    ['nothing', ''],
    ['an unknown format', 'Z1'],
    ['no JSON', 'J{'],
    ['no value', 'J'],
    ['two values', 'J1 2'],
    ['plain JSON of too many levels', deep(201)],
    ['plain JSON of very many levels', deep(5_000_000)],
    ['brackets that never close', `J${'[{"a":'.repeat(1_000_000)}`],
    ['a table without a length', 'X[[0],{}]'],
    ['a table of no digits', 'X:[1]'],
    ['a length with a sign', 'X+3:[1]'],
    ['a length that begins with zero', 'X03:[1]'],
    ['a length beyond the text', 'X99:[1]'],
    ['a huge length', 'X99999999999999999999:[1]'],
    ['a header that is no array', table({})],
    ['an empty header', table([])],
    ['a header of too many levels', table('[[[[[0]]]]]')],
    ['a header of very many levels', table('['.repeat(1_000_000) + ']'.repeat(1_000_000))],
    ['a tail that nobody claims', table([1], 'x')],
    ['a reference to nothing', table([[0]])],
    ['a reference beyond the table', table([[1], {}])],
    ['a reference that is no integer', table([[0.5], {}])],
    ['a reference that is huge', table([[2 ** 60], {}])],
    ['an unknown constant', table([[-6]])],
    ['an empty slot', table([[]])],
    ['a slot of two', table([[0, 0], {}])],
    ['an object as a slot', table([{ a: 1 }])],
    ['a nested object as a slot', table([[0], { a: { b: 1 } }])],
    ['a node that nothing refers to', table([[0], {}, {}])],
    ['nodes in another order', table([[1], {}, { a: [0] }])],
    ['a node that is a primitive', table([[0], 1])],
    ['a node of null', table([[0], null])],
    ['an unknown tag', table([[0], ['z']])],
    ['a node without a tag', table([[0], []])],
    ['BigInt digits that are decimal', table([['12']])],
    ['BigInt digits that are none', table([['0xzz']])],
    ['BigInt digits with two signs', table([['--0x1']])],
    ['an array without items', table([[0], ['a', 1]])],
    ['an array shorter than its items', table([[0], ['a', 1, [1, 2]]])],
    ['an array of a negative length', table([[0], ['a', -1, []]])],
    ['an array of too great a length', table([[0], ['a', 2 ** 32, []]])],
    ['an array with half a property', table([[0], ['a', 1, [1], 'x']])],
    ['an array with a key that is no string', table([[0], ['a', 1, [1], 0, 1]])],
    ['an array with an index beyond its length', table([[0], ['a', 1, [1], '5', 1]])],
    ['an array with a property length', table([[0], ['a', 1, [1], 'length', 1]])],
    ['a Map with half an entry', table([[0], ['m', 1]])],
    ['a date of text', table([[0], ['d', '1']])],
    ['a date of nothing', table([[0], ['d']])],
    ['a pattern that does not compile', table([[0], ['r', '(', '']])],
    ['unknown flags', table([[0], ['r', 'a', 'x']])],
    ['flags twice', table([[0], ['r', 'a', 'gg']])],
    ['a pattern without flags', table([[0], ['r', 'a']])],
    ['too many patterns', table([Array.from({ length: 0 }), ['s']])],
    ['patterns that take long to compile', table([[0], ['r', '\\p{RGI_Emoji}'.repeat(100_000), 'v']])],
    ['a box of undefined', table([[0], ['p', [-1]]])],
    ['a box of null', table([[0], ['p', null]])],
    ['a box of an object', table([[0], ['p', [1]], {}])],
    ['a box of itself', table([[0], ['p', [0]]])],
    ['an error whose name is no text', table([[0], ['e', 1, null, 0]])],
    ['an error whose message is no text', table([[0], ['e', 'Error', 1, 0]])],
    ['an error with fewer hidden properties than it says', table([[0], ['e', 'Error', 'm', 2, 'cause', 1]])],
    ['an error that hides other properties', table([[0], ['e', 'Error', 'm', 1, 'code', 1]])],
    ['an error with a stack', table([[0], ['e', 'Error', 'm', 0, 'stack', 'at host']])],
    ['a buffer longer than the tail', table([[0], ['b', 5]], 'abcd')],
    ['a buffer much longer than the tail', table([[0], ['b', 2 ** 40]], 'abcd')],
    ['a buffer of a negative length', table([[0], ['b', -1]])],
    ['a buffer of what are no bytes', table([[0], ['b', 1]], '€')],
    ['a view of an unknown kind', table([[0], ['v', 'Array', [1]], ['b', 0]])],
    ['a view with a name that all objects have', table([[0], ['v', 'constructor', [1]], ['b', 0]])],
    ['a view of no buffer', table([[0], ['v', 'Uint8Array', [1]], {}])],
    ['a view of itself', table([[0], ['v', 'Uint8Array', [0]]])],
    ['a view whose elements do not fit', table([[0], ['v', 'Uint16Array', [1]], ['b', 3]], 'abc')],
    [
      'a chain of too many nodes',
      table([[0], ...Array.from({ length: 2_000 }, (_, i) => ({ a: [i + 1] })), {}]),
    ],
    [
      'a chain of very many nodes',
      table([[0], ...Array.from({ length: 200_000 }, (_, i) => ['s', [i + 1]]), {}]),
    ],
    [
      'BigInts that hash alike',
      table([[0], ['s', ...Array.from({ length: 6_000 }, (_, i) => [hex(i + 1)])]]),
    ],
  ];

  it.each(MALFORMED)('refuses %s', (_, text) => {
    expect(decodeValue(text)).toEqual({ outcome: 'malformed' });
  });

  it('refuses what is no text', () => {
    for (const text of [undefined, null, 1, {}, ['J1'], Symbol(), () => 'J1']) {
      expect(decodeValue(text as string)).toEqual({ outcome: 'malformed' });
    }
  });

  it('takes as many levels of plain JSON as an encoder makes', () => {
    expect(decodeValue(deep(200)).outcome).toBe('decoded');
    expect(textOf(nest(200, (inner) => (inner === undefined ? [] : [inner])))).toBe(deep(200));
  });

  it('takes as long for strings of one length as for others', () => {
    // An engine may hash long strings by their length alone.
    const alike = Array.from({ length: 2_000 }, (_, index) => `${'x'.repeat(32_000)}${10_000 + index}`);
    expect(carry(alike)).toEqual(alike);
  }, 20_000);

  it('is not misled by brackets and quotes in strings', () => {
    const value = ['['.repeat(1_000), '\\"[', '\\\\', { '{"[\\': '\\"}' }, '"'.repeat(999)];
    expect(carry(value)).toEqual(value);
    expect(carry([...value, undefined])).toEqual([...value, undefined]);
  });

  it('never touches a prototype', () => {
    const names = ['__proto__', 'constructor', 'prototype'];
    for (const name of names) {
      decodeValue(`J{"${name}":{"polluted":1,"prototype":{"polluted":1}}}`);
      decodeValue(table(`[[0],{"${name}":[1]},{"polluted":1}]`));
      decodeValue(table([[0], ['a', 1, [1], name, [1]], { polluted: 1 }]));
      decodeValue(table([[0], ['e', name, 'm', 0, name, [1]], { polluted: 1 }]));
    }
    for (const builtin of [{}, [], new Error('e'), () => 1]) expect('polluted' in builtin).toBe(false);
  });
});
