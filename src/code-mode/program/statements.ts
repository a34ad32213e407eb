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
