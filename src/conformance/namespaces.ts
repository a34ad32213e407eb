import { fact, topic } from './case.ts';

const ODD_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'then',
  'a-b',
  'a_b',
  '',
  'a.b',
  'x/y',
  'résumé',
  '3d_render',
  'get-issue',
  'delete',
  'default',
  'await',
  '0',
  'length',
  'prototype',
  'name',
  '🦩',
  'it\'s "quoted"\\\n',
];

/** Tools that note every call, so that a case can tell that there was none. */
function spied(...names: string[]) {
  const calls: string[] = [];
  const tools = Object.fromEntries(
    names.map((name) => {
      const call = () => {
        calls.push(name);
        return name;
      };
      return [name, call];
    }),
  );
  return { calls, tools };
}

/** Uses of a namespace as a plain frozen object; none of them may make a call. */
const PLAIN_USES: readonly [fact: string, program: string, value: unknown][] = [
  ['lists its members in order', 'return Object.keys(tools)', ['search', 'read', 'a-b']],
  ['lists its members as own names', 'return Object.getOwnPropertyNames(tools)', ['search', 'read', 'a-b']],
  [
    'answers in',
    "return ['search' in tools, 'serch' in tools, 'toString' in tools, 'then' in tools]",
    [true, false, false, false],
  ],
  ['answers hasOwn', "return [Object.hasOwn(tools, 'read'), Object.hasOwn(tools, 'nope')]", [true, false]],
  ['spreads', 'return Object.keys({ ...tools })', ['search', 'read', 'a-b']],
  [
    'enumerates',
    'const names = []; for (const name in tools) names.push(name); return names',
    ['search', 'read', 'a-b'],
  ],
  ['has a null prototype', 'return Object.getPrototypeOf(tools)', null],
  ['is frozen', 'return Object.isFrozen(tools)', true],
  [
    'has functions for members',
    'return Object.values(tools).map((f) => typeof f + (f instanceof Function))',
    ['functiontrue', 'functiontrue', 'functiontrue'],
  ],
  ['can be awaited', 'return (await tools) === tools', true],
  [
    'can be returned from an async function',
    'const get = async () => tools; return (await get()) === tools',
    true,
  ],
  ['can be a promise result', 'return (await Promise.resolve(tools)) === tools', true],
  ['becomes JSON', 'return JSON.stringify(tools)', '{}'],
  ['is an object', 'return typeof tools', 'object'],
  [
    'is a property of the global object',
    "return Object.hasOwn(globalThis, 'tools') && globalThis.tools === tools",
    true,
  ],
];

