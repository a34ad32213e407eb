import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Closes a run with one line a suite and one for all; in CI, a suite that ran no test fails the run. */
export default class CountsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const suites = new Map(this.#vitest?.projects.map(({ name }) => [name, { passed: 0, failed: 0 }]));
    for (const module of modules) {
      const counts = suites.get(module.project.name) ?? { passed: 0, failed: 0 };
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') counts.passed++;
        if (state === 'failed') counts.failed++;
      }
      suites.set(module.project.name, counts);
    }
    let passed = 0;
    let failed = 0;
    for (const [name, counts] of suites) {
      passed += counts.passed;
      failed += counts.failed;
      console.log(`  ${name.padEnd(10)} ${counts.passed} passed, ${counts.failed} failed`);
      if (process.env['CI'] && counts.passed + counts.failed === 0) {
        console.error(`  ${name} ran no test`);
        process.exitCode = 1;
      }
    }
    console.log(`\n${passed} passed, ${failed} failed`);
  }
}
