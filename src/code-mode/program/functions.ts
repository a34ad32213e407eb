import { type Expression, type Statement, unwrap } from './parse.ts';
import { namedNodes } from './syntax-nodes.ts';

/** A function, or a class, that the program declares, or keeps in a variable, at its top level. */
export interface NamedFunction {
  readonly name: string;
  /** Whether it can be called without arguments, and what comes of it is a value. */
  readonly callable: boolean;
  /** Where it is declared. */
  readonly start: number;
  readonly end: number;
}

type Declarator = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number];
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

/** The functions, and the classes, among some statements, by name. */
export function functionsOf(statements: readonly Statement[]): Map<string, NamedFunction> {
  const functions = new Map<string, NamedFunction>();
  const add = (name: string, callable: boolean, node: Statement | Declarator): void => {
    functions.set(name, { name, callable, start: node.start!, end: node.end! });
  };
  for (const statement of statements) {
    if (statement.type === 'FunctionDeclaration' && statement.id) {
      add(statement.id.name, isCallable(statement), statement);
    } else if (statement.type === 'ClassDeclaration' && statement.id) {
      add(statement.id.name, false, statement);
    } else if (statement.type === 'VariableDeclaration') {
      for (const declarator of statement.declarations) {
        const { id, init } = declarator;
        const value = init && unwrap(init);
        if (id.type !== 'Identifier' || !value) continue;
        if (isFunction(value)) add(id.name, isCallable(value), declarator);
        else if (value.type === 'ClassExpression') add(id.name, false, declarator);
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

/** The names of the functions that some statements speak of outside of where these are declared. */
export function mentionedNames(
  statements: readonly Statement[],
  functions: ReadonlyMap<string, NamedFunction>,
): Set<string> {
  const mentioned = new Set<string>();
  for (const { name, start } of namedNodes(statements)) {
    const fn = functions.get(name);
    if (fn !== undefined && (start < fn.start || start >= fn.end)) mentioned.add(name);
  }
  return mentioned;
}
