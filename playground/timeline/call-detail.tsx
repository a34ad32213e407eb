import { useEffect, useRef } from 'preact/hooks';
import type { CallRecord } from '../run/calls.ts';
import { ValueTree } from '../tree/value-tree.tsx';
import { duration } from '../view/numbers.ts';
import { OUTCOMES, type Span } from './call-row.tsx';

/** What went into one call and what came out. */
export function CallDetail({ call, span, onClose }: { call: CallRecord; span: Span; onClose: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  // Where the page is one column, it may open out of sight.
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), []);
  const { name, args, start, end, outcome, result } = call;
  const took = end === undefined ? '' : `, ${duration(end - start)}`;
  const settled = outcome === 'resolved' || outcome === 'rejected';
  return (
    <div ref={element} class="call-detail">
      <div class="call-detail-head">
        <h3>{name}</h3>
        <span>
          {OUTCOMES[outcome]}, from {duration(start - span.from)}
          {took}
        </span>
        <button type="button" class="quiet" aria-label="Close the call" onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </button>
      </div>
      <div class="call-detail-values">
        <ValueTree key={`in ${start}`} value={args} name="arguments" label={`Arguments of ${name}`} />
        {settled ? (
          <ValueTree
            key={`out ${start}`}
            value={result}
            name={outcome === 'resolved' ? 'result' : 'thrown'}
            label={`Outcome of ${name}`}
          />
        ) : (
          <p class="empty">No result: {OUTCOMES[outcome]}</p>
        )}
      </div>
    </div>
  );
}
