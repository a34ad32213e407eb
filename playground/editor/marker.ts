import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { CodeLocation, CodeRunFailure } from 'codeseam';

/** The offset of a position that the runtime reported; undefined when the text has no such place any more. */
function offsetOf(state: EditorState, { line, column }: CodeLocation): number | undefined {
  if (line < 1 || line > state.doc.lines) return undefined;
  const { from, length } = state.doc.line(line);
  return column - 1 <= length ? from + column - 1 : undefined;
}

/** Marks the place of a failure: the word that begins there, or the one character. */
export function markFailure(view: EditorView, failure: CodeRunFailure | undefined): void {
  const { state } = view;
  const diagnostics: Diagnostic[] = [];
  const from = failure?.location && offsetOf(state, failure.location);
  if (failure && from !== undefined) {
    const line = state.doc.lineAt(from);
    const word = /^[\w$]+/.exec(line.text.slice(from - line.from))?.[0];
    const to = Math.min(line.to, from + (word?.length ?? 1));
    diagnostics.push({ from, to, severity: 'error', message: failure.message.split('\n')[0]! });
  }
  // Even when no place is marked any more: the gutter keeps its mark where the text of that place was replaced.
  view.dispatch(setDiagnostics(state, diagnostics));
}

export function goTo(view: EditorView, location: CodeLocation): void {
  const anchor = offsetOf(view.state, location);
  if (anchor === undefined) return;
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
  view.focus();
}
