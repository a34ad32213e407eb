import { signal } from '@preact/signals';
import type { CodeLogEntry, CodeRunResult } from 'codeseam';
import type { Example } from '../examples/example.ts';
import { exampleById } from '../examples/index.ts';
import { exampleId, host, program, settings } from '../state/document.ts';
import { CallRecorder } from './calls.ts';
import { loadCompiler } from './compiler.ts';
import { importHost } from './host-module.ts';
import { runtimeWith } from './runtimes.ts';

/** What the runtime counts for an entry beside its text. */
const LOG_ENTRY_BYTES = 16;

/** One run from the press of the button on. Fields change while it lasts; `frame` says when to look again. */
export interface Session {
  readonly program: string;
  /** Which example it is, as long as nobody changed its program. */
  readonly example: Example | undefined;
  readonly calls: CallRecorder;
  readonly logs: CodeLogEntry[];
  logBytes: number;
  /** When the program began, by the clock of the page: a guess from its first sign of life, exact once it has ended. */
  origin: number | undefined;
  endedAt: number | undefined;
}

export type RunState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'preparing' }
  | { readonly phase: 'running'; readonly session: Session }
  | { readonly phase: 'ended'; readonly session: Session; readonly result: CodeRunResult }
  /** The host's own code is at fault: no program ran. */
  | { readonly phase: 'refused'; readonly message: string };

export const state = signal<RunState>({ phase: 'idle' });
/** Goes up once a frame while a run shows signs of life, so that a flood costs one drawing. */
export const frame = signal(0);

let controller: AbortController | undefined;
let scheduled = false;

export const isBusy = (): boolean => state.value.phase === 'preparing' || state.value.phase === 'running';

export function abort(): void {
  controller?.abort('you pressed Esc or Abort');
  // What it waits for may take long yet.
  if (state.peek().phase === 'preparing') state.value = { phase: 'idle' };
}

/** As before the first run: another program is on the page, and what became of the last one would be taken for its outcome. */
export function reset(): void {
  abort();
  controller = undefined;
  state.value = { phase: 'idle' };
}

/** Runs what is on the page. A run in flight is aborted first. */
export async function run(): Promise<void> {
  abort();
  const mine = new AbortController();
  controller = mine;
  const text = program.peek();
  const { budgets, delayMs } = settings.peek();
  const example = exampleById(exampleId.peek() ?? null);
  const session: Session = {
    program: text,
    example: example?.program === text ? example : undefined,
    calls: new CallRecorder(() => touch(session)),
    logs: [],
    logBytes: 0,
    origin: undefined,
    endedAt: undefined,
  };
  state.value = { phase: 'preparing' };
  const show = (next: RunState): void => {
    if (controller === mine) state.value = next;
  };
  try {
    const wasmURL = await loadCompiler();
    if (mine.signal.aborted || wasmURL === undefined) return show({ phase: 'idle' });
    const bindings = session.calls.wrap(await importHost(host.peek()), delayMs);
    if (mine.signal.aborted) return show({ phase: 'idle' });
    show({ phase: 'running', session });
    const result = await runtimeWith(budgets, wasmURL).run({
      program: text,
      bindings,
      signal: mine.signal,
      onLog: (entry) => note(session, entry),
    });
    close(session, result);
    show({ phase: 'ended', session, result });
  } catch (error) {
    show({
      phase: 'refused',
      message: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    });
  }
}

function note(session: Session, entry: CodeLogEntry): void {
  session.origin ??= performance.now() - entry.time;
  session.logs.push(entry);
  session.logBytes += new TextEncoder().encode(entry.text).length + LOG_ENTRY_BYTES;
  touch(session);
}

function touch(session: Session): void {
  session.origin ??= performance.now();
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    frame.value += 1;
  });
}

function close(session: Session, { usage }: CodeRunResult): void {
  const now = performance.now();
  session.endedAt = now;
  session.origin = Math.min(now - usage.wallMs, session.calls.calls[0]?.start ?? now);
  session.calls.close(now);
  frame.value += 1;
}

/** Whether there is time to tell: the bars move on their own between signs of life. */
export function keepTime(): () => void {
  const timer = setInterval(() => {
    if (state.peek().phase === 'running') frame.value += 1;
  }, 50);
  return () => clearInterval(timer);
}
