import type { Reporter, TestModule, TestSuite, Vitest } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
}

/** Closes a run with the conformance suite's backends side by side, one line a suite, and one for all. */
export default class CountsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const backends = new Map<string, Counts>();
    const suites = new Map<string, Counts>();
    for (const { name } of this.#vitest?.projects ?? [])
      suites.set(suiteName(name), { passed: 0, failed: 0 });
    for (const module of modules) {
      count(module, entry(suites, suiteName(module.project.name)));
      if (!module.moduleId.includes('/test/backends/')) continue;
      for (const backend of module.children.suites()) count(backend, entry(backends, backend.name));
    }
    if (backends.size > 0) print('Conformance suite, by backend', backends);
    print('All suites', suites);
    const all = [...suites.values()];
    console.log(`\n${sum(all, 'passed')} passed, ${sum(all, 'failed')} failed`);
    for (const [name, { passed, failed }] of suites) {
      // In CI, a suite that ran no test fails the run.
      if (!process.env['CI'] || passed + failed > 0) continue;
      console.error(`  ${name} ran no test`);
      process.exitCode = 1;
    }
  }
}

/** A project that runs in browsers is named after each of them in turn. */
function suiteName(project: string): string {
  return project.replace(/ \(.*\)$/, '');
}

function entry(map: Map<string, Counts>, name: string): Counts {
  const counts = map.get(name) ?? { passed: 0, failed: 0 };
  map.set(name, counts);
  return counts;
}

function count(tests: TestModule | TestSuite, counts: Counts): void {
  for (const test of tests.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') counts.passed++;
    if (state === 'failed') counts.failed++;
  }
}

function print(title: string, counts: Map<string, Counts>): void {
  console.log(`\n${title}`);
  const width = Math.max(...[...counts.keys()].map((name) => name.length));
  for (const [name, { passed, failed }] of counts)
    console.log(`  ${name.padEnd(width)}  ${passed} passed, ${failed} failed`);
}

function sum(counts: readonly Counts[], field: keyof Counts): number {
  return counts.reduce((total, each) => total + each[field], 0);
}
