import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { PlaygroundDocument } from '../state/document.ts';
import { BUDGET_NAMES, type Budgets, clampBudget, clampDelay, reconcile } from '../state/settings.ts';

/** Longer ones were not made here; and what they unfold to is cut off, so that a short one cannot fill the memory. */
const MAX_LINK_CHARACTERS = 500_000;
const MAX_UNFOLDED_BYTES = 2_000_000;

/** Packs a document into text for the address: nothing of it is sent to a server. */
export function encodeDocument(document: PlaygroundDocument): string {
  const bytes = deflateSync(strToU8(JSON.stringify(document)), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Undefined for what is no document: an address is input like any other. */
export function decodeDocument(text: string): PlaygroundDocument | undefined {
  if (text.length > MAX_LINK_CHARACTERS) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const unfolded = inflateSync(bytes, { out: new Uint8Array(MAX_UNFOLDED_BYTES) });
    return parseDocument(JSON.parse(strFromU8(unfolded)));
  } catch {
    return undefined;
  }
}

function parseDocument(value: unknown): PlaygroundDocument | undefined {
  const { program, host, settings } = fieldsOf(value);
  if (typeof program !== 'string' || typeof host !== 'string') return undefined;
  const { budgets, delayMs } = fieldsOf(settings);
  const given = fieldsOf(budgets);
  return {
    program,
    host,
    settings: {
      budgets: reconcile(
        Object.fromEntries(
          BUDGET_NAMES.map((name) => [name, clampBudget(name, Number(given[name] ?? Number.NaN))]),
        ) as unknown as Budgets,
      ),
      delayMs: clampDelay(Number(delayMs)),
    },
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
