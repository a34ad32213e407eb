import { bounded } from '../../result/cut-text.ts';
import { pathStep, shortPath } from '../json-view.ts';
import type { Problem, Step } from './evaluation.ts';

/** Problems told of one call, and characters of each: the rest would not help a model any more. */
const MAX_PROBLEMS = 8;
const MAX_CHARACTERS = 300;
/** Problems that are put in words to find these: many may be the same one. */
const MAX_WORDED = 500;

/** What is wrong with the arguments, for a model: each problem with its path, and what was expected there. */
export function describeProblems(problems: readonly Problem[]): string {
  const told = new Set<string>();
  let worded = 0;
  for (const { step, tell } of problems) {
    if (told.size === MAX_PROBLEMS || worded === MAX_WORDED) break;
    told.add(bounded(`${pathOf(step)}: ${tell()}`, MAX_CHARACTERS));
    worded++;
  }
  const more = problems.length - worded;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

function pathOf(step: Step | undefined): string {
  const steps: string[] = [];
  for (let each = step; each !== undefined; each = each.parent) steps.push(pathStep(String(each.key)));
  return shortPath(`args${steps.reverse().join('')}`);
}
