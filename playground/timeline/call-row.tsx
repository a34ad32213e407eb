import type { CallOutcome, CallRecord } from '../run/calls.ts';
import { previewOf } from '../tree/preview.ts';
import { duration } from '../view/numbers.ts';

/** The stretch of time that the width of a bar's track stands for. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const MARKS: Record<CallOutcome, string> = { pending: '…', resolved: '✓', rejected: '✕', abandoned: '∅' };

/** Words for the mark, which speaks to eyes alone. */
export const OUTCOMES: Record<CallOutcome, string> = {
  pending: 'in flight',
  resolved: 'resolved',
  rejected: 'threw',
  abandoned: 'abandoned: the run ended first',
};

interface CallRowProps {
  readonly call: CallRecord;
  readonly id: string;
  readonly span: Span;
  readonly active: boolean;
  readonly onPick: () => void;
}

export function CallRow({ call, id, span, active, onPick }: CallRowProps) {
  const { name, args, start, end, outcome } = call;
  const length = Math.max(1, span.to - span.from);
  const left = Math.max(0, (start - span.from) / length);
  const width = Math.max(0, ((end ?? span.to) - start) / length);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself has the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the list itself has the focus.
    <div
      id={id}
      class={`call-row is-${outcome} ${active ? 'is-active' : ''}`}
      role="option"
      aria-selected={active}
      onClick={onPick}
    >
      <span class="call-mark" aria-hidden="true">
        {MARKS[outcome]}
      </span>
      <span class="call-name">
        {name}
        <span class="call-args">({args.map((arg) => previewOf(arg).text).join(', ')})</span>
      </span>
      <span class="call-track" aria-hidden="true">
        <span class="call-bar" style={{ left: `${left * 100}%`, width: `${width * 100}%` }} />
      </span>
      <span class="call-time">{end === undefined ? '' : duration(end - start)}</span>
      <span class="hidden">{OUTCOMES[outcome]}</span>
    </div>
  );
}
