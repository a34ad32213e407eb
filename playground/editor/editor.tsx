import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { javascript } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { lintGutter } from '@codemirror/lint';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { effect, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { editorTheme } from './theme.ts';

export interface EditorProps {
  /** The text: what is typed goes there, and what is put there shows. */
  readonly text: Signal<string>;
  readonly label: string;
  readonly typescript: boolean;
  readonly complete?: CompletionSource;
  readonly onView?: (view: EditorView) => void;
}

/** Tab moves on to the next control, as everywhere on the page: an editor must not be a trap. */
export function Editor({ text, label, typescript, complete, onView }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: text.peek(),
        extensions: extensionsOf(text, label, typescript, complete),
      }),
    });
    const stop = effect(() => show(view, text.value));
    onView?.(view);
    return () => {
      stop();
      view.destroy();
    };
  }, []);
  return <div class="editor" ref={place} />;
}

/** As an edit, so that undo brings back what an example or a link replaced. */
function show(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    annotations: isolateHistory.of('full'),
  });
  view.scrollDOM.scrollTop = 0;
}

function extensionsOf(
  text: Signal<string>,
  label: string,
  typescript: boolean,
  complete: CompletionSource | undefined,
): Extension[] {
  return [
    lintGutter(),
    lineNumbers(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    EditorView.lineWrapping,
    javascript({ typescript }),
    complete ? autocompletion({ override: [complete], icons: false }) : [],
    // The page's own keys come before an editor's: Mod-Enter would insert a line.
    keymap.of([
      { key: 'Mod-Enter', run: () => true },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    editorTheme,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) text.value = update.state.doc.toString();
    }),
  ];
}
