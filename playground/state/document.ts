import { signal } from '@preact/signals';
import { EXAMPLES, exampleById } from '../examples/index.ts';
import { SETS } from '../sets/index.ts';
import { type Budgets, DEFAULT_SETTINGS, reconcile, type Settings } from './settings.ts';

/** All that a link carries, and all that a run is made of. */
export interface PlaygroundDocument {
  readonly program: string;
  /** The module of the host's functions. */
  readonly host: string;
  readonly settings: Settings;
}

export const program = signal('');
export const host = signal('');
export const settings = signal<Settings>(DEFAULT_SETTINGS);
/** The example that was opened last. */
export const exampleId = signal<string | undefined>(undefined);

export function openDocument(document: PlaygroundDocument): void {
  exampleId.value = undefined;
  program.value = document.program;
  host.value = document.host;
  settings.value = document.settings;
}

export function openExample(id: string): void {
  const example = exampleById(id) ?? EXAMPLES[0]!;
  openDocument(documentOf(example.id));
  exampleId.value = example.id;
}

/** What an example looks like before anyone has changed it. */
export function documentOf(id: string): PlaygroundDocument {
  const { program, set, budgets } = exampleById(id) ?? EXAMPLES[0]!;
  return {
    program,
    host: SETS[set].source,
    settings: { ...DEFAULT_SETTINGS, budgets: { ...DEFAULT_SETTINGS.budgets, ...budgets } },
  };
}

export function setBudgets(change: Partial<Budgets>): void {
  const { budgets, ...rest } = settings.value;
  settings.value = { ...rest, budgets: reconcile({ ...budgets, ...change }, change) };
}

export function setDelay(delayMs: number): void {
  settings.value = { ...settings.value, delayMs };
}
