import type { JsonSchema } from '../../types.ts';
import { describeProblems } from './describe-problems.ts';
import { Evaluation, NO, type Problem, type SchemaNode, TooComplex } from './evaluation.ts';
import { leaveOpen } from './keyword.ts';
import { SchemaCompiler } from './schema-compiler.ts';

/** What is wrong with a value of so many values, in words; '' if it fits. Never throws. */
export type SchemaCheck = (value: unknown, values: number) => string;

/** Steps of one check: enough for any schema that is meant to be used, and over in a fraction of a second. */
const STEPS = 300_000;
const STEPS_PER_VALUE = 6;
/** To find out what is wrong, once it is known that something is. */
const STEPS_TO_EXPLAIN = 300_000;

/**
 * Prepares a schema once. What is not understood of it counts as "anything", keyword by keyword. Undefined when nothing
 * is left to check.
 */
export function compileSchema(schema: JsonSchema): SchemaCheck | undefined {
  const { root, tracking } = new SchemaCompiler(schema).compile();
  if (root.rules.every((rule) => rule === leaveOpen)) return undefined;
  return (value, values) => {
    const run = new Evaluation(STEPS + STEPS_PER_VALUE * values, tracking);
    try {
      if (run.apply(root, value) !== NO) return '';
    } catch (error) {
      return interrupted(error);
    }
    return describeProblems(explain(run, root, value)) || 'they do not fit the schema of the tool';
  };
}

function explain(run: Evaluation, root: SchemaNode, value: unknown): readonly Problem[] {
  const problems = run.explain(STEPS_TO_EXPLAIN);
  try {
    run.apply(root, value);
  } catch (error) {
    interrupted(error);
  }
  return problems;
}

/** No steps are left, or no room on the stack. */
function interrupted(error: unknown): string {
  if (error instanceof TooComplex || error instanceof RangeError)
    return 'they are too complex, or nested too deeply, to be checked';
  throw error;
}
