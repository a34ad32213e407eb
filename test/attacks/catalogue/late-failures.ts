import type { Attack, Kind } from '../attack.ts';

const fails = (name: string, program: string, more: Partial<Attack> = {}): Attack => ({
  name,
  program,
  fails: ['exception'],
  ...more,
});

/** Failures that come where nobody waits for them, or that are no errors. */
export const lateFailures: Kind = {
  kind: 'late failures',
  attacks: [
    fails(
      'a timer that throws',
      "setTimeout(() => { throw new Error('from a timer') }, 1); await tools.never()",
      { says: 'from a timer' },
    ),
    fails(
      'a microtask that throws',
      "queueMicrotask(() => { throw new Error('from a microtask') }); await tools.never()",
      { says: 'from a microtask' },
    ),
    fails(
      'a rejection before completion that nobody handles',
      'void Promise.reject(new Error("unhandled")); return 1',
      { fails: [], returns: 1 },
    ),
    fails(
      'a rejection after completion',
      'setTimeout(() => { void Promise.reject(1); throw 2 }, 5); return 1',
      { fails: [], returns: 1 },
    ),
    fails(
      'a rejection that is handled late',
      'const p = Promise.reject(1); await tools.sleep(50); return await p.catch((n) => n)',
      { fails: [], returns: 1 },
    ),
    fails('undefined that is thrown', 'throw undefined'),
    fails('a symbol that is thrown', "throw Symbol('thrown')", { says: 'thrown' }),
    fails(
      'a proxy that is thrown',
      'throw new Proxy({}, { get() { throw 1 }, has() { throw 2 }, ownKeys() { throw 3 }, getPrototypeOf() { throw 4 }, getOwnPropertyDescriptor() { throw 5 } })',
    ),
    fails(
      'a revoked proxy that is thrown',
      'const { proxy, revoke } = Proxy.revocable(() => {}, {}); revoke(); throw proxy',
    ),
    fails(
      'an error whose getters throw',
      "const e = new Error('x'); for (const k of ['name', 'message', 'stack', 'cause', 'toString', 'constructor']) Object.defineProperty(e, k, { get() { throw e } }); throw e",
    ),
    fails(
      'an error whose fields are no strings',
      "throw Object.assign(new Error('x'), { name: Symbol(), message: { toString() { throw 1 } }, stack: 7n })",
    ),
    fails('a message of 200 million characters', "throw new Error('x'.repeat(2e8))", {
      limits: { maxMemoryMb: 1_024 },
    }),
    fails(
      'an object whose text is endless',
      "throw { toString: () => 'x'.repeat(2 ** 28), [Symbol.toPrimitive]: () => 'x'.repeat(2 ** 28) }",
      { limits: { maxMemoryMb: 1_024 } },
    ),
    fails(
      'a promise with a hostile prototype that rejects',
      'const p = Promise.reject(1); Object.setPrototypeOf(p, new Proxy({}, { get: () => Symbol() })); await tools.sleep(50); return 1',
      { returns: 1 },
    ),
    fails(
      'a promise whose prototype answers with NaN',
      'const p = Promise.reject(1); Object.setPrototypeOf(p, new Proxy({}, { get: () => NaN })); await tools.sleep(50); return 1',
      { returns: 1 },
    ),
    fails(
      'a subclass of Promise whose species is endless',
      'class P extends Promise<any> { static get [Symbol.species]() { return P } then(f: any, g: any) { return super.then(f, g) } }; void P.reject(new P(() => {})); return 1',
      { fails: [], returns: 1 },
    ),
    fails('a program that does not parse', 'const = (;'),
    fails(
      'a program that closes its wrapper early',
      'return 1 } }); globalThis.pwn = 1;\ndeclare const y = (async function () { {',
      { says: 'SyntaxError' },
    ),
  ],
};
