import { BARE_REALM_GLOBALS } from '../seam/realm.ts';
import type { CodeBindingNamespace } from '../seam/types.ts';
import { type ConformanceContext, fact, topic } from './case.ts';

const ACCEPTED = [
  'tools',
  '_',
  '__x',
  'A1',
  'camelCase',
  'fetch',
  'process',
  'require',
  'Buffer',
  'match',
  'type',
  'of',
  'get',
];

/** Names that no binding may have, by the reason. */
const REFUSED: readonly [reason: string, names: readonly string[]][] = [
  [
    'no portable identifier',
    ['', '1a', 'a-b', 'a b', 'a.b', 'é', '$x', 'a$', 'a\n', ' a', '\u{1f9a9}', 'a!'],
  ],
  [
    'a reserved word of ECMAScript',
    (
      'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
      'function if implements import in instanceof interface let new null package private protected public return static ' +
      'super switch this throw true try typeof var void while with yield'
    ).split(' '),
  ],
  [
    'a reserved word of Python',
    'False None True and as assert async await def del elif except from global is lambda nonlocal not or pass raise'.split(
      ' ',
    ),
  ],
  [
    'a name that strict code cannot bind',
    ['arguments', 'eval', 'undefined', 'NaN', 'Infinity', 'globalThis'],
  ],
  ['a global of the realm', BARE_REALM_GLOBALS],
  ['console', ['console']],
];

/** How a list of bindings can name one thing twice. */
const DUPLICATES: readonly [fact: string, bindings: readonly CodeBindingNamespace[], name: string][] = [
  ['two globals', [namespace('same'), namespace('other'), namespace('same')], 'same'],
  ['a global and its error class', [namespace('same', 'same')], 'same'],
  ['a global and the error class of another', [namespace('a', 'Twice'), namespace('Twice')], 'Twice'],
  ['two error classes', [namespace('a', 'Twice'), namespace('b', 'Twice')], 'Twice'],
];

function namespace(global: string, errorName?: string): CodeBindingNamespace {
  const functions = { a: () => 1 };
  if (errorName === undefined) return { global, functions };
  return { global, functions, errorClass: { name: errorName, memberNameProperty: 'member' } };
}

/** The names that the runtime does not refuse with a TypeError that shows the field. */
async function notRefused(
  { runRaw }: ConformanceContext,
  names: readonly string[],
  field: string,
  bindingsFor: (name: string) => readonly CodeBindingNamespace[],
): Promise<string[]> {
  const survivors: string[] = [];
  for (const name of names) {
    const outcome = await runRaw({ program: 'return 1', bindings: bindingsFor(name) }).catch(
      (error: unknown) => error,
    );
    if (
      !(outcome instanceof TypeError && outcome.message.includes(field) && outcome.message.includes(name))
    ) {
      survivors.push(name);
    }
  }
  return survivors;
}

export const nameCases = topic('names', [
  ...ACCEPTED.map((name) =>
    fact(`accepts ${name} as the name of a global and of an error class`, async ({ value, expect }) => {
      const asGlobal = { bindings: [namespace(name)] };
      expect(await value(`return await ${name}.a()`, asGlobal)).toBe(1);
      expect(await value(`return typeof ${name}`, { bindings: [namespace('tools9', name)] })).toBe(
        'function',
      );
    }),
  ),
  ...REFUSED.flatMap(([reason, names]) => [
    fact(`refuses a global whose name is ${reason}`, async (context) => {
      const survivors = await notRefused(context, names, 'bindings[1].global', (name) => [
        namespace('a'),
        namespace(name),
      ]);
      context.expect(survivors).toEqual([]);
    }),
    fact(`refuses an error class whose name is ${reason}`, async (context) => {
      const survivors = await notRefused(context, names, 'bindings[0].errorClass.name', (name) => [
        namespace('a', name),
      ]);
      context.expect(survivors).toEqual([]);
    }),
  ]),
  ...DUPLICATES.map(([name, bindings, duplicate]) =>
    fact(`refuses a name that is taken twice: ${name}`, async ({ runRaw, expect }) => {
      const error = await runRaw({ program: 'return 1', bindings }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(TypeError);
      expect((error as TypeError).message).toContain(`"${duplicate}"`);
    }),
  ),
  fact('gives an absent power back when a binding has its name', async ({ value, expect }) => {
    const bindings = [{ global: 'fetch', functions: { get: (url: string) => `got ${url}` } }];
    expect(await value("return await fetch.get('a')", { bindings })).toBe('got a');
  }),
]);
