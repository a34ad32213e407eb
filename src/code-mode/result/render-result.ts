import type { CodeRunFailure, CodeRunResult } from '../../seam/types.ts';
import type { RunCodeOutcome } from '../types.ts';
import { partsOf } from './content-blocks.ts';
import { fitParts, type Part, sizeOf, textBlock, textPart } from './fit-parts.ts';

/** The part of the budget that logs may claim of a result that is too long. */
const LOG_SHARE = 1 / 4;

const NOTHING = 'The program returned nothing';

export interface RenderOptions {
  readonly maxCharacters: number;
  /** Completes the message of a failure by what this layer knows. */
  readonly advise: (message: string) => string;
}

/**
 * What a model reads of a run: its logs, then its value or its failure, in at most `maxCharacters`. Of a result that is
 * too long the value, or the failure, keeps three quarters of the budget, if it needs them.
 */
export function renderResult(
  run: CodeRunResult,
  { maxCharacters, advise }: RenderOptions,
): Omit<RunCodeOutcome, 'run'> {
  const isError = run.error !== undefined;
  const outcome = run.error === undefined ? valueParts(run) : [textPart(failureText(run.error, advise))];
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

function valueParts({ value, logs, usage }: CodeRunResult): readonly Part[] {
  const open = usage.calls.started - usage.calls.settled;
  // A model that forgot an `await` has no other way to learn that its work was not done.
  const lost = open > 0 ? [textPart(unawaited(open))] : [];
  if (value === undefined)
    return [textPart(logs.length > 0 ? NOTHING : `${NOTHING}: end it with "return"`), ...lost];
  const parts = partsOf(value);
  return [...(parts.length > 0 ? parts : [textPart('The program returned an empty text')]), ...lost];
}

function unawaited(calls: number): string {
  const subject = calls === 1 ? '1 call was' : `${calls} calls were`;
  return `${subject} not over when the program ended, and may not have been made: await every call`;
}

function failureText({ kind, message }: CodeRunFailure, advise: RenderOptions['advise']): string {
  // The message is for whoever runs the host: it may name files, and nothing in it is the program's fault.
  if (kind === 'unavailable')
    return `Error (${kind}): The code runtime is not available, so the program did not run`;
  return `Error (${kind}): ${advise(message)}`;
}
