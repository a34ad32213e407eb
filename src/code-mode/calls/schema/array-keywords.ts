import { type Evaluation, NO, OPEN, type Rule, type Verdict, YES } from './evaluation.ts';
import { allow, count, isRecord, type Keyword, type KeywordContext } from './keyword.ts';
import { isSchema } from './object-keywords.ts';

/** Keywords that speak of arrays, in the order in which problems are told. */
export const arrayKeywords: Readonly<Record<string, Keyword>> = {
  minItems: (operand) =>
    size(
      count(operand),
      (items, bound) => items < bound,
      (bound) => `expected at least ${bound} items`,
    ),
  maxItems: (operand) =>
    size(
      count(operand),
      (items, bound) => items > bound,
      (bound) => `expected at most ${bound} items`,
    ),

  prefixItems: (operand, context) =>
    Array.isArray(operand) ? each(operand, 0, undefined, context) : undefined,

  items(operand, context) {
    const prefix = context.schema.get('prefixItems');
    const from = Array.isArray(prefix) ? prefix.length : 0;
    // As a list it is what is called prefixItems today.
    if (Array.isArray(operand)) return each(operand.slice(from), from, undefined, context);
    return isSchema(operand) ? each([], from, operand, context) : undefined;
  },

  additionalItems(operand, context) {
    const items = context.schema.get('items');
    if (!Array.isArray(items)) return allow;
    return isSchema(operand) ? each([], items.length, operand, context) : undefined;
  },

  contains(operand, context) {
    if (!isSchema(operand)) return undefined;
    const node = context.sub(operand);
    const least = count(context.schema.get('minContains') ?? 1) ?? 1;
    const most = count(context.schema.get('maxContains') ?? Infinity) ?? Infinity;
    return arrays((value, run) => {
      let sure = 0;
      let open = 0;
      for (const [index, item] of value.entries()) {
        const verdict = run.quietly(() => run.applyAt(index, node, item));
        if (verdict === YES) sure++;
        else if (verdict === OPEN) open++;
        if (verdict !== NO) run.seen?.add(index);
      }
      if (sure + open < least)
        return run.no(() => `expected at least ${least} items that fit "contains", got ${sure}`);
      if (sure > most) return run.no(() => `expected at most ${most} items that fit "contains", got ${sure}`);
      return sure >= least && sure + open <= most ? YES : OPEN;
    });
  },

  uniqueItems(operand) {
    if (operand === false) return allow;
    if (operand !== true) return undefined;
    return arrays((value, run) => {
      const first = new Map<unknown, number>();
      for (const [index, item] of value.entries()) {
        const key = identity(item, run);
        const earlier = first.get(key);
        if (earlier !== undefined)
          return run.no(() => `expected no item twice, got the same at ${earlier} and ${index}`);
        first.set(key, index);
      }
      return YES;
    });
  },
};

/** Comes after all that looks at items. */
export const unevaluatedItems: Keyword = (operand, context) => {
  if (!isSchema(operand)) return undefined;
  const node = context.sub(operand);
  return arrays((value, run) =>
    run.all(value, (item, index) => {
      if (run.seen?.has(index)) return YES;
      run.seen?.add(index);
      return run.applyAt(index, node, item);
    }),
  );
};

function arrays(rule: (value: readonly unknown[], run: Evaluation) => Verdict): Rule {
  return (value, run) => {
    if (!Array.isArray(value)) return YES;
    run.charge(1 + value.length / 4);
    return rule(value, run);
  };
}

function size(
  bound: number | undefined,
  isWrong: (items: number, bound: number) => boolean,
  expected: (bound: number) => string,
): Rule | undefined {
  if (bound === undefined) return undefined;
  return (value, run) => {
    if (!Array.isArray(value) || !isWrong(value.length, bound)) return YES;
    return run.no(() => `${expected(bound)}, got ${value.length}`);
  };
}

/** From an index on: a schema for each item, then one for all others. */
function each(sources: readonly unknown[], from: number, rest: unknown, context: KeywordContext): Rule {
  const nodes = sources.map((source) => context.sub(source));
  const others = rest === undefined ? undefined : context.sub(rest);
  return arrays((value, run) => {
    const end = others === undefined ? from + nodes.length : value.length;
    return run.all(value.slice(from, end), (item, offset) => {
      const index = from + offset;
      run.seen?.add(index);
      return run.applyAt(index, nodes[offset] ?? others!, item);
    });
  });
}

/** The same for items that are the same JSON, and only for these. */
function identity(item: unknown, run: Evaluation): unknown {
  return typeof item === 'object' && item !== null
    ? textOf(item, run)
    : typeof item === 'string'
      ? `"${item}`
      : item;
}

function textOf(value: unknown, run: Evaluation): string {
  run.charge(1);
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, run)).join()}]`;
  if (isRecord(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((key) => `${JSON.stringify(key)}:${textOf(value[key], run)}`).join()}}`;
  }
  const text = JSON.stringify(value);
  run.charge(text.length / 16);
  return text;
}
