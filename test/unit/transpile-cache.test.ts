import { describe, expect, it } from 'vitest';
import { CachingTranspiler } from '../../src/transpile/cache.ts';
import type { TranspileResult, Transpiler } from '../../src/transpile/transpiler.ts';

/** Answers with a script as long as the program, and counts; a program `no` is rejected, `off` is unavailable. */
function countingTranspiler() {
  const asked: string[] = [];
  let disposals = 0;
  const transpiler: Transpiler = {
    async transpile(program, { realm }): Promise<TranspileResult> {
      asked.push(`${realm} ${program}`);
      await null;
      if (program === 'no') return { outcome: 'rejected', message: 'No' };
      if (program === 'off') return { outcome: 'unavailable', message: 'Off' };
      return { outcome: 'transpiled', script: program, mappings: '', firstLine: 1 };
    },
    async dispose() {
      disposals += 1;
    },
  };
  return { transpiler, asked, disposals: () => disposals };
}

const bare = { realm: 'bare' } as const;

describe('CachingTranspiler', () => {
  it('transpiles a program once', async () => {
    const { transpiler, asked } = countingTranspiler();
    const cache = new CachingTranspiler(transpiler);
    const first = await cache.transpile('a', bare);
    expect(await cache.transpile('a', bare)).toBe(first);
    expect(asked).toEqual(['bare a']);
  });

  it('shares the transform of callers that ask at the same time', async () => {
    const { transpiler, asked } = countingTranspiler();
    const cache = new CachingTranspiler(transpiler);
    const results = await Promise.all(
      ['a', 'no', 'a', 'no'].map((program) => cache.transpile(program, bare)),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'transpiled',
      'rejected',
      'transpiled',
      'rejected',
    ]);
    expect(asked).toEqual(['bare a', 'bare no']);
  });

  it('tells the realms apart', async () => {
    const { transpiler, asked } = countingTranspiler();
    const cache = new CachingTranspiler(transpiler);
    await cache.transpile('a', bare);
    await cache.transpile('a', { realm: 'node' });
    expect(asked).toEqual(['bare a', 'node a']);
  });

  it('forgets what was not transpiled', async () => {
    const { transpiler, asked } = countingTranspiler();
    const cache = new CachingTranspiler(transpiler);
    for (const program of ['no', 'no', 'off', 'off']) await cache.transpile(program, bare);
    expect(asked).toEqual(['bare no', 'bare no', 'bare off', 'bare off']);
  });

  it('keeps the programs used last, up to a number', async () => {
    const { transpiler, asked } = countingTranspiler();
    const cache = new CachingTranspiler(transpiler, { programs: 2, characters: 1_000 });
    for (const program of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.transpile(program, bare);
    expect(asked).toEqual(['bare a', 'bare b', 'bare c', 'bare b']);
  });

  it('keeps programs up to a number of characters', async () => {
    const { transpiler, asked } = countingTranspiler();
    const cache = new CachingTranspiler(transpiler, { programs: 100, characters: 300 });
    const long = 'x'.repeat(100);
    await cache.transpile('a', bare);
    await cache.transpile(long, bare);
    await cache.transpile('a', bare);
    await cache.transpile(`${long}y`, bare);
    await cache.transpile('a', bare);
    await cache.transpile(long, bare);
    expect(asked.map((text) => text.length)).toEqual([6, 105, 106, 105]);
  });

  it('does not keep a program that is larger than everything it may keep', async () => {
    const { transpiler, asked } = countingTranspiler();
    const cache = new CachingTranspiler(transpiler, { programs: 100, characters: 100 });
    const huge = 'x'.repeat(1_000);
    await cache.transpile(huge, bare);
    await cache.transpile(huge, bare);
    await cache.transpile('a', bare);
    await cache.transpile('a', bare);
    expect(asked).toHaveLength(3);
  });

  it('disposes what is behind it', async () => {
    const { transpiler, disposals } = countingTranspiler();
    const cache = new CachingTranspiler(transpiler);
    const pending = cache.transpile('a', bare);
    await cache.dispose();
    expect((await pending).outcome).toBe('transpiled');
    expect(disposals()).toBe(1);
  });
});
