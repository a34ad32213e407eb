import { BARE_REALM_GLOBALS } from '../seam/realm.ts';
import { all, bareRealm, fact, noCodeFromStrings, topic } from './case.ts';

/** Doors of other realms, wherever a program might look for them. */
const ABSENT = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'WebTransport',
  'Worker',
  'SharedWorker',
  'importScripts',
  'postMessage',
  'close',
  'reportError',
  'onmessage',
  'self',
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'indexedDB',
  'caches',
  'BroadcastChannel',
  'MessageChannel',
  'process',
  'require',
  'module',
  'exports',
  '__filename',
  'Buffer',
  'global',
  'setImmediate',
  'Deno',
  'Bun',
  'WebAssembly',
  'SharedArrayBuffer',
  'Atomics',
  'gc',
];

/** Uses of what only other realms have; each must be told to ask for a binding. */
const MISSED: readonly [power: string, program: string][] = [
  ['fetch', "await fetch('https://example.com')"],
  ['process', 'return process.env.HOME'],
  ['XMLHttpRequest', 'new XMLHttpRequest()'],
  ['WebSocket', "new WebSocket('ws://example.com')"],
  ['Buffer', "return Buffer.from('x')"],
  ['localStorage', "localStorage.setItem('a', 'b')"],
];

/** Ways to make code from text. */
const CODE_FROM_STRINGS: readonly [fact: string, expression: string][] = [
  ['eval', "eval('1')"],
  ['indirect eval', "(0, eval)('1')"],
  ['Function', "new Function('return 1')()"],
  ['the constructor of a function', "(() => {}).constructor('return 1')()"],
  ['the constructor of a constructor', "({}).constructor.constructor('return this')()"],
  ['the constructor of an async function', "(async () => {}).constructor('return 1')()"],
  ['the constructor of a generator', "(function* () {}).constructor('yield 1')()"],
  ['the constructor of an async generator', "(async function* () {}).constructor('yield 1')()"],
  ['the constructor of a binding', "tools.a.constructor('return 1')()"],
  ['the constructor of console.log', "console.log.constructor('return 1')()"],
];

/**
 * Walks all that a program can reach by properties, and lists what is not of this realm: a function that is no instance
 * of its Function, an object whose prototype chain does not end in its Object.prototype or in null.
 */
const WALK = `
  const getProto = Object.getPrototypeOf;
  const seen = new Set();
  const foreign = [];
  const queue = [];
  const enter = (value, path) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    queue.push([value, path]);
  };
  enter(globalThis, 'globalThis');
  enter(await tools.data(), 'data');
  enter(tools.data(), 'promise');
  for (const [name, attempt] of Object.entries({
    call: () => tools.data(() => 1),
    reject: () => tools.reject(),
    missing: () => tools.missing(),
    url: () => new URL('::'),
    clone: () => structuredClone(() => 1),
    base64: () => atob('?'),
    engine: () => null.x,
    overflow: () => { const f = () => f() + 1; return f() },
    code: () => (0, eval)('1'),
    module: () => import('x'),
  })) {
    try { enter(await attempt(), name) } catch (error) { enter(error, name) }
  }
  while (queue.length > 0) {
    const [value, path] = queue.pop();
    let root = value;
    for (let proto = getProto(root); proto !== null; proto = getProto(root)) root = proto;
    if (typeof value === 'function' && !(value instanceof Function) && value !== Function.prototype) foreign.push(path);
    else if (root !== Object.prototype && root !== value) foreign.push(path);
    enter(getProto(value), path + '.__proto__');
    for (const key of Reflect.ownKeys(value)) {
      const { get, set, value: member } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      for (const each of [get, set, member]) enter(each, path + '.' + String(key));
    }
  }
  return { foreign, seen: seen.size };`;

