import type { ConformanceBackend } from './backend.ts';
import { after, now } from './environment.ts';
import { expect } from './expect.ts';
import { registerConformance } from './suite.ts';

/** How one case went. */
export interface ConformanceResult {
  readonly topic: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed';
  /** Why it failed. */
  readonly message?: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
}

/** How a backend did. */
export interface ConformanceReport {
  readonly backend: string;
  readonly passed: number;
  readonly failed: number;
  /** The cases that need a capability which the backend does not declare: not run, because not promised. */
  readonly notDeclared: readonly { readonly name: string; readonly reason: string }[];
  readonly results: readonly ConformanceResult[];
}

/** What to run, and who hears of it. */
export interface ConformanceRunOptions {
  /** Told each result as it comes. */
  readonly onResult?: (result: ConformanceResult) => void;
  /** Picks the cases to run. Default: all. */
  readonly only?: (topic: string, name: string) => boolean;
  /** Longest that one case may take, in ms. Default: what the suite asks of every test framework. */
  readonly caseTimeoutMs?: number;
}

interface CollectedCase {
  readonly topic: string;
  readonly name: string;
  readonly body: () => Promise<void> | void;
  readonly timeoutMs: number;
}

/**
 * Runs the suite by itself, one case after the other: for pages and engines without a test framework. A case that fails
 * or hangs is a result like any other, never a rejection.
 * @example
 * ```js
 * import { runConformance } from 'codeseam/conformance';
 * import { WorkerThreadCodeRuntime as Mine } from 'codeseam/node';
 *
 * const runtime = new Mine();
 * const { capabilities } = runtime;
 * await runtime.dispose();
 * const backend = { name: 'mine', capabilities, create: (config) => new Mine(config) };
 * const { passed, failed } = await runConformance(backend, { only: (topic) => topic === 'names' });
 * console.log(passed > 0, failed); // true 0
 * ```
 */
export async function runConformance(
  backend: ConformanceBackend,
  options: ConformanceRunOptions = {},
): Promise<ConformanceReport> {
  const { onResult, only = () => true, caseTimeoutMs } = options;
  const cases: CollectedCase[] = [];
  let cleanUp = async (): Promise<void> => {};
  let topic = '';
  const { notDeclared } = registerConformance(backend, {
    expect,
    test(name, body, timeoutMs = Number.POSITIVE_INFINITY) {
      if (only(topic, name)) cases.push({ topic, name, body, timeoutMs: caseTimeoutMs ?? timeoutMs });
    },
    group(name, body) {
      topic = name;
      body();
    },
    afterAll(body) {
      cleanUp = body;
    },
  });
  const results: ConformanceResult[] = [];
  for (const each of cases) {
    const result = await runCase(each);
    results.push(result);
    onResult?.(result);
  }
  // Disposal is a case of its own, and is judged there; a selection may have left that one out.
  await cleanUp().catch(() => {});
  const passed = results.filter(({ outcome }) => outcome === 'passed').length;
  return { backend: backend.name, passed, failed: results.length - passed, notDeclared, results };
}

async function runCase({ topic, name, body, timeoutMs }: CollectedCase): Promise<ConformanceResult> {
  const start = now();
  const message = await failureOf(body, timeoutMs);
  const ms = now() - start;
  if (message === undefined) return { topic, name, outcome: 'passed', ms };
  return { topic, name, outcome: 'failed', message, ms };
}

function failureOf(body: CollectedCase['body'], timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const cancel = Number.isFinite(timeoutMs)
      ? after(timeoutMs, () => resolve(`The case was not done within ${timeoutMs} ms`))
      : () => {};
    // An async function, so that what a body throws at once is a rejection like any other.
    const outcome = (async () => body())();
    outcome.then(
      () => resolve(undefined),
      (error: unknown) => resolve(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
    );
    outcome.then(cancel, cancel);
  });
}
