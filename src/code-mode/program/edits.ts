/**
 * What is written over a range of a text. What is left of the range becomes spaces and its lines stay, so a line only
 * gets longer where `text`, which is one line, has more characters than the range had in its first.
 */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export const LINE_TERMINATOR: RegExp = /[\r\n\u2028\u2029]/;

/** Spaces in place of all characters but line terminators. */
export function blank(text: string): string {
  return text.replace(/[^\r\n\u2028\u2029]/g, ' ');
}

/** Edits do not overlap; of several at one place, the first comes first. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let from = 0;
  for (const edit of inOrder(edits)) {
    result += source.slice(from, edit.start) + written(source, edit);
    from = edit.end;
  }
  return result + source.slice(from);
}

/** Where in `source` that is which is at `offset` after the edits; text of an edit is where the edit is. */
export function offsetBefore(source: string, edits: readonly Edit[], offset: number): number {
  let growth = 0;
  for (const edit of inOrder(edits)) {
    const start = edit.start + growth;
    if (offset < start) break;
    const { length } = written(source, edit);
    growth += length - (edit.end - edit.start);
    if (offset < start + length) return Math.max(edit.start, offset - growth);
  }
  return offset - growth;
}

function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((a, b) => a.start - b.start);
}

function written(source: string, { start, end, text }: Edit): string {
  const rest = blank(source.slice(start, end));
  const lineEnd = rest.search(LINE_TERMINATOR);
  return text + rest.slice(Math.min(text.length, lineEnd < 0 ? rest.length : lineEnd));
}
