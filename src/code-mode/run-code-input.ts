import { describeValue } from '../seam/describe-value.ts';
import { unknownFields } from '../seam/nearest-names.ts';
import type { RunCodeInput } from './types.ts';

/** The input of `run_code` as a model sent it, or what is wrong with it, for the model to read. */
export function checkInput(input: unknown): RunCodeInput | string {
  const problem = problemOf(input);
  return problem === undefined ? (input as RunCodeInput) : `Invalid input: ${problem}`;
}

function problemOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return `expected an object with "code", got ${describeValue(input)}`;
  const { code, description, ...others } = input as Readonly<Record<string, unknown>>;
  if (typeof code !== 'string')
    return `expected "code" to be a string with the program, got ${describeValue(code)}`;
  if (description !== undefined && typeof description !== 'string')
    return `expected "description" to be a string, got ${describeValue(description)}`;
  return unknownFields(others, ['code', 'description']);
}
