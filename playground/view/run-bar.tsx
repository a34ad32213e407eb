import { compiler, loadCompiler } from '../run/compiler.ts';
import { MEANINGS } from '../run/meanings.ts';
import { abort, isBusy, run, state } from '../run/session.ts';
import { duration, size } from './numbers.ts';
import { revealOutcome } from './reveal.ts';

function runHere(): void {
  void run();
  revealOutcome();
}

export const RUN_KEY = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ Enter' : 'Ctrl Enter';

/** The buttons, and in one line how things stand. */
export function RunBar() {
  const busy = isBusy();
  const { text, tone } = status();
  return (
    <div class="run-bar">
      <button type="button" class="primary" onClick={runHere} aria-keyshortcuts="Control+Enter Meta+Enter">
        Run <kbd>{RUN_KEY}</kbd>
      </button>
      <button type="button" class="secondary" disabled={!busy} onClick={abort} aria-keyshortcuts="Escape">
        Abort <kbd>Esc</kbd>
      </button>
      <p class={`status is-${tone}`} role="status" data-phase={state.value.phase}>
        {text}
      </p>
      <CompilerProgress />
    </div>
  );
}

function status(): { text: string; tone: 'calm' | 'busy' | 'good' | 'bad' } {
  const now = state.value;
  switch (now.phase) {
    case 'idle':
      return { text: compiler.value.phase === 'ready' ? 'Ready' : '', tone: 'calm' };
    case 'preparing':
      return { text: 'Preparing', tone: 'busy' };
    case 'running':
      return { text: 'Running', tone: 'busy' };
    case 'refused':
      return { text: 'The host functions failed', tone: 'bad' };
    case 'ended': {
      const { error, usage } = now.result;
      if (!error) return { text: `Finished in ${duration(usage.wallMs)}`, tone: 'good' };
      return {
        text: MEANINGS[error.kind].title,
        tone: error.kind === 'abort' ? 'calm' : 'bad',
      };
    }
  }
}

/** Has the place of the status, which is empty until the compiler is there: nothing moves when it goes. */
function CompilerProgress() {
  const now = compiler.value;
  if (now.phase === 'ready') return null;
  if (now.phase === 'failed')
    return (
      <div class="compiler is-failed" role="alert">
        <span class="compiler-reason">The compiler did not load: {now.reason}</span>
        <button type="button" class="secondary" onClick={() => void loadCompiler()}>
          Try again
        </button>
      </div>
    );
  const label = `The compiler, ${size(now.bytes)} of ${size(WASM_BYTES)}`;
  return (
    <div class="compiler">
      <progress max={WASM_BYTES} value={now.bytes} aria-label={label} />
      <span>{label}</span>
    </div>
  );
}
