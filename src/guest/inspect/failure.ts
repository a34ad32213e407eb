import type { Surroundings } from './context.ts';
import { findData } from './prototypes.ts';
import { cut } from './text.ts';

/** Longest reason that is given. */
const MAX_REASON = 200;

/** What is printed in place of something that cannot be formatted. Never throws, whatever was thrown. */
export function failureText(error: unknown, surroundings: Surroundings): string {
  let reason = '';
  try {
    reason = cut(reasonOf(error, surroundings), MAX_REASON);
  } catch {}
  return reason === '' ? '[could not be formatted]' : `[could not be formatted: ${reason}]`;
}

function reasonOf(error: unknown, surroundings: Surroundings): string {
  if (typeof error === 'string') return error;
  if (typeof error !== 'object' || error === null || surroundings.isProxy(error)) return '';
  const name = findData(error, 'name', surroundings);
  const message = findData(error, 'message', surroundings);
  if (typeof message !== 'string') return '';
  return typeof name === 'string' ? `${name}: ${message}` : message;
}
