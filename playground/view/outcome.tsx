import type { CodeLocation, CodeRunResult } from 'codeseam';
import { MEANINGS } from '../run/meanings.ts';
import { type Session, state } from '../run/session.ts';
import { ValueTree } from '../tree/value-tree.tsx';

/** What became of the run. */
export function Outcome({ onGoTo }: { onGoTo: (location: CodeLocation) => void }) {
  const now = state.value;
  const error = now.phase === 'ended' ? now.result.error : undefined;
  return (
    <section class="panel outcome" aria-labelledby="outcome-title">
      <div class="panel-head">
        <h2 id="outcome-title">Outcome</h2>
        {error ? (
          <>
            <code class={`kind is-${error.kind}`}>{error.kind}</code>
            <span class="panel-note">{MEANINGS[error.kind].title}</span>
            {error.location && (
              <button type="button" class="link" onClick={() => onGoTo(error.location!)}>
                line {error.location.line}, column {error.location.column}
              </button>
            )}
          </>
        ) : (
          <span class="panel-note">
            {now.phase === 'refused' ? 'run() was not called' : 'what run() resolves to'}
          </span>
        )}
      </div>
      <div class="panel-body">
        {now.phase === 'idle' && <Introduction />}
        {(now.phase === 'preparing' || now.phase === 'running') && (
          <p class="empty">
            <span class="pulse" aria-hidden="true" />
            {now.phase === 'running' ? 'The program is running' : 'Getting ready'}
          </p>
        )}
        {now.phase === 'refused' && <Refused message={now.message} />}
        {now.phase === 'ended' && <Ended session={now.session} result={now.result} />}
      </div>
    </section>
  );
}

/** What one needs to know, in a minute. */
function Introduction() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="introduction" tabIndex={0} aria-label="What this is">
      <p>
        Models are better at writing one program than at making one tool call at a time. A <b>code runtime</b>{' '}
        runs that program and reports what came of it.
      </p>
      <ol>
        <li>
          <b>The program</b> is text that a model wrote, run in a worker and a frame of its own.
        </li>
        <li>
          <b>The host functions</b> are yours. There is nothing else that the program can reach.
        </li>
        <li>
          <b>The outcome</b> is a value or a failure that a model can mend, and never more than your budgets
          allow.
        </li>
      </ol>
      <p>
        Press <b>Run</b>, or pick a hostile example and see what stops it. See also{' '}
        <a href="./agent/index.html">an agent host</a>.
      </p>
    </section>
  );
}

function Refused({ message }: { message: string }) {
  return (
    <>
      <Message text={message} kind="refused" />
      <p class="lesson">Your host functions are at fault, not the program: it did not run.</p>
    </>
  );
}

function Ended({ session, result }: { session: Session; result: CodeRunResult }) {
  const { error } = result;
  // What an example shows, unless the visitor broke it off.
  const example = error?.kind === 'abort' ? undefined : session.example;
  const note = example?.lesson ?? (error && MEANINGS[error.kind].meaning);
  return (
    <>
      {error ? (
        <Message text={error.message} kind={error.kind} />
      ) : 'value' in result ? (
        <ValueTree value={result.value} name="value" label="Value" />
      ) : (
        <p class="empty">The program finished and returned nothing</p>
      )}
      {note && (
        <p class="lesson">
          {example?.verdict && <b>{example.verdict} </b>}
          {note}
        </p>
      )}
    </>
  );
}

/** The words wrap; the lines of the program that may follow stay as they are, so that the caret stays below its place. */
function Message({ text, kind }: { text: string; kind: string }) {
  const end = text.indexOf('\n\n');
  const words = end < 0 ? text : text.slice(0, end);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class={`message is-${kind}`} tabIndex={0} aria-label="Message">
      <p>{words}</p>
      {end >= 0 && <pre>{text.slice(end + 2)}</pre>}
    </section>
  );
}
