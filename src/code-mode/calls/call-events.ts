import type { ToolCallEvent } from '../types.ts';

type OnEvent = (event: ToolCallEvent) => unknown;

/** Tells a listener of calls. It changes nothing, whatever it does: throw, reject, or write into what it is given. */
export class CallEvents {
  #onEvent: OnEvent | undefined;

  constructor(onEvent: OnEvent | undefined) {
    this.#onEvent = onEvent;
  }

  emit(event: ToolCallEvent): void {
    if (this.#onEvent === undefined) return;
    try {
      Promise.resolve(this.#onEvent(copyOf(event))).catch(() => {});
    } catch {}
  }

  /** The arguments as they arrived, for later events: the tool may write into its own. */
  keep(args: unknown): unknown {
    return this.#onEvent === undefined ? undefined : copyOfValue(args);
  }

  /** Nothing is told from here on. */
  close(): void {
    this.#onEvent = undefined;
  }
}

/** The arguments were kept for the events of a call, so the last one may have them as they are. */
function copyOf(event: ToolCallEvent): ToolCallEvent {
  if (event.type === 'start') return { ...event, args: copyOfValue(event.args) };
  if (event.outcome.type !== 'resolved') return event;
  return { ...event, outcome: { type: 'resolved', value: copyOfValue(event.outcome.value) } };
}

function copyOfValue(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return '[a value that cannot be copied]';
  }
}
