import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { composeHost, PLACES, type Place } from '../host-code/compose.ts';
import { host, program, settings } from '../state/document.ts';
import { copy, Notice } from './notice.tsx';

const TITLES: Record<Place, { title: string; advice: string }> = {
  thread: {
    title: 'Node, thread',
    advice:
      'Quick to start, and shares its process with you: for programs of a model that you trust not to attack.',
  },
  process: {
    title: 'Node, process',
    advice:
      'Each program in a process of its own, under limits of the operating system: for programs of strangers.',
  },
  page: { title: 'Page', advice: 'What this playground runs on: each program in a sandboxed frame.' },
};

const opened = signal(false);
const place = signal<Place>('thread');

export function openHostCode(): void {
  opened.value = true;
}

/** The host of what is on the page, as a file to take along. */
export function HostCode() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened.value) dialog.current?.showModal();
  }, [opened.value]);
  if (!opened.value) return null;
  const code = composeHost(place.value, {
    program: program.value,
    host: host.value,
    settings: settings.value,
  });
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="host-code-title"
      onClose={() => (opened.value = false)}
    >
      <div class="dialog-head">
        <h2 id="host-code-title">Your host, in one file</h2>
        <button type="button" class="primary" onClick={() => void copy(code, 'Host code copied')}>
          Copy
        </button>
        <form method="dialog">
          <button type="submit" class="quiet" aria-label="Close">
            <span aria-hidden="true">✕</span>
          </button>
        </form>
      </div>
      <div class="dialog-tools">
        <fieldset class="choice">
          <legend class="hidden">Where the host runs</legend>
          {PLACES.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="place"
                checked={place.value === each}
                onChange={() => (place.value = each)}
              />
              <span>{TITLES[each].title}</span>
            </label>
          ))}
        </fieldset>
      </div>
      <p class="dialog-note">{TITLES[place.value].advice}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre class="code" tabIndex={0}>
        {code}
      </pre>
      <Notice />
    </dialog>
  );
}
