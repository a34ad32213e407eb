import { isFunction } from './functions.ts';
import { type Statement, unwrap } from './parse.ts';

/** Whether nothing happens where the statement stands: what it declares is there from the start, or only a type. */
export function isHoisted(statement: Statement): boolean {
  switch (statement.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'EmptyStatement':
      return true;
    default:
      return 'declare' in statement && statement.declare === true;
  }
}

export function isDeclaration(statement: Statement): boolean {
  return (
    isHoisted(statement) ||
    statement.type === 'VariableDeclaration' ||
    statement.type === 'ClassDeclaration' ||
    statement.type === 'TSEnumDeclaration'
  );
}

/** Whether the statement declares functions or types, and nothing else. */
export function isOnlyFunctions(statement: Statement): boolean {
  if (isHoisted(statement)) return true;
  return (
    statement.type === 'VariableDeclaration' &&
    statement.declarations.every(({ init }) => init && isFunction(unwrap(init)))
  );
}

/** Whether the program itself returns somewhere; what its functions return is theirs. */
export function hasReturn(statements: readonly Statement[]): boolean {
  const rest: (Statement | null | undefined)[] = [...statements];
  while (rest.length > 0) {
    const statement = rest.pop();
    switch (statement?.type) {
      case 'ReturnStatement':
        return true;
      case 'BlockStatement':
        push(rest, statement.body);
        break;
      case 'IfStatement':
        rest.push(statement.consequent, statement.alternate);
        break;
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'LabeledStatement':
        rest.push(statement.body);
        break;
      case 'SwitchStatement':
        for (const { consequent } of statement.cases) push(rest, consequent);
        break;
      case 'TryStatement':
        rest.push(statement.block, statement.handler?.body, statement.finalizer);
        break;
    }
  }
  return false;
}

/** A spread of very many arguments would exhaust the stack. */
function push(rest: (Statement | null | undefined)[], statements: readonly Statement[]): void {
  for (const statement of statements) rest.push(statement);
}
