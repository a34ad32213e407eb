import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type Attack, BACKENDS, type BackendName, type Kind } from './attack.ts';
import { CATALOGUE } from './catalogue/index.ts';
import { reasonAgainst } from './cells.ts';

/** Prints what was seen of each attack on each backend, from the tests that tried it. */
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seen = new Map<string, string>();
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const { cell } = test.meta();
        if (cell) seen.set(keyOf(cell.kind, cell.attack, cell.backend), observed(test, cell.outcome));
      }
    if (seen.size > 0) console.log(table(seen));
  }
}

function observed(test: TestCase, outcome: string): string {
  return test.result().state === 'passed' ? outcome : `FAILED (${outcome})`;
}

function keyOf(kind: string, attack: string, backend: BackendName): string {
  return JSON.stringify([kind, attack, backend]);
}

function table(seen: ReadonlyMap<string, string>): string {
  const reasons: string[] = [];
  const cell = (kind: Kind, attack: Attack, backend: BackendName): string => {
    const outcome = seen.get(keyOf(kind.kind, attack.name, backend));
    if (outcome !== undefined) return outcome;
    const reason = reasonAgainst(kind, attack, backend);
    if (reason === '') return 'not run';
    if (!reasons.includes(reason)) reasons.push(reason);
    return `- [${reasons.indexOf(reason) + 1}]`;
  };
  const rows: string[][] = [['', ...BACKENDS]];
  for (const kind of CATALOGUE) {
    const ran = kind.attacks.filter(({ name }) =>
      BACKENDS.some((backend) => seen.has(keyOf(kind.kind, name, backend))),
    );
    if (ran.length === 0) continue;
    rows.push([kind.kind.toUpperCase()]);
    for (const attack of ran)
      rows.push([`  ${attack.name}`, ...BACKENDS.map((backend) => cell(kind, attack, backend))]);
  }
  const widths = ['', ...BACKENDS].map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
  const notes = reasons.map((reason, index) => `[${index + 1}] ${reason}`);
  return ['', ...lines, '', ...notes].join('\n');
}
