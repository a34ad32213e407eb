import type { CodeRuntime } from '../seam/code-runtime.ts';
import type { ConformanceBackend, ConformanceHarness } from './backend.ts';
import type { ConformanceCase, ConformanceContext } from './case.ts';
import { conformanceCases } from './cases.ts';
import { request } from './request.ts';

/** Generous: a case takes milliseconds, but machines that run test suites are often busy with others. */
const CASE_TIMEOUT_MS = 30_000;

/** What was registered, and what was not because the backend does not promise it. */
export interface ConformanceRegistration {
  /** How many cases were registered with the harness. */
  readonly registered: number;
  /** The cases that need a capability which the backend does not declare: not tested, because not promised. */
  readonly notDeclared: { name: string; reason: string }[];
}

/** Registers every case that applies to the backend with the caller's test framework. */
export function registerConformance(
  backend: ConformanceBackend,
  harness: ConformanceHarness,
): ConformanceRegistration {
  const { context, dispose } = contextFor(backend, harness);
  const group = harness.group ?? ((_name: string, body: () => void) => body());
  const notDeclared: { name: string; reason: string }[] = [];
  let registered = 0;

  function register(topic: string, name: string, body: () => Promise<void>): void {
    harness.test(harness.group ? name : `${topic}: ${name}`, body, CASE_TIMEOUT_MS);
  }

  for (const [topic, cases] of byTopic(conformanceCases())) {
    const declared = cases.filter((each) => each.needs?.(backend.capabilities) ?? true);
    for (const each of cases) {
      if (declared.includes(each)) continue;
      notDeclared.push({ name: `${topic}: ${each.name}`, reason: each.reason ?? 'Not declared' });
    }
    if (declared.length === 0) continue;
    // A runner may call the group's body later.
    registered += declared.length;
    group(topic, () => {
      for (const each of declared) register(topic, each.name, () => each.run(context));
    });
  }
  // Last, since the cases share one runtime.
  group('end', () => register('end', 'disposes the shared runtime to quiescence', dispose));
  harness.afterAll?.(dispose);
  return { registered: registered + 1, notDeclared };
}

function byTopic(cases: readonly ConformanceCase[]): Map<string, ConformanceCase[]> {
  const topics = new Map<string, ConformanceCase[]>();
  for (const each of cases) topics.set(each.topic, [...(topics.get(each.topic) ?? []), each]);
  return topics;
}

function contextFor(
  backend: ConformanceBackend,
  { expect }: ConformanceHarness,
): { context: ConformanceContext; dispose: () => Promise<void> } {
  let shared: Promise<CodeRuntime> | undefined;
  const runtime = () => (shared ??= create());

  // An async function, so that what a factory throws is a rejection like any other.
  async function create(...config: Parameters<ConformanceBackend['create']>): Promise<CodeRuntime> {
    return backend.create(...config);
  }

  const context: ConformanceContext = {
    capabilities: backend.capabilities,
    expect,
    runtime,
    create,
    async withRuntime(config, use) {
      const own = await create(config);
      try {
        return await use(own);
      } finally {
        await own.dispose();
      }
    },
    run: async (program, parts) => (await runtime()).run(request(program, parts)),
    runRaw: async (malformed) => (await runtime()).run(malformed as Parameters<CodeRuntime['run']>[0]),
    async value(program, parts, on) {
      const result = await (on ?? (await runtime())).run(request(program, parts));
      expect(result.error).toBeUndefined();
      return result.value;
    },
    async failure(program, parts, on) {
      const result = await (on ?? (await runtime())).run(request(program, parts));
      if (result.error === undefined) throw new Error('Expected the program to fail, but it succeeded');
      return result.error;
    },
  };
  return { context, dispose: async () => (await shared)?.dispose() };
}
