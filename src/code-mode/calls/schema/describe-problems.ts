import { bounded } from '../../result/cut-text.ts';
import { pathStep } from '../json-view.ts';
import type { Problem, Step } from './evaluation.ts';

/** Problems told of one call, and characters of each: the rest would not help a model any more. */
const MAX_PROBLEMS = 8;
const MAX_CHARACTERS = 300;

/** What is wrong with the arguments, for a model: each problem with its path, and what was expected there. */
export function describeProblems(problems: readonly Problem[]): string {
  const told = new Set<string>();
  let more = 0;
  for (const { step, tell } of problems) {
    if (told.size === MAX_PROBLEMS) more++;
    else told.add(bounded(`${pathOf(step)}: ${tell()}`, MAX_CHARACTERS));
  }
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function pathOf(step: Step | undefined): string {
  const steps: string[] = [];
  for (let each = step; each !== undefined; each = each.parent) steps.push(pathStep(String(each.key)));
  return `args${steps.reverse().join('')}`;
}
