import { describe, expect, test } from 'vitest';
import { expect as plainExpect } from '../../src/conformance/expect.ts';
import { type ConformanceResult, runConformance } from '../../src/conformance/index.ts';
import { type CodeRunResult, CodeRuntime } from '../../src/index.ts';
import { InProcessCodeRuntime, inProcessCapabilities } from '../backends/in-process.ts';

const OK: CodeRunResult = {
  value: 42,
  logs: [],
  usage: { wallMs: 0, busyMs: 0, calls: { started: 0, settled: 0 }, logs: { dropped: 0, droppedBytes: 0 } },
};

/** A backend that gives every program the same answer. */
class FixedRuntime extends CodeRuntime {
  override readonly language = 'typescript';
  readonly isolation = 'fixed';
  readonly capabilities = inProcessCapabilities;
  disposals = 0;
  readonly #answer: () => Promise<CodeRunResult>;

  constructor(answer: () => Promise<CodeRunResult>) {
    super();
    this.#answer = answer;
  }

  run(): Promise<CodeRunResult> {
    return this.#answer();
  }

  async dispose(): Promise<void> {
    this.disposals++;
  }
}

function runFixed(answer: () => Promise<CodeRunResult>, names: readonly string[]) {
  const runtime = new FixedRuntime(answer);
  const seen: ConformanceResult[] = [];
  const report = runConformance(
    { name: 'fixed', capabilities: inProcessCapabilities, create: () => runtime },
    {
      only: (topic, name) => topic === 'program' && names.includes(name),
      caseTimeoutMs: 50,
      onResult: (result) => seen.push(result),
    },
  );
  return report.then((report) => ({ report, runtime, seen }));
}

const RETURNS = 'returns the value of a top-level return';
const AWAITS = 'awaits at the top level';
const STRICT = 'runs in strict mode';

describe('runConformance', () => {
  test('reports a case that passes and one that fails, in order and as they come', async () => {
    const { report, seen } = await runFixed(async () => OK, [RETURNS, AWAITS, STRICT]);
    expect(report).toMatchObject({ backend: 'fixed', passed: 2, failed: 1 });
    expect(report.results.map(({ name, outcome }) => [name, outcome])).toEqual([
      [RETURNS, 'passed'],
      [AWAITS, 'passed'],
      [STRICT, 'failed'],
    ]);
    expect(report.results[2]?.message).toBe('Error: Expected the program to fail, but it succeeded');
    expect(seen).toEqual(report.results);
  });

  test('says what a failed expectation got and expected', async () => {
    const { report } = await runFixed(async () => ({ ...OK, value: { a: [1n] } }), [RETURNS]);
    expect(report.results[0]?.message).toBe('ExpectationError: Expected {a: [1n]} to equal 42');
  });

  test('gives up on a case that hangs, and goes on', async () => {
    let runs = 0;
    const answer = () => (runs++ === 0 ? new Promise<never>(() => {}) : Promise.resolve(OK));
    const { report } = await runFixed(answer, [RETURNS, AWAITS]);
    expect(report.results.map(({ outcome }) => outcome)).toEqual(['failed', 'passed']);
    expect(report.results[0]?.message).toBe('The case was not done within 50 ms');
  });

  test('reports what is thrown that is no error', async () => {
    const { report } = await runFixed(() => Promise.reject('text'), [RETURNS]);
    expect(report.results[0]?.message).toBe('text');
  });

  test('disposes the shared runtime though the case that does was left out', async () => {
    const { runtime } = await runFixed(async () => OK, [RETURNS]);
    expect(runtime.disposals).toBe(1);
  });

  test('passes the whole suite over the in-process backend', async () => {
    const report = await runConformance({
      name: 'in-process endpoint',
      capabilities: inProcessCapabilities,
      create: (config) => new InProcessCodeRuntime(config),
    });
    expect(report.results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(report.passed).toBeGreaterThan(600);
    expect(report.notDeclared.map(({ reason }) => reason)).toContain(
      'Memory cannot be limited (memoryLimit)',
    );
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });
});

class Point {
  x = 1;
}

function cycle(): object {
  const object: { self?: object; list?: object[] } = {};
  object.self = object;
  object.list = [object];
  return object;
}

const VALUES: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => 0,
  () => -0,
  () => Number.NaN,
  () => 1,
  () => 1n,
  () => '1',
  () => '',
  () => true,
  () => Symbol.iterator,
  () => new Number(1),
  () => new Number(-0),
  () => new String('1'),
  () => [],
  () => [1, 2],
  () => [undefined],
  () => Object.assign(new Array(2), { 1: 1 }),
  () => [undefined, 1],
  () => [0],
  () => [-0],
  () => [Number.NaN],
  () => ({}),
  () => ({ a: undefined }),
  () => ({ a: 1, b: 2 }),
  () => ({ b: 2, a: 1 }),
  () => ({ a: 1, b: undefined }),
  () => ({ a: 1 }),
  () => Object.assign(Object.create(null), { a: 1 }),
  () => ({ x: 1 }),
  () => new Point(),
  () => ({ [Symbol.for('key')]: 1 }),
  () => new Map(),
  () =>
    new Map<unknown, unknown>([
      ['a', { b: 1 }],
      [{ k: 1 }, 2],
    ]),
  () =>
    new Map<unknown, unknown>([
      [{ k: 1 }, 2],
      ['a', { b: 1 }],
    ]),
  () => new Map([['a', { b: 2 }]]),
  () => new Map([['a', undefined]]),
  () => new Set(),
  () => new Set<unknown>([1, { a: 1 }]),
  () => new Set<unknown>([{ a: 1 }, 1]),
  () => new Set<unknown>([{ a: 1 }, { a: 2 }]),
  () => new Date(0),
  () => new Date(1),
  () => new Date(Number.NaN),
  () => /a/g,
  () => /a/i,
  () => new Uint8Array([1, 2]),
  () => new Uint8Array([1, 3]),
  () => new Int8Array([1, 2]),
  () => new Float64Array([Number.NaN, 0]),
  () => new Float64Array([Number.NaN, -0]),
  () => new Error('a'),
  () => new Error('b'),
  () => new TypeError('a'),
  () => new Error('a', { cause: new Error('c') }),
  () => new Error('a', { cause: new Error('d') }),
  () => Object.assign(new Error('a'), { code: 1 }),
  () => Object.assign(new Error('a'), { code: undefined }),
  () => new AggregateError([new Error('a')], 'all'),
  () => new AggregateError([new Error('b')], 'all'),
  () => Error,
  () => cycle(),
  () => ({ self: cycle(), list: [] }),
];

