import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createNodeTranspiler } from '../../src/node/transpiler.ts';
import { spawnTranspilerWorker } from '../../src/node/transpiler-worker.ts';
import { loadCompilerWasm } from '../../src/node/wasm.ts';
import { MAX_REJECTION_LENGTH } from '../../src/transpile/diagnostics.ts';
import { EsbuildTranspiler, MAX_CHARACTERS_PER_WORKER } from '../../src/transpile/esbuild.ts';
import type { Transpiler } from '../../src/transpile/transpiler.ts';
import type { TranspilerWorker } from '../../src/transpile/transpiler-worker.ts';
import { MAX_ANSWER_SECONDS } from '../../src/transpile/worker-session.ts';

const bare = { realm: 'bare' } as const;
const nested = (depth: number): string => `return ${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Deeper than any engine's stack lets the compiler go. */
const DEADLY = nested(200_000);
const LONG = `${Array.from(
  { length: 20_000 },
  (_, index) => `const v${index}: { a: number; b: string } = { a: ${index}, b: "x" as string };`,
).join('\n')}\nreturn v19999.a;`;

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

function started<T extends Transpiler>(transpiler: T): T {
  undo.push(() => transpiler.dispose());
  return transpiler;
}

/** A transpiler whose real workers can be counted, watched and ended by the test. */
function watched(prepare: (worker: TranspilerWorker) => TranspilerWorker = (worker) => worker) {
  const workers: TranspilerWorker[] = [];
  const transpiler = started(
    new EsbuildTranspiler({
      spawn() {
        const worker = prepare(spawnTranspilerWorker());
        workers.push(worker);
        return worker;
      },
      loadWasm: () => loadCompilerWasm(),
      wasmName: 'esbuild.wasm',
    }),
  );
  const outcome = async (program: string) => (await transpiler.transpile(program, bare)).outcome;
  return { transpiler, workers, outcome };
}

describe('a program that the compiler does not survive', () => {
  it('is rejected with a bounded message, and the next one works', async () => {
    const transpiler = started(createNodeTranspiler());
    const result = await transpiler.transpile(DEADLY, bare);
    expect(result).toEqual({
      outcome: 'rejected',
      message: expect.stringMatching(/^The program could not be transformed: .*nested too deeply/),
    });
    if (result.outcome === 'rejected') {
      expect(result.message.length).toBeLessThanOrEqual(MAX_REJECTION_LENGTH);
    }
    expect(await transpiler.transpile('return 1', bare)).toMatchObject({ outcome: 'transpiled' });
  });

  it('harms none of the programs that wait with it', async () => {
    const transpiler = started(createNodeTranspiler());
    const programs = Array.from({ length: 11 }, (_, index) => (index === 5 ? DEADLY : `return ${index}`));
    const results = await Promise.all(programs.map((program) => transpiler.transpile(program, bare)));
    for (const [index, result] of results.entries()) {
      if (index === 5) expect(result.outcome).toBe('rejected');
      else expect(result).toMatchObject({ script: expect.stringContaining(`return ${index}`) });
    }
  });

  it('does no harm at a depth that only some engines survive', async () => {
    const transpiler = started(createNodeTranspiler());
    const { outcome } = await transpiler.transpile(nested(20_000), bare);
    expect(['transpiled', 'rejected']).toContain(outcome);
    expect(await transpiler.transpile('return 1', bare)).toMatchObject({ outcome: 'transpiled' });
  });

  it('is tried once more in a new worker', async () => {
    const { workers, outcome } = watched();
    expect(await outcome('return 1')).toBe('transpiled');
    expect(await outcome(DEADLY)).toBe('rejected');
    expect(workers).toHaveLength(2);
    expect(await outcome('return 2')).toBe('transpiled');
    expect(workers).toHaveLength(3);
  });
});

describe('a worker that dies by itself', () => {
  it('costs no program anything while one is transpiled', async () => {
    const { workers, outcome } = watched();
    await outcome('return 0');
    const pending = [LONG, 'return 1', 'return 2', 'const = 1'].map(outcome);
    await workers[0]?.terminate();
    expect(await Promise.all(pending)).toEqual(['transpiled', 'transpiled', 'transpiled', 'rejected']);
    expect(workers).toHaveLength(2);
  });

  it('costs no program anything while its first one is transpiled', async () => {
    let requests = 0;
    const { workers, outcome } = watched((worker) => ({
      ...worker,
      endpoint: {
        ...worker.endpoint,
        postMessage(message) {
          worker.endpoint.postMessage(message);
          // The first is that it boots.
          requests += 1;
          if (requests === 2) void worker.terminate();
        },
      },
    }));
    expect(await outcome(LONG)).toBe('transpiled');
    expect(workers).toHaveLength(2);
  });

  it('is replaced when it died between two programs', async () => {
    const { workers, outcome } = watched();
    await outcome('return 0');
    await workers[0]?.terminate();
    expect(await outcome('return 1')).toBe('transpiled');
    expect(workers).toHaveLength(2);
  });

  it('is replaced once when it died before it was ready', async () => {
    let first = true;
    const { workers, outcome } = watched((worker) => {
      if (first) void worker.terminate();
      first = false;
      return worker;
    });
    expect(await outcome('return 1')).toBe('transpiled');
    expect(workers).toHaveLength(2);
  });

  it('makes the transpiler unavailable when its successor did so too, until the next program', async () => {
    let left = 2;
    const { transpiler, outcome } = watched((worker) => {
      if (left > 0) void worker.terminate();
      left -= 1;
      return worker;
    });
    expect(await transpiler.transpile('return 1', bare)).toEqual({
      outcome: 'unavailable',
      message: expect.stringMatching(/^The transpiler cannot be started: The worker exited with code \d$/),
    });
    expect(await outcome('return 1')).toBe('transpiled');
  });

  it('makes the transpiler unavailable when it cannot be spawned, until the next program', async () => {
    let first = true;
    const { transpiler, outcome } = watched((worker) => {
      if (!first) return worker;
      first = false;
      void worker.terminate();
      throw new Error('No more threads');
    });
    expect(await transpiler.transpile('return 1', bare)).toEqual({
      outcome: 'unavailable',
      message: 'The transpiler cannot be started: No more threads',
    });
    expect(await outcome('return 1')).toBe('transpiled');
  });
});

describe('a worker that lives too long', () => {
  it('is replaced when it never answers', async () => {
    let deaf = false;
    const { transpiler, workers, outcome } = watched((worker) => ({
      ...worker,
      endpoint: {
        ...worker.endpoint,
        postMessage: (message) => {
          if (!deaf) worker.endpoint.postMessage(message);
        },
      },
    }));
    await outcome('return 0');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      deaf = true;
      const pending = transpiler.transpile('return 1', bare);
      await vi.advanceTimersByTimeAsync((MAX_ANSWER_SECONDS + 1) * 1_000);
      expect(await pending).toEqual({
        outcome: 'rejected',
        message: expect.stringContaining(`took more than ${MAX_ANSWER_SECONDS} seconds`),
      });
    } finally {
      vi.useRealTimers();
    }
    deaf = false;
    expect(await outcome('return 2')).toBe('transpiled');
    expect(workers).toHaveLength(2);
  });

  it('is replaced after so many characters of programs', async () => {
    const { workers, outcome } = watched();
    const comment = `/*${'x'.repeat(MAX_CHARACTERS_PER_WORKER)}*/`;
    expect(await outcome(`${comment}return 1`)).toBe('transpiled');
    expect(await outcome('return 2')).toBe('transpiled');
    expect(workers).toHaveLength(2);
  });

  it('keeps the process alive only while programs wait', async () => {
    const calls: string[] = [];
    const { outcome } = watched((worker) => ({
      ...worker,
      ref: () => void calls.push('ref'),
      unref: () => void calls.push('unref'),
    }));
    await outcome('return 0');
    expect(calls).toEqual(['unref']);
    await Promise.all([outcome('return 1'), outcome('return 2')]);
    expect(calls).toEqual(['unref', 'ref', 'unref']);
  });
});

describe('the WebAssembly file', () => {
  it('is named when it is missing, and used once it is there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'codeseam wasm #%-'));
    undo.push(() => rm(folder, { recursive: true }));
    const wasm = join(folder, 'compiler.wasm');
    const transpiler = started(createNodeTranspiler({ wasm }));
    const missing = await transpiler.transpile('return 1', bare);
    expect(missing).toEqual({
      outcome: 'unavailable',
      message: expect.stringContaining(`"${wasm}": ENOENT`),
    });

    await writeFile(wasm, 'not WebAssembly');
    const broken = await transpiler.transpile('return 1', bare);
    expect(broken).toEqual({ outcome: 'unavailable', message: expect.stringContaining(`"${wasm}": `) });

    await copyFile(createRequire(import.meta.url).resolve('esbuild-wasm/esbuild.wasm'), wasm);
    expect(await transpiler.transpile('return 1', bare)).toMatchObject({ outcome: 'transpiled' });
    const byUrl = started(createNodeTranspiler({ wasm: pathToFileURL(wasm) }));
    expect(await byUrl.transpile('return 1', bare)).toMatchObject({ outcome: 'transpiled' });
  });
});

describe('dispose', () => {
  const gone = { outcome: 'unavailable', message: 'The transpiler is disposed' };

  it('settles what is pending as unavailable and waits for the worker to end', async () => {
    let ended = false;
    const { transpiler } = watched((worker) => ({
      ...worker,
      async terminate() {
        await worker.terminate();
        ended = true;
      },
    }));
    await transpiler.transpile('return 0', bare);
    const pending = [LONG, 'return 1'].map((program) => transpiler.transpile(program, bare));
    await transpiler.dispose();
    expect(ended).toBe(true);
    expect(await Promise.all(pending)).toEqual([gone, gone]);
    expect(await transpiler.transpile('return 2', bare)).toEqual(gone);
    await transpiler.dispose();
  });

  it('ends a worker that is still being started', async () => {
    const { transpiler, workers } = watched();
    const pending = transpiler.transpile('return 1', bare);
    await transpiler.dispose();
    expect(await pending).toEqual(gone);
    expect(workers).toHaveLength(1);
  });

  it('needs nothing to have been started', async () => {
    const transpiler = createNodeTranspiler();
    await transpiler.dispose();
    expect(await transpiler.transpile('return 1', bare)).toEqual(gone);
  });
});

describe('size', () => {
  it.each([
    ['calls', `return p${'.then((x: number) => x + 1)'.repeat(1_000)}`],
    ['else if', `${'if (a) {} else '.repeat(1_000)} {}`],
    ['conditions', `return ${'a ? b : '.repeat(1_000)} c`],
    ['operands', `return ${'a + '.repeat(20_000)} b`],
  ])('takes long chains of %s', async (_name, program) => {
    const transpiler = started(createNodeTranspiler());
    for (let round = 0; round < 2; round += 1) {
      const { outcome } = await transpiler.transpile(`${program} // ${round}`, bare);
      expect(outcome).toBe('transpiled');
    }
  });

  it('takes a program of several megabytes', async () => {
    const transpiler = started(createNodeTranspiler());
    const text = 'x'.repeat(5_000_000);
    expect(await transpiler.transpile(`return "${text}"`, bare)).toMatchObject({ outcome: 'transpiled' });
  });

  it('leaves the host its event loop while 20 000 typed lines are transpiled', async () => {
    const transpiler = started(createNodeTranspiler());
    await transpiler.transpile('return 1', bare);
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    const result = await transpiler.transpile(LONG, bare);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(10);
    expect(result).toMatchObject({ outcome: 'transpiled', script: expect.stringContaining('v19999.a') });
  });
});

describe('createNodeTranspiler', () => {
  it('shares one transform among callers that ask for the same program', async () => {
    const transpiler = started(createNodeTranspiler());
    const results = await Promise.all([1, 2, 3].map(() => transpiler.transpile('return 1', bare)));
    results.push(await transpiler.transpile('return 1', bare));
    expect(new Set(results).size).toBe(1);
  });
});