export const realmCases = topic('bare realm', [
  fact('has exactly the listed globals and the bindings', bareRealm, async ({ value, expect }) => {
    const names = await value('return Object.getOwnPropertyNames(globalThis).sort()', {
      bindings: [
        { global: 'tools', functions: {}, errorClass: { name: 'ToolError', memberNameProperty: 'm' } },
        { global: 'fetch', functions: {} },
      ],
    });
    expect(names).toEqual([...BARE_REALM_GLOBALS, 'ToolError', 'fetch', 'tools'].sort());
  }),
  fact('has nothing more on the prototypes of its global object', bareRealm, async ({ value, expect }) => {
    const program = `
      const extra = [];
      for (let o = Object.getPrototypeOf(globalThis); o !== null; o = Object.getPrototypeOf(o)) {
        for (const name of Reflect.ownKeys(o)) {
          const { value, configurable } = Object.getOwnPropertyDescriptor(o, name);
          const isConstant = typeof value === 'number' && !configurable;
          if (!Object.hasOwn(Object.prototype, name) && typeof name === 'string' && !isConstant) extra.push(name);
        }
      }
      return extra`;
    expect(await value(program)).toEqual([]);
  }),
  fact('has no other door', bareRealm, async ({ value, expect }) => {
    const program = `return [${ABSENT.map((name) => `['${name}', typeof ${name}, '${name}' in globalThis]`)}].filter(
      ([, type, has]) => type !== 'undefined' || has).map(([name]) => name)`;
    expect(await value(program)).toEqual([]);
  }),
  ...MISSED.map(([power, program]) =>
    fact(`says that ${power} is missed`, bareRealm, async ({ failure, expect }) => {
      const { kind, message } = await failure(program);
      expect(kind).toBe('exception');
      expect(message).toContain(`${power} is not available here; ask for a binding`);
    }),
  ),
  ...CODE_FROM_STRINGS.map(([name, expression]) =>
    fact(
      `makes no code from strings by ${name}`,
      all(bareRealm, noCodeFromStrings),
      async ({ value, expect }) => {
        const program = `try { return ['ran', typeof (${expression})] } catch (e) { return [e instanceof Error, e.name] }`;
        expect(await value(program, { tools: { a: () => 1 } })).toEqual([true, 'EvalError']);
      },
    ),
  ),
  fact('runs no text in a timer', all(bareRealm, noCodeFromStrings), async ({ run, expect }) => {
    let calls = 0;
    await run("try { setTimeout('tools.a()', 0) } catch {} await new Promise((r) => setTimeout(r, 20))", {
      tools: { a: () => void calls++ },
    });
    expect(calls).toBe(0);
  }),
  fact('reaches no object of another realm', bareRealm, async ({ value, expect }) => {
    const data = () => ({
      map: new Map([[{}, new Set([new Date(0), /a/, new Uint8Array(1), [new Error('e')]])]]),
    });
    const reject = () =>
      Promise.reject(Object.assign(new TypeError('t', { cause: new Error('c') }), { data: { a: [1] } }));
    const { foreign, seen } = (await value(WALK, { tools: { data, reject } })) as {
      foreign: string[];
      seen: number;
    };
    expect(foreign).toEqual([]);
    expect(seen).toBeGreaterThan(500);
  }),
  fact('shows no host path in call sites', bareRealm, async ({ value, expect }) => {
    const program = `
      const seen = [];
      Error.prepareStackTrace = (_, sites) => sites;
      const sites = new Error('x').stack;
      if (Array.isArray(sites)) for (const site of sites) {
        for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(site))) {
          try {
            const answer = site[name]();
            if (typeof answer === 'function' && !(answer instanceof Function)) seen.push('foreign function by ' + name);
            else if (typeof answer === 'object' && answer !== null && answer !== globalThis && !(answer instanceof Object)) seen.push('foreign object by ' + name);
            else seen.push(String(answer));
          } catch {}
        }
      }
      return seen.join(' ')`;
    const seen = (await value(program)) as string;
    expect(seen).not.toMatch(/foreign|node:|file:|\.ts\b/);
    expect(seen).not.toMatch(/(^| )(\/|[A-Z]:\\)\w/);
  }),
]);
