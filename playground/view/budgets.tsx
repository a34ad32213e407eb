import { LIMITS } from 'codeseam';
import type { TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { frame, state } from '../run/session.ts';
import { setBudgets, settings } from '../state/document.ts';
import { type BudgetName, clampBudget } from '../state/settings.ts';
import { count, duration, size } from './numbers.ts';

interface Meter {
  readonly name: BudgetName;
  readonly title: string;
  /** What one of the control is, in the units of the limit. */
  readonly unit: { readonly name: string; readonly size: number };
  /** Whether the runtime tells how much was used of it: a bar for anything else would never move. */
  readonly measured: boolean;
}

const METERS: readonly Meter[] = [
  { name: 'computeMs', title: 'Busy time', unit: { name: 'ms', size: 1 }, measured: true },
  { name: 'maxWallMs', title: 'Elapsed', unit: { name: 'ms', size: 1 }, measured: true },
  { name: 'maxLogBytes', title: 'Log text', unit: { name: 'kB', size: 1_024 }, measured: true },
  { name: 'maxPendingCalls', title: 'In flight', unit: { name: 'calls', size: 1 }, measured: true },
  { name: 'maxValueBytes', title: 'Value', unit: { name: 'MB', size: 1_048_576 }, measured: false },
];

/** The limits of the next run as controls, and as bars how much of them the last one took. */
export function Budgets() {
  const used = usedSoFar();
  return (
    <div class="budgets">
      {METERS.map((meter) => (
        <Budget key={meter.name} meter={meter} used={used[meter.name]} />
      ))}
      <div class="budget">
        <span class="budget-title">Memory</span>
        <span class="budget-limit">not visible to a page</span>
      </div>
    </div>
  );
}

interface Used {
  readonly amount: number;
  readonly text: string;
  /** Set for what is only a bound so far. */
  readonly hint?: string;
}

function Budget({ meter, used }: { meter: Meter; used: Used | undefined }) {
  const { name, title, unit, measured } = meter;
  // What is being typed: drawing anew meanwhile must not put back what was there.
  const [draft, setDraft] = useState<string>();
  const limit = settings.value.budgets[name];
  const share = used ? Math.min(1, used.amount / limit) : 0;
  const onChange = (event: TargetedEvent<HTMLInputElement>): void => {
    const { currentTarget: input } = event;
    const value = clampBudget(name, input.valueAsNumber * unit.size);
    setDraft(undefined);
    setBudgets({ [name]: value });
    input.value = String(value / unit.size);
  };
  return (
    <div class="budget" data-budget={name}>
      <span class="budget-title">{title}</span>
      <span class={`budget-used ${share >= 1 && !used?.hint ? 'is-full' : ''}`} title={used?.hint}>
        {used?.text ?? ''}
      </span>
      {measured && (
        <span class={`bar ${used?.hint ? 'is-bound' : share >= 1 ? 'is-full' : ''}`} aria-hidden="true">
          <span style={{ transform: `scaleX(${share})` }} />
        </span>
      )}
      <label class="budget-limit">
        {used ? measured && 'of' : 'at most'}
        <input
          type="number"
          min={Math.ceil(LIMITS[name].min / unit.size)}
          max={Math.floor(LIMITS[name].max / unit.size)}
          step="any"
          value={draft ?? Math.round((limit / unit.size) * 100) / 100}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onChange={onChange}
          aria-label={`${name}, in ${unit.name}`}
          title={`${name}: ${LIMITS[name].meaning}`}
        />
        {unit.name}
      </label>
    </div>
  );
}

const BOUND =
  'While it runs: it cannot have been busy for longer. Measured from outside, and exact at the end.';

function usedSoFar(): Partial<Record<BudgetName, Used>> {
  void frame.value;
  const now = state.value;
  if (now.phase !== 'running' && now.phase !== 'ended') return {};
  const { session } = now;
  const elapsed = session.origin === undefined ? 0 : (session.endedAt ?? performance.now()) - session.origin;
  const most = session.calls.mostInFlight;
  const rest = {
    maxLogBytes: { amount: session.logBytes, text: size(session.logBytes) },
    maxPendingCalls: { amount: most, text: `peak ${count(most)}` },
  };
  if (now.phase === 'running') {
    const busy = Math.min(elapsed, settings.value.budgets.computeMs);
    return {
      ...rest,
      computeMs: { amount: busy, text: `≤ ${duration(busy)}`, hint: BOUND },
      maxWallMs: { amount: elapsed, text: duration(elapsed) },
    };
  }
  const { usage, error } = now.result;
  const tooLarge = error?.kind === 'output-limit';
  return {
    ...rest,
    computeMs: { amount: usage.busyMs, text: duration(usage.busyMs) },
    maxWallMs: { amount: usage.wallMs, text: duration(usage.wallMs) },
    ...(tooLarge && { maxValueBytes: { amount: Number.POSITIVE_INFINITY, text: 'over' } }),
    ...('value' in now.result && { maxValueBytes: { amount: 0, text: 'within' } }),
  };
}
