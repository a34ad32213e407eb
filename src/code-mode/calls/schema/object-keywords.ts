import { type Evaluation, NO, OPEN, type Rule, type SchemaNode, type Verdict, YES } from './evaluation.ts';
import { allow, count, isRecord, type Keyword, type KeywordContext, leaveOpen } from './keyword.ts';
import type { Pattern } from './pattern.ts';

/** Keywords that speak of objects, in the order in which problems are told. */
export const objectKeywords: Readonly<Record<string, Keyword>> = {
  required(operand) {
    if (!Array.isArray(operand) || !operand.every((name) => typeof name === 'string')) return undefined;
    return (value, run) => (isRecord(value) ? requireAll(operand, value, run) : YES);
  },

  minProperties: (operand) =>
    size(
      count(operand),
      (keys, bound) => keys < bound,
      (bound) => `expected at least ${bound} properties`,
    ),
  maxProperties: (operand) =>
    size(
      count(operand),
      (keys, bound) => keys > bound,
      (bound) => `expected at most ${bound} properties`,
    ),

  propertyNames(operand, context) {
    const node = context.sub(operand);
    return objects((_value, keys, run) => run.all(keys, (key) => run.applyAt(key, node, key)));
  },

  dependentRequired: (operand, context) => dependencies(operand, context),
  dependentSchemas: (operand, context) => dependencies(operand, context),
  dependencies: (operand, context) => dependencies(operand, context),

  // The three together decide what applies to a property: the first that is there speaks for all.
  properties: (operand, context) => (isRecord(operand) ? members(context) : undefined),
  patternProperties(operand, context) {
    if (!isRecord(operand)) return undefined;
    return isRecord(context.schema.get('properties')) ? allow : members(context);
  },
  additionalProperties(operand, context) {
    if (!isSchema(operand)) return undefined;
    const { schema } = context;
    return isRecord(schema.get('properties')) || isRecord(schema.get('patternProperties'))
      ? allow
      : members(context);
  },
};

/** Comes after all that looks at properties. */
export const unevaluatedProperties: Keyword = (operand, context) => {
  if (!isSchema(operand)) return undefined;
  const node = context.sub(operand);
  return objects((value, keys, run) =>
    run.all(keys, (key) => (run.seen?.has(key) ? YES : applyUnlisted(node, operand, key, value, run))),
  );
};

export function isSchema(operand: unknown): boolean {
  return typeof operand === 'boolean' || isRecord(operand);
}

function objects(
  rule: (value: Record<string, unknown>, keys: readonly string[], run: Evaluation) => Verdict,
): Rule {
  return (value, run) => {
    if (!isRecord(value)) return YES;
    run.charge(1);
    return rule(value, run.keysOf(value), run);
  };
}

function requireAll(names: readonly string[], value: object, run: Evaluation): Verdict {
  run.charge(1 + names.length);
  return run.all(names, (name) =>
    Object.hasOwn(value, name) ? YES : run.no(() => `missing required property ${JSON.stringify(name)}`),
  );
}

function size(
  bound: number | undefined,
  isWrong: (keys: number, bound: number) => boolean,
  expected: (bound: number) => string,
): Rule | undefined {
  if (bound === undefined) return undefined;
  return objects((_value, { length }, run) =>
    isWrong(length, bound) ? run.no(() => `${expected(bound)}, got ${length}`) : YES,
  );
}

function dependencies(operand: unknown, context: KeywordContext): Rule | undefined {
  if (!isRecord(operand)) return undefined;
  const rules = Object.entries(operand).map(([key, dependent]): readonly [string, Rule] => {
    if (!Array.isArray(dependent)) {
      const node = context.sub(dependent);
      return [key, (value, run) => run.apply(node, value)];
    }
    if (!dependent.every((name) => typeof name === 'string')) return [key, leaveOpen];
    return [key, (value, run) => requireAll(dependent, value as object, run)];
  });
  return objects((value, _keys, run) => {
    run.charge(rules.length);
    return run.all(rules, ([key, rule]) => (Object.hasOwn(value, key) ? rule(value, run) : YES));
  });
}

function members(context: KeywordContext): Rule {
  const { schema } = context;
  const entriesOf = (keyword: string): [string, unknown][] => {
    const operand = schema.get(keyword);
    return isRecord(operand) ? Object.entries(operand) : [];
  };
  const named = new Map(entriesOf('properties').map(([key, source]) => [key, context.sub(source)]));
  const patterns = entriesOf('patternProperties').map(
    ([text, source]): readonly [Pattern | undefined, SchemaNode] => [
      context.pattern(text),
      context.sub(source),
    ],
  );
  const additional = schema.get('additionalProperties');
  const rest = isSchema(additional) ? context.sub(additional) : undefined;

  const verdictOf = (value: Record<string, unknown>, key: string, run: Evaluation): Verdict => {
    const node = named.get(key);
    let verdict: Verdict = node === undefined ? YES : run.applyAt(key, node, value[key]);
    let isListed: Verdict = node === undefined ? NO : YES;
    for (const [pattern, matching] of patterns) {
      const match = pattern === undefined ? OPEN : pattern(key, run);
      if (match === OPEN) verdict = lesser(verdict, OPEN);
      else if (match === YES) verdict = lesser(verdict, run.applyAt(key, matching, value[key]));
      if (match > isListed) isListed = match;
    }
    if (isListed === NO && rest !== undefined)
      verdict = lesser(verdict, applyUnlisted(rest, additional, key, value, run));
    else if (isListed !== NO) run.seen?.add(key);
    return verdict;
  };
  return objects((value, keys, run) => {
    run.charge(keys.length * (1 + patterns.length + (run.seen ? 1 : 0)));
    return run.all(keys, (key) => verdictOf(value, key, run));
  });
}

function applyUnlisted(
  node: SchemaNode,
  source: unknown,
  key: string,
  value: Record<string, unknown>,
  run: Evaluation,
): Verdict {
  run.seen?.add(key);
  if (source === false) return run.noAt(key, () => 'unknown property');
  return run.applyAt(key, node, value[key]);
}

function lesser(a: Verdict, b: Verdict): Verdict {
  return a < b ? a : b;
}
