import type { CodeRunFailure, CodeRunResult } from '../../seam/types.ts';
import type { RunCodeOutcome } from '../types.ts';
import { partsOf } from './content-blocks.ts';
import { fitParts, type Part, sizeOf, textBlock, textPart } from './fit-parts.ts';

/** The part of the budget that logs may claim of a result that is too long. */
const LOG_SHARE = 1 / 4;

/**
 * What a model reads of a run: its logs, then its value or its failure, in at most `maxCharacters`. Of a result that is
 * too long the value, or the failure, keeps three quarters of the budget, if it needs them.
 */
export function renderResult(run: CodeRunResult, maxCharacters: number): Omit<RunCodeOutcome, 'run'> {
  const isError = run.error !== undefined;
  const outcome = run.error === undefined ? valueParts(run.value) : [textPart(failureText(run.error))];
  if (run.logs.length === 0) return { content: fitParts(outcome, maxCharacters), isError };

  const head = 'Logs:\n';
  const foot = isError || run.value === undefined ? '' : '\n\nReturned:';
  const logs = run.logs.join('\n');
  const budget = maxCharacters - head.length - foot.length;
  const share = budget - Math.min(logs.length, Math.floor(budget * LOG_SHARE));
  const logPart: Part = {
    type: 'text',
    text: logs,
    around: 0,
    wrap: (text) => textBlock(head + text + foot),
  };
  const left = budget - Math.min(sizeOf(outcome), share);
  return { content: [...fitParts([logPart], left), ...fitParts(outcome, share)], isError };
}

function valueParts(value: unknown): readonly Part[] {
  if (value === undefined) return [textPart('The program returned nothing')];
  const parts = partsOf(value);
  return parts.length > 0 ? parts : [textPart('The program returned an empty text')];
}

function failureText({ kind, message }: CodeRunFailure): string {
  // The message is for whoever runs the host: it may name files, and nothing in it is the program's fault.
  if (kind === 'unavailable')
    return `Error (${kind}): The code runtime is not available, so the program did not run`;
  return `Error (${kind}): ${message}`;
}
