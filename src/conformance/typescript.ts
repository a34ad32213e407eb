import { fact, topic } from './case.ts';

/** One program per feature of TypeScript that can live in a function body. */
const FEATURES: readonly [feature: string, program: string, value: unknown][] = [
  [
    'type annotations',
    'const x: number = 1; const f = (a: string, b?: number): string => a + b; return f("n", x)',
    'n1',
  ],
  [
    'interfaces and type aliases',
    'interface A { a: number } type B = A & { b: string }; const v: B = { a: 1, b: "" }; return v.a',
    1,
  ],
  ['generics', 'function id<T extends object>(x: T): T { return x } return id<{ a: number }>({ a: 1 }).a', 1],
  ['a generic arrow function', 'const f = <T>(x: T) => x; return <number>f(1 as any)', 1],
  [
    'mapped, conditional and template literal types',
    'type A<T> = { [K in keyof T as `x${string & K}`]: T[K] extends (infer U)[] ? U : never }; return 1',
    1,
  ],
  ['as and as const', 'const a = [1, 2] as const; return (a as readonly number[]).length', 2],
  ['satisfies', 'const o = { a: 1 } satisfies Record<string, number>; return o.a', 1],
  ['non-null assertions', 'const m = new Map([[1, 2]]); return m.get(1)! + 1', 3],
  ['definite assignment', 'let x!: number; x = 4; return x', 4],
  ['enums', 'enum E { A, B = 5, C } return [E.A, E.B, E.C, E[5]]', [0, 5, 6, 'B']],
  ['string enums', 'enum E { A = "a" } return Object.entries(E)', [['A', 'a']]],
  ['const enums', 'const enum E { A = 1, B = A << 2 } return E.B', 4],
  [
    'abstract classes',
    'abstract class A { abstract f(): number; g() { return this.f() } } class B extends A { override f() { return 2 } } return new B().g()',
    2,
  ],
  [
    'parameter properties',
    'class P { constructor(readonly a: number, private b = 2) {} sum() { return this.a + this.b } } return new P(1).sum()',
    3,
  ],
  [
    'access modifiers and implements',
    'interface I { a: number } class A implements I { public a = 1; protected static b = 2; static get c() { return A.b } } return A.c',
    2,
  ],
  [
    'overloads',
    'function f(a: string): string; function f(a: number): number; function f(a: any) { return a } return f(1)',
    1,
  ],
  [
    'declare',
    'declare const elsewhere: number; declare function f(): void; return typeof elsewhere',
    'undefined',
  ],
  [
    'type predicates and assertion functions',
    'function is(x: unknown): x is string { return typeof x === "string" } function must(x: unknown): asserts x { if (!x) throw 1 } must(1); return is("")',
    true,
  ],
  ['a this parameter', 'function f(this: { a: number }) { return this.a } return f.call({ a: 1 })', 1],
  [
    'private names and static blocks',
    'class A { #x = 1; static #n = 0; static { A.#n = 2 } sum() { return this.#x + A.#n } } return new A().sum()',
    3,
  ],
  [
    'class fields that are defined, not assigned',
    'class A { set x(v) { throw 1 } } class B extends A { x = 2 } return new B().x',
    2,
  ],
  [
    'auto-accessors',
    'class A { accessor x = 1 } const a = new A(); a.x += 4; return [a.x, "x" in Object.getOwnPropertyDescriptors(A.prototype)]',
    [5, true],
  ],
  [
    'class decorators',
    'const seen: string[] = []; function tag(c: unknown, x: { kind: string; name: string }) { seen.push(x.kind + x.name) } @tag class A {} return [seen, typeof A]',
    [['classA'], 'function'],
  ],
  [
    'method decorators',
    'function twice(f: any, _: unknown) { return function (this: unknown, ...a: any[]) { return f.apply(this, a) * 2 } } class A { @twice m(n: number) { return n } } return new A().m(4)',
    8,
  ],
  [
    'field decorators',
    'const add = (_: undefined, c: { name: string }) => (v: number) => v + c.name.length; class A { @add abc = 1 } return new A().abc',
    4,
  ],
  [
    'optional chaining and nullish assignment',
    'let a: { b?: number } | undefined; const c = a?.b ?? 3; let d: number | null = null; d ??= c; return d',
    3,
  ],
  [
    'async generators',
    'async function* g() { yield 1; yield* [2, 3] } const out: number[] = []; for await (const x of g()) out.push(x); return out',
    [1, 2, 3],
  ],
  [
    'destructuring with types and defaults',
    'const { a = 1, ...rest }: { a?: number; b: number } = { b: 2 }; return [a, rest]',
    [1, { b: 2 }],
  ],
  [
    'labels, numeric separators and exponents',
    'let n = 0; outer: for (;;) { for (;;) { n = 1_0 ** 2; break outer } } return n',
    100,
  ],
  ['named groups and sticky flags', 'return /(?<year>\\d{4})/dgsuy.exec("2024")!.groups!.year', '2024'],
  [
    'tagged templates',
    'const raw = (s: TemplateStringsArray, ...v: number[]) => s.raw[0] + v[0]; return raw`\\n${1}`',
    '\\n1',
  ],
  ['function type arguments', 'const make = Array<number>; return new make(3).length', 3],
];

/** What cannot live in a function body, and a word that its message must have. */
const REFUSED: readonly [feature: string, program: string, word: RegExp][] = [
  ['namespace', 'namespace A { export const x = 1 }\nreturn A.x', /namespace/i],
  ['import type', "import type { A } from 'a'\nreturn 1", /import/i],
  ['import equals', "import a = require('a')\nreturn 1", /import/i],
  ['import.meta', 'return import.meta.url', /import/i],
  ['JSX', 'return <div>hello</div>', /./],
];

export const typescriptCases = topic('typescript', [
  ...FEATURES.map(([feature, program, expected]) =>
    fact(`runs ${feature}`, async ({ value, expect }) => {
      expect(await value(program)).toEqual(expected);
    }),
  ),
  ...REFUSED.map(([feature, program, word]) =>
    fact(`refuses ${feature} clearly`, async ({ failure, expect }) => {
      const { kind, message, location } = await failure(program);
      expect(kind).toBe('exception');
      expect(message).toMatch(word);
      expect(location?.line).toBe(1);
    }),
  ),
  fact('runs using, and disposes at the end of its block', async ({ run, expect }) => {
    const { logs, error } = await run(`
      {
        using a = { [Symbol.dispose]() { console.log('disposed a') } };
        using b = { [Symbol.dispose]() { console.log('disposed b') } };
        console.log('body');
      }
      console.log('after');`);
    expect(error).toBeUndefined();
    expect(logs).toEqual(['body', 'disposed b', 'disposed a', 'after']);
  }),
  fact('runs using at the top level, and disposes after return', async ({ run, expect }) => {
    const { logs, value } = await run(`
      using a = { [Symbol.dispose]() { console.log('disposed') } };
      console.log('body');
      return 1;`);
    expect(value).toBe(1);
    expect(logs).toEqual(['body', 'disposed']);
  }),
  fact('runs await using, and awaits the disposer before the run ends', async ({ run, expect }) => {
    const { logs, error } = await run(
      `await using a = { async [Symbol.asyncDispose]() { await tools.close(); console.log('closed') } };
       console.log('body');`,
      { tools: { close: async () => {} } },
    );
    expect(error).toBeUndefined();
    expect(logs).toEqual(['body', 'closed']);
  }),
  fact('does not check types', async ({ value, expect }) => {
    expect(await value('const x: string = 1 as never; return x')).toBe(1);
  }),
]);
