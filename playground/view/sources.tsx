import type { EditorView } from '@codemirror/view';
import type { TargetedEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { completeHost } from '../editor/completion.ts';
import { Editor } from '../editor/editor.tsx';
import { namespacesIn } from '../editor/host-names.ts';
import { SET_NAMES, SETS, type SetName, setOf } from '../sets/index.ts';
import { host, program, setDelay, settings } from '../state/document.ts';
import { clampDelay, MAX_DELAY_MS } from '../state/settings.ts';
import { fromLink } from './from-link.ts';

/** The two texts, with the seam between them: above it the program, below it the host. */
export function Sources({ onProgram }: { onProgram: (view: EditorView) => void }) {
  const hostView = useMemo<{ current: EditorView | undefined }>(() => ({ current: undefined }), []);
  const complete = useMemo(
    () => completeHost(() => (hostView.current ? namespacesIn(hostView.current.state) : [])),
    [],
  );
  return (
    <div class="sources">
      <section class="panel program" aria-labelledby="program-title">
        <div class="panel-head">
          <h2 id="program-title">Program</h2>
          <span class="panel-note">a model wrote it; not trusted</span>
        </div>
        <Editor
          text={program}
          label="Program, TypeScript"
          typescript
          complete={complete}
          onView={onProgram}
        />
      </section>
      <div class="seam" aria-hidden="true" />
      <section class="panel host" aria-labelledby="host-title">
        <div class="panel-head">
          <h2 id="host-title">Host functions</h2>
          <span class="panel-note">yours; all that the program can do</span>
          <SetPicker />
        </div>
        {fromLink.value && setOf(host.value) === undefined && (
          <p class="warning">
            These functions came with the link. Unlike the program they run in this page itself: read them
            before you press Run.
          </p>
        )}
        <Editor
          text={host}
          label="Host functions, JavaScript"
          typescript={false}
          onView={(view) => {
            hostView.current = view;
          }}
        />
        <Delay />
      </section>
    </div>
  );
}

function SetPicker() {
  const own = 'own';
  const onChange = ({ currentTarget }: TargetedEvent<HTMLSelectElement>): void => {
    if (currentTarget.value !== own) host.value = SETS[currentTarget.value as SetName].source;
  };
  const now = setOf(host.value);
  return (
    <select aria-label="Ready-made host functions" value={now ?? own} onChange={onChange}>
      {SET_NAMES.map((name) => (
        <option key={name} value={name}>
          {SETS[name].title}
        </option>
      ))}
      {now === undefined && <option value={own}>Edited</option>}
    </select>
  );
}

function Delay() {
  const { delayMs } = settings.value;
  return (
    <label class="delay">
      <span>Slow every call down by</span>
      <input
        type="range"
        min={0}
        max={MAX_DELAY_MS}
        step={50}
        value={delayMs}
        onInput={({ currentTarget }) => setDelay(clampDelay(currentTarget.valueAsNumber))}
      />
      <output>{delayMs} ms</output>
    </label>
  );
}
