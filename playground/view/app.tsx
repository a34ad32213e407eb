import type { EditorView } from '@codemirror/view';
import { effect } from '@preact/signals';
import type { CodeLocation } from 'codeseam';
import { useEffect, useMemo } from 'preact/hooks';
import { goTo, markFailure } from '../editor/marker.ts';
import { abort, isBusy, keepTime, run, state } from '../run/session.ts';
import { program } from '../state/document.ts';
import { Calls } from '../timeline/calls.tsx';
import { Budgets } from './budgets.tsx';
import { Examples } from './examples.tsx';
import { Header } from './header.tsx';
import { HostCode } from './host-code.tsx';
import { Logs } from './logs.tsx';
import { Outcome } from './outcome.tsx';
import { revealOutcome } from './reveal.ts';
import { RunBar } from './run-bar.tsx';
import { Sources } from './sources.tsx';
import { Tools } from './tools.tsx';

export function App() {
  const editor = useMemo<{ view: EditorView | undefined }>(() => ({ view: undefined }), []);
  useEffect(keepTime, []);
  useEffect(listenToKeys, []);
  useEffect(() => effect(() => mark(editor.view)), []);
  return (
    <>
      <Header page="playground">
        <Tools />
      </Header>
      <main class="playground">
        <div class="lead">
          <h1>A code runtime, to play with</h1>
          <p>
            A model writes a program. codeseam runs it in a sandbox, with the host functions as its only
            powers, and reports what came of it.
          </p>
        </div>
        <Examples />
        <Sources onProgram={(view) => (editor.view = view)} />
        <div class="run">
          <RunBar />
          <Budgets />
          <Outcome onGoTo={(location: CodeLocation) => editor.view && goTo(editor.view, location)} />
          <Calls />
          <Logs />
        </div>
      </main>
      <HostCode />
    </>
  );
}

/** The failure of the last run stays marked as long as the text is the one that ran. */
function mark(view: EditorView | undefined): void {
  const now = state.value;
  const isCurrent = now.phase === 'ended' && now.session.program === program.value;
  if (view) markFailure(view, isCurrent ? now.result.error : undefined);
}

function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (document.querySelector('dialog[open]')) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void run();
      revealOutcome();
    }
    // An editor that closes a list of completions has used the key up.
    if (event.key === 'Escape' && !event.defaultPrevented && isBusy()) abort();
  };
  addEventListener('keydown', onKeyDown);
  return () => removeEventListener('keydown', onKeyDown);
}
