import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { frame, type Session, state } from '../run/session.ts';
import { count, duration, plural } from '../view/numbers.ts';
import { Rows } from '../view/rows.tsx';
import { CallDetail } from './call-detail.tsx';
import { CallRow, type Span } from './call-row.tsx';
import { concurrency, outline } from './concurrency.ts';

const ROW_HEIGHT = 22;
/** In less room than this, in px, a bar stands below the name of its call and not beside it. */
const NARROW = 480;
const NARROW_ROW_HEIGHT = 42;
const SLICES = 160;

/** The calls of the run, each a bar: how they lie below each other is how the program worked. */
export function Calls() {
  void frame.value;
  const now = state.value;
  const session = now.phase === 'running' || now.phase === 'ended' ? now.session : undefined;
  const calls = session?.calls.calls ?? [];
  const panel = useRef<HTMLElement>(null);
  const [narrow, setNarrow] = useState(false);
  // Of the panel, which is there before the first call: bars do not move once they show.
  useLayoutEffect(() => {
    const target = panel.current!;
    const observer = new ResizeObserver(() => setNarrow(target.clientWidth < NARROW));
    observer.observe(target);
    return () => observer.disconnect();
  }, []);
  const failed = calls.reduce((sum, { outcome }) => sum + (outcome === 'rejected' ? 1 : 0), 0);
  return (
    <section ref={panel} class="panel calls" aria-labelledby="calls-title">
      <div class="panel-head">
        <h2 id="calls-title">Calls</h2>
        <span class="panel-note">
          {session ? plural(calls.length, 'call', 'of the host') : 'through the seam, to the host'}
          {failed > 0 && `, ${count(failed)} threw`}
        </span>
      </div>
      <div class="panel-body">
        {session && calls.length > 0 ? (
          <Timeline session={session} narrow={narrow} />
        ) : (
          <p class="empty">
            {session
              ? now.phase === 'ended'
                ? 'No call was made'
                : 'No call so far'
              : 'Each call of the program, as a bar in time'}
          </p>
        )}
      </div>
    </section>
  );
}

function Timeline({ session, narrow }: { session: Session; narrow: boolean }) {
  void frame.value;
  const { calls } = session.calls;
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<number | undefined>(undefined);
  useEffect(() => {
    setActive(0);
    setOpened(undefined);
  }, [session]);

  const from = session.origin ?? performance.now();
  const span: Span = { from, to: Math.max(session.endedAt ?? performance.now(), from + 1) };
  const most = concurrency(calls, span.from, span.to, SLICES);
  const at = Math.min(active, calls.length - 1);
  const detail = opened === undefined ? undefined : calls[opened];

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 10,
      PageUp: at - 10,
      Home: 0,
      End: calls.length - 1,
      Enter: at,
    };
    const target = moves[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = Math.min(calls.length - 1, Math.max(0, target));
    setActive(next);
    if (event.key === 'Enter') setOpened(next === opened ? undefined : next);
    else if (opened !== undefined) setOpened(next);
  };

  return (
    <div class={`timeline ${detail ? 'has-detail' : ''} ${narrow ? 'is-narrow' : ''}`}>
      <div class="concurrency">
        <span class="concurrency-peak">{count(Math.max(...most))} at once</span>
        <svg viewBox={`0 0 ${SLICES} 100`} preserveAspectRatio="none" aria-hidden="true">
          <path d={outline(most)} />
        </svg>
        <span class="concurrency-end">{duration(span.to - span.from)}</span>
      </div>
      <Rows
        class="call-rows"
        count={calls.length}
        height={narrow ? NARROW_ROW_HEIGHT : ROW_HEIGHT}
        reveal={at}
        box={{
          role: 'listbox',
          'aria-label': 'Calls in the order of their start',
          'aria-activedescendant': `call-${at}`,
          onKeyDown,
        }}
        row={(index) => (
          <CallRow
            key={index}
            id={`call-${index}`}
            call={calls[index]!}
            span={span}
            active={index === at}
            onPick={() => {
              setActive(index);
              setOpened(index === opened ? undefined : index);
            }}
          />
        )}
      />
      {detail && <CallDetail call={detail} span={span} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
