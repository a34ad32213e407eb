import type { CodeBindingNamespace } from 'codeseam';

/** `abandoned`: the run ended first, and nobody waits for the result any more. */
export type CallOutcome = 'pending' | 'resolved' | 'rejected' | 'abandoned';

export interface CallRecord {
  /** `shop.price` */
  readonly name: string;
  readonly args: readonly unknown[];
  /** By the clock of the page, in ms. */
  readonly start: number;
  end: number | undefined;
  outcome: CallOutcome;
  /** The resolution, or what was thrown. */
  result: unknown;
}

/** Sees every call of one run pass by on its way to the host. */
export class CallRecorder {
  readonly calls: CallRecord[] = [];
  inFlight = 0;
  mostInFlight = 0;
  #closed = false;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The same bindings, each call recorded and held back by `delayMs`. */
  wrap(bindings: readonly CodeBindingNamespace[], delayMs: number): CodeBindingNamespace[] {
    return bindings.map((namespace) => ({
      ...namespace,
      functions: Object.fromEntries(
        Object.entries(namespace.functions).map(([member, run]) => {
          const name = `${namespace.global}.${member}`;
          return [member, (...args: unknown[]) => this.#call(name, run, args, delayMs)];
        }),
      ),
    }));
  }

  /** The run is over: what is still pending stays so for ever. */
  close(now: number): void {
    this.#closed = true;
    for (const call of this.calls) {
      if (call.outcome !== 'pending') continue;
      call.outcome = 'abandoned';
      call.end = now;
    }
    this.inFlight = 0;
  }

  async #call(
    name: string,
    run: (...args: unknown[]) => unknown,
    args: unknown[],
    delayMs: number,
  ): Promise<unknown> {
    const start = performance.now();
    const call: CallRecord = { name, args, start, end: undefined, outcome: 'pending', result: undefined };
    this.calls.push(call);
    this.inFlight += 1;
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight);
    this.#onChange();
    try {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      const result = await run(...args);
      this.#settle(call, 'resolved', result);
      return result;
    } catch (error) {
      this.#settle(call, 'rejected', error);
      throw error;
    }
  }

  #settle(call: CallRecord, outcome: CallOutcome, result: unknown): void {
    if (this.#closed) return;
    call.outcome = outcome;
    call.end = performance.now();
    call.result = result;
    this.inFlight -= 1;
    this.#onChange();
  }
}
