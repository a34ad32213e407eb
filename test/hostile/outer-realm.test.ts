/** Ways to make the platform itself throw an error of the outer realm into the program; more are in the table of attacks. */
import { describe, expect, test } from 'vitest';
import { WorkerThreadCodeRuntime } from '../../src/node/index.ts';
import { CRAWL } from '../attacks/climb.ts';

async function run(program: string) {
  const runtime = new WorkerThreadCodeRuntime({ computeMs: 10_000 });
  const result = await runtime.run({ program, bindings: [] });
  await runtime.dispose();
  return result;
}

describe('an error of the outer realm leads nowhere', () => {
  test('when the bookkeeping of rejections trips over a promise with a hostile prototype', async () => {
    const result = await run(`${CRAWL}
      const seen: unknown[] = [];
      Object.defineProperty(Error, Symbol.hasInstance, { value: (e: unknown) => { seen.push(e); return false } });
      const p = Promise.reject(1);
      Object.setPrototypeOf(p, new Proxy({}, { get: () => Symbol() }));
      await new Promise((r) => setTimeout(r, 50));
      return crawl(seen)`);
    // Node itself gave up on it: the run may end as failed, but not as anything else.
    if (result.error) expect(result.error.kind).toBe('exception');
    else expect(result.value).toEqual([]);
  });

  test('when an own accessor of an error is asked for its constructor', async () => {
    const result = await run(`
      const { get, set } = Object.getOwnPropertyDescriptor(new Error('x'), 'stack') ?? {};
      const out = [get, set].map((f: any) => { try { return f.constructor('return typeof process')() } catch { return 'held' } });
      return out.filter((o) => o !== 'held')`);
    expect(result.value).toEqual([]);
  });
});

test('a promise whose prototype answers with NaN does not take the process down', async () => {
  const result = await run(`
    const p = Promise.reject(1);
    Object.setPrototypeOf(p, new Proxy({}, { get: () => NaN }));
    await new Promise((r) => setTimeout(r, 50)); return 5`);
  expect(result.value ?? result.error?.kind).toSatisfy((value) => value === 5 || value === 'exception');
});

test.each(['declare const y', 'declare var y', 'declare let y', 'export declare const y'])(
  'a wrapper closed early behind "%s" is refused, and nothing of it runs',
  async (declaration) => {
    const result = await run(`return 1 } }); globalThis.pwn = 1;\n${declaration} = (async function () { {`);
    expect(result.error?.kind).toBe('exception');
    expect(result.error?.message).toContain('SyntaxError');
  },
);

test('thousands of large BigInts cross within a budget that a cost out of proportion would exceed', async () => {
  const runtime = new WorkerThreadCodeRuntime({ computeMs: 10_000 });
  const program =
    'return (await tools.f(Array.from({ length: 2_000 }, (_, i) => (1n << 4100n) + BigInt(i)))).length';
  const bindings = [{ global: 'tools', functions: { f: (x: unknown) => x } }];
  const { value, error } = await runtime.run({ program, bindings });
  await runtime.dispose();
  expect(error).toBeUndefined();
  expect(value).toBe(2_000);
});

test('host errors with hostile parts still arrive as errors', async () => {
  const runtime = new WorkerThreadCodeRuntime();
  const make = (errors: unknown) => () => {
    throw Object.assign(new Error('outer'), { errors });
  };
  const { proxy, revoke } = Proxy.revocable([], {});
  revoke();
  const trap = [1, 2];
  Object.defineProperty(trap, 0, {
    get: () => {
      throw new Error('trap');
    },
  });
  const cyclic = new Error('cyclic');
  Object.assign(cyclic, { errors: Array(20).fill(cyclic), cause: cyclic });
  const functions = {
    revoked: make(proxy),
    trap: make(trap),
    cyclic: () => {
      throw cyclic;
    },
  };
  const program = `
    const out = [];
    for (const name of ['revoked', 'trap', 'cyclic']) out.push(await tools[name]().catch((e: unknown) => e instanceof Error && (e as Error).message));
    return out`;
  const result = await runtime.run({ program, bindings: [{ global: 'tools', functions }] });
  await runtime.dispose();
  expect(result.value).toEqual(['outer', 'outer', 'cyclic']);
});
