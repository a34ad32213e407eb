import { fact, topic } from './case.ts';
import { difference } from './difference.ts';
import { SURVIVING_VALUES } from './value-table.ts';

/** Values that arrive as something plainer, as structured clone has it. */
const PLAINER: readonly [fact: string, source: string, value: unknown][] = [
  [
    'an instance as its own enumerable data',
    'new (class P { #x = 1; y = 2; get z() { return 3 } m() {} })()',
    { y: 2 },
  ],
  [
    'an instance with a method of its own data only',
    'Object.assign(new (class { a() {} })(), { b: 1 })',
    { b: 1 },
  ],
  ['a map that lost its prototype', 'Object.setPrototypeOf(new Map([[1, 2]]), null)', new Map([[1, 2]])],
  ['an object without a prototype as a plain one', 'Object.assign(Object.create(null), { a: 1 })', { a: 1 }],
  ['an accessor as its value', '{ get a() { return 1 } }', { a: 1 }],
  [
    'an object without what is not enumerable',
    "Object.defineProperty({ a: 1 }, 'b', { value: 2 })",
    { a: 1 },
  ],
  ['an object without symbol keys', "{ a: 1, [Symbol('b')]: 2 }", { a: 1 }],
  ['an object without what it inherits', 'Object.assign(Object.create({ a: 1 }), { b: 2 })', { b: 2 }],
  ['a subclass of Array as an Array', 'new (class Stack extends Array {})(1, 2)', [1, 2]],
];

export const valueCases = topic('values', [
  ...SURVIVING_VALUES.map(({ name, source, make, check }) =>
    fact(`carries ${name} as completion, argument and resolution`, async ({ value, expect }) => {
      let argument: unknown;
      const program = `
        const made = ${source};
        await tools.take(made);
        const x = await tools.give();
        return { made, back: x, check: Boolean(${check}) }`;
      const result = await value(program, {
        tools: {
          take: (taken: unknown) => {
            argument = taken;
          },
          give: make,
        },
      });
      const { made, back, check: checked } = result as { made: unknown; back: unknown; check: boolean };
      expect(difference(made, make())).toBe('');
      expect(difference(argument, make())).toBe('');
      expect(difference(back, make())).toBe('');
      expect(checked).toBe(true);
    }),
  ),
  ...PLAINER.map(([name, source, expected]) =>
    fact(`carries ${name}`, async ({ value, expect }) => {
      expect(difference(await value(`return ${source}`), expected)).toBe('');
    }),
  ),
  fact('carries primitives as the completion itself', async ({ value, expect }) => {
    for (const [source, expected] of [
      ['-0', -0],
      ['NaN', Number.NaN],
      ['10n', 10n],
      ["''", ''],
      ['false', false],
      ['0', 0],
    ]) {
      expect(Object.is(await value(`return ${source}`), expected)).toBe(true);
    }
  }),
  fact('carries an AggregateError with its inner errors', async ({ value, expect }) => {
    const error = (await value(
      "return new AggregateError([new Error('a'), new TypeError('b')], 'all')",
    )) as AggregateError;
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe('AggregateError');
    expect(error.errors.map((inner: Error) => inner.message)).toEqual(['a', 'b']);
  }),
  fact(
    'never lets the own key __proto__ of a program change a prototype of the host',
    async ({ value, expect }) => {
      let argument: unknown;
      const source =
        'JSON.parse(\'{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}\')';
      const completion = await value(`const x = ${source}; await tools.take(x); return x`, {
        tools: {
          take: (taken: unknown) => {
            argument = taken;
          },
        },
      });
      expect(Object.getPrototypeOf(completion)).toBe(Object.prototype);
      expect(Object.getPrototypeOf(argument)).toBe(Object.prototype);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    },
  ),
  fact('carries the visible bytes of a view into a larger host buffer', async ({ value, expect }) => {
    class Chunk extends Uint8Array {}
    const pool = new Uint8Array(1_000).fill(7);
    pool.set([1, 2, 3, 4], 10);
    const program = `
      const seen = [];
      for (const chunk of [await tools.view(), await tools.subclass()]) {
        seen.push([chunk.constructor === Uint8Array, chunk.join(), chunk.buffer.byteLength]);
        chunk.fill(9);
      }
      return seen`;
    const seen = await value(program, {
      tools: {
        view: () => pool.subarray(10, 14),
        subclass: () => new Chunk(pool.buffer, 10, 4),
      },
    });
    expect(seen).toEqual([
      [true, '1,2,3,4', 4],
      [true, '1,2,3,4', 4],
    ]);
    expect(pool.byteLength).toBe(1_000);
    expect([...pool.subarray(9, 15)]).toEqual([7, 1, 2, 3, 4, 7]);
  }),
  fact("does not let a program's edits of a result reach the host's object", async ({ value, expect }) => {
    const config = { list: [1], nested: { a: 1 } };
    await value('const c = await tools.config(); c.list.push(2); c.nested.a = 9; return 1', {
      tools: { config: () => config },
    });
    expect(config).toEqual({ list: [1], nested: { a: 1 } });
  }),
  fact(
    "does not let the host's edits of an argument reach the program's object",
    async ({ value, expect }) => {
      const program = 'const o = { a: 1 }; await tools.edit(o); return o.a';
      const edit = (o: { a: number }) => {
        o.a = 2;
      };
      expect(await value(program, { tools: { edit } })).toBe(1);
    },
  ),
  fact('takes an argument as it was when the call was made', async ({ value, expect }) => {
    const program = 'const o = { a: 1 }; const p = tools.get(o); o.a = 2; return await p';
    expect(await value(program, { tools: { get: (o: { a: number }) => o.a } })).toBe(1);
  }),
  fact('takes the completion as it was when the body ended', async ({ value, expect }) => {
    expect(await value('const o = { a: 1 }; setTimeout(() => { o.a = 2 }, 0); return o')).toEqual({ a: 1 });
  }),
  fact('ignores toJSON, as structured clone does', async ({ value, expect }) => {
    const program = 'class A { a = 1; toJSON() { return 2 } } return [new A(), await tools.take(new A())]';
    expect(await value(program, { tools: { take: (a: unknown) => a } })).toEqual([{ a: 1 }, { a: 1 }]);
  }),
]);
