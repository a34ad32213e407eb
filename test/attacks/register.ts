import { describe, expect, test } from 'vitest';
import type { Attack, BackendName, Order, Report } from './attack.ts';
import { CATALOGUE } from './catalogue/index.ts';
import { reasonAgainst } from './cells.ts';
import { HostDied } from './host-died.ts';

/** One cell of the table, as a test leaves it behind for whoever prints it. */
export interface Cell {
  readonly kind: string;
  readonly attack: string;
  readonly backend: BackendName;
  readonly outcome: string;
}

declare module 'vitest' {
  interface TaskMeta {
    cell?: Cell;
  }
}

/** Registers every attack that is tried on a backend, each as one test. */
export function registerAttacks(backend: BackendName, play: (order: Order) => Promise<Report>): void {
  for (const entry of CATALOGUE) {
    const { kind } = entry;
    const attacks = entry.attacks.filter((attack) => reasonAgainst(entry, attack, backend) === '');
    if (attacks.length === 0) continue;
    describe.concurrent(kind, () => {
      test.for(attacks)(`${backend}: $name`, async (attack, { task }) => {
        const leave = (outcome: string): void => {
          task.meta.cell = { kind, attack: attack.name, backend, outcome };
        };
        try {
          const report = await play({ attack, backend });
          leave(report.disposal === 'leaked' ? `${report.outcome}, leaked` : report.outcome);
          expectContained(attack, backend, report);
        } catch (error) {
          if (!(error instanceof HostDied)) throw error;
          leave('host died');
          if (!attack.fatal?.includes(backend)) throw error;
        }
      });
    });
  }
}

/** What holds after every attack, whatever its kind. */
function expectContained(attack: Attack, backend: BackendName, report: Report): void {
  const { outcome, message, value } = report;
  const context = JSON.stringify(report);
  if (outcome === 'value') {
    expect('returns' in attack, context).toBe(true);
    expect(value, context).toEqual(attack.returns);
  } else {
    expect(attack.fails ?? [], context).toContain(outcome);
    if (attack.says !== undefined) expect(message).toMatch(new RegExp(attack.says));
  }
  if (attack.calls !== undefined) expect(report.calls, context).toBe(attack.calls);
  const mayLeak = attack.leaks && backend === 'thread' && report.disposal === 'leaked';
  const mayStarve = attack.starves?.includes(backend);
  expect(report, context).toMatchObject({
    settlements: 1,
    late: 0,
    ...(!mayStarve && { held: '' }),
    problems: [],
    next: 1,
    disposal: mayLeak ? 'leaked' : 'ended',
  });
  expect(report.keptMb, context).toBeLessThan(200);
}
