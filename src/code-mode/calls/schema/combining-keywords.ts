import { describeValue } from '../../../seam/describe-value.ts';
import { NO, OPEN, type Rule, type SchemaNode, type Verdict, YES } from './evaluation.ts';
import { allow, type Keyword, type KeywordContext } from './keyword.ts';

/** Keywords that apply schemas to the very value that they speak of, in the order in which problems are told. */
export const combiningKeywords: Readonly<Record<string, Keyword>> = {
  not(operand, context) {
    const node = context.sub(operand);
    return (value, run) => {
      const { seen } = run;
      run.seen = undefined;
      const verdict = run.quietly(() => run.apply(node, value));
      run.seen = seen;
      if (verdict === NO) return YES;
      if (verdict === OPEN) return OPEN;
      return run.no(() => `expected anything but what "not" describes, got ${describeValue(value)}`);
    };
  },

  anyOf(operand, context) {
    const nodes = subs(operand, context);
    if (nodes === undefined) return undefined;
    return (value, run) => {
      const { problems } = run;
      const before = problems?.length ?? 0;
      run.no(() => `expected one of the alternatives to fit, got ${describeValue(value)}`);
      let most: Verdict = NO;
      for (const node of nodes) {
        const verdict = run.apply(node, value);
        if (verdict > most) most = verdict;
        // The others may look at more of it.
        if (most === YES && run.seen === undefined) break;
      }
      if (most !== NO && problems) problems.length = before;
      return most;
    };
  },

  allOf(operand, context) {
    const nodes = subs(operand, context);
    return nodes && ((value, run) => run.all(nodes, (node) => run.apply(node, value)));
  },

  oneOf(operand, context) {
    const nodes = subs(operand, context);
    if (nodes === undefined) return undefined;
    return (value, run) => {
      const { problems } = run;
      const before = problems?.length ?? 0;
      run.no(() => `expected exactly one of the alternatives to fit, got ${describeValue(value)}`);
      const verdicts = nodes.map((node) => run.apply(node, value));
      const sure = verdicts.filter((verdict) => verdict === YES).length;
      const open = verdicts.filter((verdict) => verdict === OPEN).length;
      const verdict = sure > 1 || sure + open === 0 ? NO : open > 0 ? OPEN : YES;
      // What is wrong with the others does not matter when too many fit.
      if (problems && verdict !== NO) problems.length = before;
      else if (problems && sure > 1) problems.length = before + 1;
      return verdict;
    };
  },

  if(operand, context) {
    const { schema } = context;
    const condition = context.sub(operand);
    const branch = (keyword: string): Rule => {
      if (!schema.has(keyword)) return allow;
      const node = context.sub(schema.get(keyword));
      return (value, run) => run.apply(node, value);
    };
    const then = branch('then');
    const otherwise = branch('else');
    return (value, run) => {
      const verdict = run.quietly(() => run.apply(condition, value));
      if (verdict === YES) return then(value, run);
      return verdict === NO ? otherwise(value, run) : OPEN;
    };
  },
};

function subs(operand: unknown, context: KeywordContext): readonly SchemaNode[] | undefined {
  return Array.isArray(operand) && operand.length > 0
    ? operand.map((source) => context.sub(source))
    : undefined;
}