type Check = (framework: typeof plainExpect) => void;

/** Whether our matcher and that of vitest say the same. */
function verdicts(check: Check): [ours: boolean, theirs: boolean] {
  const holds = (framework: typeof plainExpect): boolean => {
    try {
      check(framework);
      return true;
    } catch {
      return false;
    }
  };
  return [holds(plainExpect), holds(expect)];
}

const OTHER_CHECKS: readonly [string, Check][] = [
  ['text contains text', (e) => e('abc').toContain('b')],
  ['text does not contain text', (e) => e('abc').toContain('x')],
  ['a list contains NaN', (e) => e([Number.NaN]).toContain(Number.NaN)],
  ['a list contains by identity', (e) => e([{}]).toContain({})],
  ['a set contains', (e) => e(new Set([1])).toContain(1)],
  ['a number contains', (e) => e(1).toContain(1)],
  ['null does not contain', (e) => e(null).not.toContain(1)],
  ['text matches', (e) => e('abc').toMatch(/B/i)],
  ['text matches text', (e) => e('a.c').toMatch('.c')],
  ['text does not match', (e) => e('abc').not.toMatch(/b/)],
  ['a number matches', (e) => e(1).toMatch(/1/)],
  ['a number does not match', (e) => e(1).not.toMatch(/2/)],
  ['greater', (e) => e(2).toBeGreaterThan(1)],
  ['greater than itself', (e) => e(2).toBeGreaterThan(2)],
  ['at least itself', (e) => e(2).toBeGreaterThanOrEqual(2)],
  ['less', (e) => e(1).toBeLessThan(2)],
  ['less than NaN', (e) => e(1).toBeLessThan(Number.NaN)],
  ['at most', (e) => e(3).toBeLessThanOrEqual(2)],
  ['a BigInt is greater', (e) => e(2n).toBeGreaterThan(1)],
  ['text is greater', (e) => e('2').toBeGreaterThan(1)],
  ['undefined is not less', (e) => e(undefined).not.toBeLessThan(1)],
  ['null is undefined', (e) => e(null).toBeUndefined()],
  ['undefined is undefined', (e) => e(undefined).toBeUndefined()],
  ['a length', (e) => e('abc').toHaveLength(3)],
  ['a wrong length', (e) => e([1]).toHaveLength(2)],
  ['not a length', (e) => e([1]).not.toHaveLength(2)],
  ['no length', (e) => e(1).toHaveLength(1)],
  ['no length is not a length', (e) => e(1).not.toHaveLength(1)],
  ['an instance', (e) => e(new TypeError('x')).toBeInstanceOf(Error)],
  ['no instance', (e) => e({}).toBeInstanceOf(Error)],
];

describe('the matchers of runConformance', () => {
  for (const matcher of ['toBe', 'toEqual'] as const) {
    test(`agree with vitest on ${matcher} of every pair of values`, () => {
      const disagreements: string[] = [];
      VALUES.forEach((left, row) => {
        VALUES.forEach((right, column) => {
          const [a, b] = [left(), right()];
          const [ours, theirs] = verdicts((framework) => framework(a)[matcher](b));
          if (ours !== theirs) disagreements.push(`${row} ${column}: ${ours}, vitest ${theirs}`);
          const [oursNot] = verdicts((framework) => framework(a).not[matcher](b));
          if (oursNot === ours) disagreements.push(`${row} ${column}: not is no opposite`);
        });
      });
      expect(disagreements).toEqual([]);
    });
  }

  for (const [name, check] of OTHER_CHECKS) {
    test(`agree with vitest: ${name}`, () => {
      const [ours, theirs] = verdicts(check);
      expect(ours).toBe(theirs);
    });
  }

  test('compare the bytes of buffers', () => {
    const buffer = (...bytes: number[]) => new Uint8Array(bytes).buffer;
    plainExpect(buffer(1, 2)).toEqual(buffer(1, 2));
    plainExpect(buffer(1, 2)).not.toEqual(buffer(1, 3));
    plainExpect(new DataView(buffer(1, 2), 1)).toEqual(new DataView(buffer(9, 2), 1));
  });
});
