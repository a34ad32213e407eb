import type { CodeLogEntry, CodeLogLevel } from 'codeseam';

/** One row of the list: the first of an entry has its level and time. */
export interface LogLine {
  readonly text: string;
  readonly level: CodeLogLevel;
  readonly time: number | undefined;
}

/** One line of an entry is cut here, and one entry after so many lines: nobody reads on, and drawing would take for ever. */
const MAX_LINE = 4_000;
const MAX_LINES = 2_000;

/**
 * Entries as rows of one height: each line of text, broken where the list ends. Letters are all of one width, so that
 * needs no measuring, and later entries change nothing of what is there.
 */
export class LogLines {
  readonly rows: LogLine[] = [];
  readonly columns: number;
  #entries = 0;

  constructor(columns: number) {
    this.columns = Math.max(12, columns);
  }

  /** Takes in what was added to the entries since the last time. */
  update(entries: readonly CodeLogEntry[]): void {
    for (; this.#entries < entries.length; this.#entries++) this.#add(entries[this.#entries]!);
  }

  #add({ level, text, time }: CodeLogEntry): void {
    const lines = text.split('\n', MAX_LINES);
    let first = true;
    for (const line of lines) {
      const shown =
        line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)} … ${line.length - MAX_LINE} more` : line;
      let at = 0;
      do {
        const end = this.#endOfRow(shown, at);
        this.rows.push({ text: shown.slice(at, end), level, time: first ? time : undefined });
        first = false;
        at = end;
      } while (at < shown.length);
    }
  }

  /** Between words, unless the last of them takes more than half of the row. */
  #endOfRow(line: string, start: number): number {
    const end = start + this.columns;
    if (end >= line.length) return line.length;
    const space = line.lastIndexOf(' ', end);
    return space > start + this.columns / 2 ? space + 1 : end;
  }
}
