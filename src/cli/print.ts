import { inspect } from 'node:util';
import type { CodeLogEntry, CodeRunResult } from '../seam/types.ts';
import { toJsonValue } from './json-value.ts';

export function printLogEntry({ text }: CodeLogEntry): void {
  process.stderr.write(`${text}\n`);
}

/** The result for a person: the value on standard output, a failure on standard error. */
export function printOutcome(result: CodeRunResult): void {
  if (result.error) process.stderr.write(`${result.error.kind}: ${result.error.message}\n`);
  else if ('value' in result) process.stdout.write(`${display(result.value)}\n`);
}

/**
 * The result for a program: one JSON object. Where the value is none of JSON there is a text, in the style of
 * `util.inspect`; `inexact` then lists the places.
 */
export function printResultJson(result: CodeRunResult): void {
  process.stdout.write(`${JSON.stringify('value' in result ? withJsonValue(result) : result)}\n`);
}

function withJsonValue(result: CodeRunResult): object {
  const { json, inexact } = toJsonValue(result.value, '/value');
  return { ...result, value: json, ...(inexact.length > 0 && { inexact }) };
}

function display(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { depth: 8, maxArrayLength: 1000 });
}
