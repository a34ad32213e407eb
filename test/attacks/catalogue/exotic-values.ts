import type { Attack, Kind } from '../attack.ts';

const refused = (name: string, value: string, says: string): Attack => ({
  name,
  program: `return { at: [${value}] }`,
  fails: ['invalid-output'],
  says,
});

const THROWERS =
  "['throwNull', 'throwUndefined', 'throwSymbol', 'throwRevoked', 'throwProxy', 'throwCyclic', 'throwGetters', 'throwText', 'throwSymbolName', 'throwHuge', 'throwErrors']";

/** Values that are more than data: they cross as the table says, or are refused with their path. */
export const exoticValues: Kind = {
  kind: 'exotic values',
  attacks: [
    refused('a function', '() => 1', 'value\\.at\\[0\\] is a function'),
    refused('a symbol', 'Symbol()', 'value\\.at\\[0\\] is a symbol'),
    refused('a promise that rejects', 'Promise.reject(1)', 'value\\.at\\[0\\] is a Promise'),
    refused(
      'a revoked proxy',
      '(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })()',
      'value\\.at\\[0\\]',
    ),
    refused(
      'a proxy whose traps throw',
      'new Proxy({}, { ownKeys() { throw 1 }, get() { throw 2 }, getPrototypeOf() { throw 3 } })',
      'value\\.at\\[0\\]',
    ),
    refused('an accessor that throws a symbol', '{ get x() { throw Symbol() } }', 'value\\.at\\[0\\]'),
    refused('a generator', '(function* () {})()', 'value\\.at\\[0\\]'),
    {
      name: 'a proxy that invents endless keys',
      program:
        'let n = 0; return new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, () => `k${n++}`), getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) })',
      fails: ['invalid-output'],
    },
    {
      name: 'an array of 2 ** 32 - 1 holes, and one that says so',
      program:
        'const a = []; a.length = 2 ** 32 - 1; const back = await tools.echo(a); return [back.length, Object.keys(back).length]',
      returns: [2 ** 32 - 1, 0],
    },
    {
      name: 'an own __proto__, and a toJSON',
      program: `
        const back = await tools.echo(JSON.parse('{ "__proto__": { "polluted": 1 }, "a": 1 }'));
        const json = await tools.echo({ toJSON: 1, a: { constructor: 2 } });
        return [Object.hasOwn(back, '__proto__'), back.polluted ?? 0, ({} as any).polluted ?? 0, json]`,
      returns: [true, 0, 0, { toJSON: 1, a: { constructor: 2 } }],
    },
    {
      name: 'a getter that changes what is being read',
      program: `
        const list: any[] = [1, 2, 3];
        const value = { get grow() { list.length = 0; for (let i = 0; i < 1000; i++) list.push(i); return 1 }, list };
        const back = await tools.echo(value);
        return [back.grow, Array.isArray(back.list)]`,
      returns: [1, true],
    },
    {
      name: 'a buffer that shrinks while it is read',
      program: `
        const buffer = new (ArrayBuffer as any)(1000, { maxByteLength: 1000 });
        const bytes = new Uint8Array(buffer);
        const back = await tools.echo([{ get x() { buffer.resize?.(1); return 1 } }, bytes]).then(() => 1, () => 1);
        return back`,
      returns: 1,
    },
    {
      name: 'types that are only claimed',
      program: `
        const claims = [{ [Symbol.toStringTag]: 'Map' }, Object.create(Date.prototype), Object.create(Uint8Array.prototype), Object.create(Map.prototype)];
        const out = [];
        for (const claim of claims) out.push(await tools.echo(claim).then((back) => typeof back === 'object', (error) => error instanceof Error));
        return out`,
      returns: [true, true, true, true],
    },
    {
      name: 'a string of 100 MB beyond the limit',
      program: "return 'x'.repeat(1e8)",
      fails: ['output-limit'],
      limits: { maxMemoryMb: 1_024 },
    },
    {
      name: 'a value that doubles at every level',
      program:
        'let value: any = ["xxxxxxxxxxxxxxxx"]; for (let n = 0; n < 40; n++) value = [value, structuredClone(value)].slice(0, 1).concat([value]); return await tools.echo(value).then((v) => v.length, () => 2)',
      returns: 2,
    },
    {
      name: 'whatever a host function can throw arrives as an error',
      program: `const out = []; for (const name of ${THROWERS}) out.push(await tools[name]().then(() => name, (error) => error instanceof Error && typeof error.message === 'string' && !/A trap/.test(error.stack) || [name, String(error)])); return out`,
      returns: Array(11).fill(true),
    },
    {
      name: 'whatever a host function can resolve to crosses or rejects its call',
      program: `
        const out = [];
        for (const name of ['giveFunction', 'giveProxy', 'giveThenable', 'giveTwice']) out.push(await tools[name]().catch((error) => error instanceof Error));
        return out`,
      returns: [true, true, true, 1],
    },
    {
      name: 'every argument that cannot cross rejects that call alone',
      program: `
        const bad = [() => 1, Symbol(), Promise.resolve(), new WeakMap(), globalThis, tools.echo, { a: [{ b: class {} }] }];
        const out = [];
        for (const value of bad) out.push(await tools.echo(value).catch((error) => /args\\[0\\]/.test(error.message)));
        return [...out, await tools.echo(1)]`,
      returns: [...Array(7).fill(true), 1],
      calls: 1,
    },
  ],
};
