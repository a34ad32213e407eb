import { LogBudget } from '../bridge/log-budget.ts';
import type { CodeLogEntry, CodeRunUsage } from '../seam/types.ts';

/** The ordered, capped logs of one run. */
export class LogLedger {
  readonly #texts: string[] = [];
  readonly #maxLogBytes: number;
  readonly #budget: LogBudget;
  readonly #onLog: ((entry: CodeLogEntry) => unknown) | undefined;
  #guestDropped = { dropped: 0, droppedBytes: 0 };

  constructor(maxLogBytes: number, onLog: ((entry: CodeLogEntry) => unknown) | undefined) {
    this.#maxLogBytes = maxLogBytes;
    this.#budget = new LogBudget(maxLogBytes);
    this.#onLog = onLog;
  }

  add(entry: CodeLogEntry): void {
    const text = this.#budget.admit(entry.text);
    if (text !== undefined) this.#keep({ ...entry, text });
  }

  /** What the guest itself held back: totals so far. */
  guestDropped(entries: number, bytes: number): void {
    this.#guestDropped = { dropped: entries, droppedBytes: bytes };
  }

  /** Closes the logs, with one last entry that says what is missing. */
  close(time: number): { readonly logs: string[]; readonly usage: CodeRunUsage['logs'] } {
    const usage = {
      dropped: this.#guestDropped.dropped + this.#budget.entries,
      droppedBytes: this.#guestDropped.droppedBytes + this.#budget.bytes,
    };
    if (usage.dropped > 0) {
      const text = `… ${usage.dropped} log entries cut or dropped, ${usage.droppedBytes} bytes: maxLogBytes is ${this.#maxLogBytes}`;
      this.#keep({ level: 'warn', text, time });
    }
    return { logs: this.#texts, usage };
  }

  #keep(entry: CodeLogEntry): void {
    this.#texts.push(entry.text);
    observe(this.#onLog, entry);
  }
}

/** An observer changes nothing, however it fails: by a throw, or by a rejection of a promise that nobody reads. */
function observe(onLog: ((entry: CodeLogEntry) => unknown) | undefined, entry: CodeLogEntry): void {
  if (onLog === undefined) return;
  try {
    Promise.resolve(onLog(entry)).catch(() => {});
  } catch {}
}
