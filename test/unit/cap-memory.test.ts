import { afterAll, describe, expect, it } from 'vitest';
import { spawnTranspilerWorker } from '../../src/node/transpiler-worker.ts';
import { loadCompilerWasm } from '../../src/node/wasm.ts';
import { capMemory } from '../../src/transpile/cap-memory.ts';
import { EsbuildTranspiler, MAX_PROGRAM_CHARACTERS } from '../../src/transpile/esbuild.ts';
import { wasmApi } from '../../src/transpile/wasm-api.ts';

const bare = { realm: 'bare' } as const;

/** A module with one section before and one after those given. */
const moduleOf = (...sections: number[]): Uint8Array =>
  Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 0, 1, 0, ...sections, 0, 1, 0);

describe('capMemory', () => {
  it('gives the memory a maximum, or another one', () => {
    const capped = [5, 5, 1, 1, 3, 128, 2, 0, 1, 0];
    expect([...capMemory(moduleOf(5, 3, 1, 0, 3), 16)].slice(11)).toEqual(capped);
    expect([...capMemory(moduleOf(5, 5, 1, 1, 3, 128, 4), 16)].slice(11)).toEqual(capped);
  });

  it('leaves the memory what it begins with', () => {
    const capped = capMemory(moduleOf(5, 4, 1, 0, 128, 4), 1);
    expect([...capped].slice(11, 19)).toEqual([5, 6, 1, 1, 128, 4, 128, 4]);
  });

  it('makes a module that cannot grow beyond', async () => {
    // (module (memory (export "m") 1))
    const exported = [7, 5, 1, 1, 109, 2, 0];
    const bytes = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 1, ...exported);
    const wasm = wasmApi();
    if (wasm === undefined) throw new Error('WebAssembly is turned off');
    const grown = async (module: Uint8Array, pages: number) => {
      const instance = await wasm.instantiate(await wasm.compile(module), {});
      return (instance.exports['m'] as { grow(pages: number): number }).grow(pages);
    };
    expect(await grown(bytes, 16)).toBe(1);
    expect(await grown(capMemory(bytes, 1), 15)).toBe(1);
    await expect(grown(capMemory(bytes, 1), 16)).rejects.toThrow(RangeError);
  });

  it('refuses what is not a module that declares one memory', () => {
    const others = [
      moduleOf(),
      moduleOf(5, 5, 2, 0, 1, 0, 1),
      moduleOf(5, 3, 1, 3, 1),
      new Uint8Array(),
      new TextEncoder().encode('<!doctype html><title>Not found</title>'),
    ];
    for (const other of others) {
      expect(() => capMemory(other, 16)).toThrow('Expected a WebAssembly module that declares one memory');
    }
  });
});

describe('a large program', () => {
  let workers = 0;
  const transpiler = new EsbuildTranspiler({
    spawn() {
      workers += 1;
      return spawnTranspilerWorker();
    },
    loadWasm: () => loadCompilerWasm(),
    wasmName: 'esbuild.wasm',
  });
  afterAll(() => transpiler.dispose());

  it('is refused at once when it is too long', async () => {
    expect(await transpiler.transpile('x'.repeat(MAX_PROGRAM_CHARACTERS + 1), bare)).toEqual({
      outcome: 'rejected',
      message: 'The program could not be transformed: expected at most 10000000 characters, got 10000001',
    });
    expect(workers).toBe(0);
  });

  it('is transpiled, and its memory given back with the worker', async () => {
    const text = 'x'.repeat(MAX_PROGRAM_CHARACTERS - 100);
    const result = await transpiler.transpile(`return "${text}".length`, bare);
    expect(result).toMatchObject({ outcome: 'transpiled', script: expect.stringContaining(text) });
    expect(await transpiler.transpile('return 1', bare)).toMatchObject({ outcome: 'transpiled' });
    expect(workers).toBe(2);
  });

  it.each([
    ['parentheses', '('.repeat(1_000_000)],
    ['else branches', `if(a){}${'else if(a){}'.repeat(100_000)}`],
    ['calls', `return a${'.b()'.repeat(500_000)}`],
    ['type arguments', `let x: ${'Array<'.repeat(300_000)}`],
    ['template literals', '`${'.repeat(300_000)],
  ])('is rejected when it nests too many %s, and the next one works', async (_name, program) => {
    expect(await transpiler.transpile(program, bare)).toEqual({
      outcome: 'rejected',
      message: 'The program could not be transformed: it is nested too deeply or too large for the compiler',
    });
    expect(await transpiler.transpile('return 1', bare)).toMatchObject({ outcome: 'transpiled' });
  });
});
