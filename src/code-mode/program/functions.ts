import { applyEdits } from './edits.ts';
import { type Expression, type Statement, type Syntax, unwrap } from './parse.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A function that the program declares, or keeps in a variable, at its top level. */
export interface NamedFunction extends Range {
  readonly name: string;
  /** Whether it can be called without arguments, and what comes of it is a value. */
  readonly callable: boolean;
}

type Parameters = Extract<Expression, { type: 'FunctionExpression' }>['params'];

/** Without arguments every parameter must have its default; what a generator returns is no value. */
export function isCallable(fn: { params: Parameters; generator?: boolean | null | undefined }): boolean {
  return (
    fn.generator !== true &&
    fn.params.every(
      (parameter) =>
        parameter.type === 'AssignmentPattern' ||
        parameter.type === 'RestElement' ||
        (parameter.type === 'Identifier' && (parameter.optional === true || parameter.name === 'this')),
    )
  );
}

/** The functions among some statements, by name. */
export function functionsOf(statements: readonly Statement[]): Map<string, NamedFunction> {
  const functions = new Map<string, NamedFunction>();
  for (const statement of statements) {
    const start = statement.start!;
    const end = statement.end!;
    if (statement.type === 'FunctionDeclaration' && statement.id) {
      const { name } = statement.id;
      functions.set(name, { name, callable: isCallable(statement), start, end });
    } else if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations) {
        const value = init && unwrap(init);
        if (id.type !== 'Identifier' || !value || !isFunction(value)) continue;
        functions.set(id.name, { name: id.name, callable: isCallable(value), start, end });
      }
    }
  }
  return functions;
}

export function isFunction(
  expression: Expression,
): expression is Extract<Expression, { type: 'FunctionExpression' | 'ArrowFunctionExpression' }> {
  return expression.type === 'FunctionExpression' || expression.type === 'ArrowFunctionExpression';
}

/** The functions that the program speaks of outside of them, in code that counts. */
export function mentionedNames(
  text: string,
  comments: Syntax['comments'],
  functions: ReadonlyMap<string, NamedFunction>,
  ignored: readonly Range[],
): Set<string> {
  const code = applyEdits(
    text,
    (comments ?? []).map(({ start, end }) => ({ start: start!, end: end!, text: '' })),
  );
  const mentioned = new Set<string>();
  for (const { 0: name, index } of code.matchAll(
    /(?<![\p{ID_Continue}$.#])[\p{ID_Start}$_][\p{ID_Continue}$]*/gu,
  )) {
    const fn = functions.get(name);
    if (fn === undefined || isWithin(index, fn) || ignored.some((range) => isWithin(index, range))) continue;
    mentioned.add(name);
  }
  return mentioned;
}

function isWithin(index: number, { start, end }: Range): boolean {
  return index >= start && index < end;
}