export const namespaceCases = topic('namespaces', [
  ...PLAIN_USES.map(([name, program, expected]) =>
    fact(name, async ({ value, expect }) => {
      const { calls, tools } = spied('search', 'read', 'a-b');
      expect(await value(program, { tools })).toEqual(expected);
      expect(calls).toEqual([]);
    }),
  ),
  fact('reaches a member of any name', async ({ value, expect }) => {
    const { calls, tools } = spied(...ODD_NAMES);
    const program = `const seen = []; for (const name of ${JSON.stringify(ODD_NAMES)}) seen.push(await tools[name]()); return seen`;
    expect(await value(program, { tools })).toEqual(ODD_NAMES);
    expect(calls).toEqual(ODD_NAMES);
  }),
  fact('lists members of any name', async ({ value, expect }) => {
    const { tools } = spied('__proto__', 'constructor', '', 'a-b');
    expect(await value('return Object.keys(tools)', { tools })).toEqual([
      '__proto__',
      'constructor',
      '',
      'a-b',
    ]);
  }),
  fact('has own, enumerable, non-writable members', async ({ value, expect }) => {
    const { tools } = spied('a');
    const program = `
      const { value, ...flags } = Object.getOwnPropertyDescriptor(tools, 'a');
      return [typeof value, flags]`;
    expect(await value(program, { tools })).toEqual([
      'function',
      { writable: false, enumerable: true, configurable: false },
    ]);
  }),
  fact('throws a TypeError at every change', async ({ value, expect }) => {
    const { tools, calls } = spied('a');
    const program = `
      const changes = [
        () => { tools.a = 1 }, () => { tools.b = 1 }, () => { delete tools.a }, () => { tools.__proto__ = {} },
        () => Object.defineProperty(tools, 'a', { value: 1 }), () => Object.setPrototypeOf(tools, {}),
      ];
      const thrown = changes.map((change) => { try { change(); return 'none' } catch (e) { return e.name } });
      return [thrown, await tools.a(), Object.keys(tools)]`;
    expect(await value(program, { tools })).toEqual([Array(6).fill('TypeError'), 'a', ['a']]);
    expect(calls).toEqual(['a']);
  }),
  fact('calls a member that is really named then', async ({ value, expect }) => {
    const { tools } = spied('then', 'a');
    expect(await value('return [await tools.then(), await tools.a()]', { tools })).toEqual(['then', 'a']);
  }),
  fact('never reaches the host by a name that every object inherits', async ({ value, expect }) => {
    const { tools, calls } = spied('a');
    const program = `
      const thrown = [];
      for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', '__defineGetter__']) {
        try { await tools[name]({}) } catch (e) { thrown.push(e instanceof TypeError) }
      }
      return thrown`;
    expect(await value(program, { tools })).toEqual(Array(6).fill(true));
    expect(calls).toEqual([]);
  }),
  fact('throws a TypeError that names the members nearest to a misspelt one', async ({ value, expect }) => {
    const others = Array.from({ length: 60 }, (_, index) => `unrelated_${index}`);
    const { tools, calls } = spied(...others, 'search', 'read_file');
    const program = `
      const seen = [];
      for (const name of ['serch', 'Search', 'readFile']) {
        try { await tools[name]({}) } catch (e) { seen.push([e instanceof TypeError, e.message]) }
      }
      return seen`;
    const seen = (await value(program, { tools })) as [boolean, string][];
    expect(seen.map(([isTypeError]) => isTypeError)).toEqual([true, true, true]);
    for (const [index, [name, nearest]] of [
      ['serch', 'search'],
      ['Search', 'search'],
      ['readFile', 'read_file'],
    ].entries()) {
      expect(seen[index]![1]).toContain(name);
      expect(seen[index]![1]).toContain(nearest);
      expect(seen[index]![1]).not.toContain('unrelated_59');
    }
    expect(calls).toEqual([]);
  }),
  fact('throws at the call of a missing member, even when it is not awaited', async ({ value, expect }) => {
    const program = "try { tools.serch({}); return 'no throw' } catch (e) { return e.name }";
    expect(await value(program, { tools: { search: () => 1 } })).toBe('TypeError');
  }),
  fact('reports a missing member that nobody catches', async ({ failure, expect }) => {
    const { kind, message } = await failure('await tools.serch({})', { tools: { search: () => 1 } });
    expect(kind).toBe('exception');
    expect(message).toMatch(/^TypeError: /);
    expect(message).toContain('serch');
    expect(message).toContain('search');
  }),
  fact('reports a call on a namespace without members', async ({ failure, expect }) => {
    const { kind, message } = await failure('await tools.search({})', { tools: {} });
    expect(kind).toBe('exception');
    expect(message).toMatch(/^TypeError: .*search/);
  }),
  fact('says which object cannot be made a text or a number', async ({ value, expect }) => {
    const program = `
      const tries = [() => String(tools), () => \`\${tools}\`, () => tools + 1, () => +tools, () => [tools].join()];
      return tries.map((each) => { try { return each() } catch (e) { return e.name + ': ' + e.message } })`;
    const said = (await value(program, { tools: { search: () => 1 } })) as string[];
    for (const text of said) expect(text).toMatch(/^TypeError: tools cannot be converted to a string/);
  }),
  fact('prints its real names in a log', async ({ run, expect }) => {
    const { calls, tools } = spied('search', 'a-b');
    const { logs, error } = await run('console.log(tools); console.log(`${Object.keys(tools)}`)', { tools });
    expect(error).toBeUndefined();
    expect(logs[0]).toMatch(/search.*a-b/s);
    expect(calls).toEqual([]);
  }),
]);
