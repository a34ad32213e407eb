import { useMemo, useState } from 'preact/hooks';
import { frame, state } from '../run/session.ts';
import { LogLines } from './log-lines.ts';
import { count, duration, plural } from './numbers.ts';
import { Rows } from './rows.tsx';

const ROW_HEIGHT = 20;
/** Of a row: the columns of time and level, and the space around them, in px. */
const MARGIN = 136;
const NARROW_MARGIN = 100;

/** What the program printed, as it prints it. */
export function Logs() {
  void frame.value;
  const now = state.value;
  const session = now.phase === 'running' || now.phase === 'ended' ? now.session : undefined;
  const [width, setWidth] = useState(600);
  const columns = Math.floor((width - (width < 420 ? NARROW_MARGIN : MARGIN)) / letterWidth());
  const lines = useMemo(() => new LogLines(columns), [session, columns]);
  lines.update(session?.logs ?? []);
  const dropped = now.phase === 'ended' ? now.result.usage.logs.dropped : 0;
  return (
    <section class="panel logs" aria-labelledby="logs-title">
      <div class="panel-head">
        <h2 id="logs-title">Logs</h2>
        <span class="panel-note">
          {session ? plural(session.logs.length, 'line') : 'console, live'}
          {dropped > 0 && `, ${count(dropped)} dropped`}
        </span>
      </div>
      <div class="panel-body">
        {lines.rows.length === 0 && (
          <p class="empty">
            {session
              ? now.phase === 'ended'
                ? 'Nothing was printed'
                : 'Nothing so far'
              : 'What the program prints'}
          </p>
        )}
        <Rows
          class="log-rows"
          count={lines.rows.length}
          height={ROW_HEIGHT}
          follow
          onWidth={setWidth}
          box={{ role: 'group', 'aria-label': 'Lines' }}
          row={(index) => {
            const { level, time, text } = lines.rows[index]!;
            return (
              <div key={index} class={`log-row is-${level}`}>
                <span class="log-time">{time !== undefined && duration(time)}</span>
                <span class="log-level">{time !== undefined && level}</span>
                <span class="log-text">{text}</span>
              </div>
            );
          }}
        />
      </div>
    </section>
  );
}

let letter = 0;

/** Of the font that code is set in, in px. */
function letterWidth(): number {
  if (letter > 0) return letter;
  const context = document.createElement('canvas').getContext('2d');
  const style = getComputedStyle(document.documentElement);
  if (context) context.font = `12.5px ${style.getPropertyValue('--mono')}`;
  letter = context?.measureText('0'.repeat(100)).width ?? 750;
  letter /= 100;
  return letter;
}
