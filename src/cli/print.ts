import { inspect } from 'node:util';
import type { CodeLogEntry, CodeRunResult } from '../seam/types.ts';

export function printLogEntry({ text }: CodeLogEntry): void {
  process.stderr.write(`${text}\n`);
}

/** The result for a person: the value on standard output, a failure on standard error. */
export function printOutcome(result: CodeRunResult): void {
  if (result.error) process.stderr.write(`${result.error.kind}: ${result.error.message}\n`);
  else if ('value' in result) process.stdout.write(`${display(result.value)}\n`);
}

/** The result for a program: one JSON object. What JSON cannot hold is there as text, in the style of `util.inspect`. */
export function printResultJson(result: CodeRunResult): void {
  let json: string;
  try {
    json = JSON.stringify(result, jsonValue);
  } catch {
    // A cycle.
    json = JSON.stringify({ ...result, value: display(result.value) });
  }
  process.stdout.write(`${json}\n`);
}

function display(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { depth: 8, maxArrayLength: 1000 });
}

function jsonValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  const isData = typeof value !== 'object' || value === null || Array.isArray(value);
  return isData || Object.getPrototypeOf(value) === Object.prototype ? value : inspect(value, { depth: 8 });
}
