import type { CodeRunResult, CodeRuntime } from '../../src/index.ts';

/** What programs of one kind do, and what has to become of them. */
interface Kind {
  readonly name: string;
  readonly weight: number;
  readonly program: (random: () => number) => { readonly text: string; readonly value?: unknown };
  readonly outcomes: readonly string[];
  /** Aborts the run after so many ms, at most. */
  readonly abortWithinMs?: number;
}

const KINDS: readonly Kind[] = [
  {
    name: 'honest',
    weight: 10,
    program(random) {
      const n = Math.floor(random() * 1_000);
      return {
        text: `const all = await Promise.all([1, 2, 3].map((k) => tools.add(k, ${n}))); console.log('n', ${n}); return { all, n: ${n}n }`,
        value: { all: [1 + n, 2 + n, 3 + n], n: BigInt(n) },
      };
    },
    outcomes: ['value'],
  },
  {
    name: 'throwing',
    weight: 3,
    program: () => ({ text: "await tools.add(1, 2); throw new RangeError('no')" }),
    outcomes: ['exception'],
  },
  {
    name: 'rejected by the host',
    weight: 2,
    program: () => ({ text: 'await tools.fail()' }),
    outcomes: ['exception'],
  },
  { name: 'no program', weight: 1, program: () => ({ text: 'const = 1' }), outcomes: ['exception'] },
  {
    name: 'looping',
    weight: 2,
    program: () => ({ text: 'tools.add(1, 2); for (;;);' }),
    outcomes: ['timeout'],
  },
  {
    name: 'looping in microtasks',
    weight: 1,
    program: () => ({ text: 'for (;;) await 0' }),
    outcomes: ['timeout'],
  },
  {
    name: 'never ending',
    weight: 1,
    program: () => ({ text: 'await new Promise(() => {})' }),
    outcomes: ['exception'],
  },
  {
    name: 'flooding logs',
    weight: 1,
    program: () => ({
      text: "for (let i = 0; i < 3_000; i++) console.log('x'.repeat(50), i); return 1",
      value: 1,
    }),
    outcomes: ['value', 'timeout'],
  },
  {
    name: 'flooding calls',
    weight: 1,
    program: () => ({
      text: 'for (let i = 0; i < 3_000; i++) tools.add(i, i).catch(() => {}); return 1',
      value: 1,
    }),
    outcomes: ['value', 'timeout'],
  },
  {
    name: 'leaving calls behind',
    weight: 1,
    program: () => ({
      text: 'tools.slow(); tools.slow(); setInterval(() => tools.slow(), 1); return 1',
      value: 1,
    }),
    outcomes: ['value'],
  },
  {
    name: 'returning what cannot cross',
    weight: 1,
    program: () => ({ text: 'return { cb() {} }' }),
    outcomes: ['invalid-output'],
  },
  {
    name: 'aborted',
    weight: 3,
    program: () => ({ text: 'await tools.slow(); return 1', value: 1 }),
    outcomes: ['value', 'abort'],
    abortWithinMs: 60,
  },
  {
    name: 'aborted in a loop',
    weight: 2,
    program: () => ({ text: 'for (;;);' }),
    outcomes: ['abort', 'timeout'],
    abortWithinMs: 60,
  },
];

const OUTGROWING: Kind = {
  name: 'exhausting memory',
  weight: 1,
  program: () => ({ text: "const a = []; for (let i = 0; ; i++) a.push('x'.repeat(1_000) + i)" }),
  outcomes: ['worker-exit', 'timeout'],
};

export interface ChaosOptions {
  /** Makes a runtime with `computeMs`, `maxWallMs`, and `maxMemoryMb` where it can be limited. */
  readonly create: () => CodeRuntime;
  readonly runs: number;
  readonly concurrency: number;
  readonly seed: number;
}

/** Runs random programs side by side; returns what did not come out as it has to, and how often each kind ran. */
export async function chaos({ create, runs, concurrency, seed }: ChaosOptions) {
  const random = randomFrom(seed);
  const runtime = create();
  const kinds = runtime.capabilities.memoryLimit === 'none' ? KINDS : [...KINDS, OUTGROWING];
  const deck = kinds.flatMap((kind) => Array<Kind>(kind.weight).fill(kind));
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  let started = 0;

  async function one(): Promise<void> {
    const kind = deck[Math.floor(random() * deck.length)]!;
    counts[kind.name] = (counts[kind.name] ?? 0) + 1;
    const { text, value } = kind.program(random);
    const abort = new AbortController();
    if (kind.abortWithinMs) setTimeout(() => abort.abort('enough'), random() * kind.abortWithinMs);
    const result = await runtime.run({
      program: text,
      bindings: [{ global: 'tools', functions: tools }],
      signal: abort.signal,
    });
    const problem = problemOf(kind, value, result);
    // Where only the growth of the whole process can be read, a busy program may be blamed for another's.
    const isBlamed = runtime.capabilities.memoryLimit === 'process-growth' && /maxMemoryMb/.test(problem);
    if (problem && !isBlamed) problems.push(`${kind.name}: ${problem}`);
  }

  /** A runtime that is disposed of while it runs. */
  async function disposedMidway(): Promise<void> {
    const own = create();
    const running = own.run({ program: 'for (;;);', bindings: [] });
    await new Promise((resolve) => setTimeout(resolve, random() * 100));
    await own.dispose();
    const { error } = await running;
    if (error?.kind !== 'abort' && error?.kind !== 'timeout')
      problems.push(`disposed midway: ${error?.kind}: ${error?.message}`);
  }

  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (started < runs) {
        started++;
        await (started % 100 === 0 ? disposedMidway() : one());
      }
    }),
  );
  await runtime.dispose();
  return { problems, counts };
}

const tools = {
  add: (a: number, b: number) => a + b,
  fail: () => Promise.reject(new TypeError('the host says no')),
  slow: () => new Promise((resolve) => setTimeout(resolve, 30)),
};

function problemOf(kind: Kind, value: unknown, result: CodeRunResult): string {
  const outcome = result.error?.kind ?? 'value';
  if (!kind.outcomes.includes(outcome)) return `${outcome}: ${result.error?.message ?? 'no error'}`;
  if (outcome !== 'value' || isSame(result.value, value)) return '';
  return `the value is ${show(result.value)}, not ${show(value)}`;
}

function isSame(actual: unknown, expected: unknown): boolean {
  return show(actual) === show(expected);
}

function show(value: unknown): string {
  return JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? 'undefined';
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
