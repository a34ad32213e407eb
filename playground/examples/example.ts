import type { SetName } from '../sets/index.ts';
import type { Budgets } from '../state/settings.ts';

export const GROUPS = ['At work', 'Mistakes', 'Hostile'] as const;

export interface Example {
  /** Also its address: `#example=<id>`. */
  readonly id: string;
  readonly title: string;
  readonly group: (typeof GROUPS)[number];
  readonly program: string;
  readonly set: SetName;
  /** Where they differ from the playground's own. */
  readonly budgets?: Partial<Budgets>;
  /** For a hostile one: what stopped it. Said before the lesson. */
  readonly verdict?: string;
  /** What there was to see, shown beside the outcome. */
  readonly lesson: string;
}
