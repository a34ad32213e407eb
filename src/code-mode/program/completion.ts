import type { Edit } from './edits.ts';
import { returningExport, useOfExport, valuelessExport } from './exported-value.ts';
import { type WithoutExports, withoutExports } from './exports.ts';
import { functionsOf, mentionedNames, type NamedFunction, type Range } from './functions.ts';
import { type Expression, parseSoleExpression, type Statement, type Syntax, unwrap } from './parse.ts';
import { type Names, returning, returningAtEnd, useOf } from './returning.ts';
import { hasReturn, isDeclaration, isHoisted, isOnlyFunctions } from './statements.ts';

/** What makes a program return what the model means it to. */
export interface Completion {
  readonly edits: readonly Edit[];
  /** Whether the value is by the way, so that a run does not fail because it cannot cross. */
  readonly incidental: boolean;
}

/** For a program that returns what it should, or that is not understood. */
export const AS_IT_IS: Completion = { edits: [], incidental: false };

/** What the function is called that starts a program which also has variables or classes. */
const ENTRY_NAME = /^(?:main|run)$/;

const NO_NAMES: Names = { functionOf: () => undefined, isStarted: () => false };

/** For an expression that is no statement: an object, or a function without a name. `after`: see `returning`. */
export function completeExpression(text: string, after: number, expression: Expression): Completion {
  return completed(returning(text, after, expression.start!, expression.end!, useOf(expression, NO_NAMES)));
}

export function completeProgram(text: string, syntax: Syntax): Completion {
  const plain = withoutExports(text, syntax.program.body);
  if (plain === undefined) return AS_IT_IS;
  const names = namesOf(text, syntax, plain);
  const end = syntax.program.body.at(-1)?.end ?? 0;
  const { result } = plain;
  const use = result === undefined ? 'nothing' : useOfExport(result, names);
  if (result !== undefined && use !== 'nothing') {
    return completed([...plain.edits, ...returningExport(text, result, end, use)]);
  }
  const edits = [...plain.edits, ...(result === undefined ? [] : valuelessExport(text, result))];
  const statements = plain.statements.filter((statement) => statement !== result);
  if (hasReturn(statements)) return completed(edits);
  const entry = statements.every(isDeclaration) ? entryOf(statements, names) : undefined;
  if (entry !== undefined) return completed([...edits, returningAtEnd(text, end, entry.name, 'call')]);
  const last = completeLast(text, syntax, statements, names);
  return completed([...edits, ...last.edits], last.incidental);
}

/** Returns what the last statement that does something evaluates to. */
function completeLast(
  text: string,
  { program: { body, directives } }: Syntax,
  statements: readonly Statement[],
  names: Names,
): Completion {
  const last = lastEffective(statements);
  if (last === undefined) {
    // A string by itself is a directive to the parser.
    const directive = body.length === 0 ? directives.at(-1)?.value : undefined;
    if (directive === undefined || directive.value === 'use strict') return AS_IT_IS;
    return completed(returning(text, directives.at(-2)?.end ?? 0, directive.start!, directive.end!, 'value'));
  }
  const start = last.start!;
  const after = (body.findLast((node) => node.end! <= start) ?? directives.at(-1))?.end ?? 0;
  if (last.type === 'BlockStatement' && isObject(text.slice(start, last.end!))) {
    return completed(returning(text, after, start, last.end!, 'value'));
  }
  if (last.type !== 'ExpressionStatement') return AS_IT_IS;
  const { expression } = last;
  if (expression.type === 'UnaryExpression' && expression.operator === 'void') {
    const { argument } = expression;
    if (unwrap(argument).type !== 'CallExpression') return AS_IT_IS;
    // The run would be over before what is called has done its work.
    const dropped: Edit = { start, end: start + 'void'.length, text: '' };
    return completed([...returning(text, after, start, argument.end!, 'value'), dropped], true);
  }
  const incidental = unwrap(expression).type === 'AssignmentExpression';
  return completed(returning(text, after, start, expression.end!, useOf(expression, names)), incidental);
}

function completed(edits: readonly Edit[], incidental = false): Completion {
  return { edits, incidental };
}

function namesOf(text: string, syntax: Syntax, { statements, removed, result }: WithoutExports): Names {
  const functions = functionsOf(statements);
  // The name alone, where a program ends, stands for its call.
  const bare = [lastEffective(statements), result].flatMap((node) => bareName(node) ?? []);
  const mentioned = mentionedNames(text, syntax.comments, functions, [...removed, ...bare]);
  return {
    functionOf: (name) => functions.get(name),
    isStarted: ({ name }) => mentioned.has(name),
  };
}

function lastEffective(statements: readonly Statement[]): Statement | undefined {
  return statements.findLast((statement) => !isHoisted(statement));
}

/** Where the name is, if the statement is nothing else. */
function bareName(node: Statement | WithoutExports['result']): Range | undefined {
  if (node === undefined || !('type' in node)) return undefined;
  let expression: Expression | undefined;
  if (node.type === 'ExpressionStatement') expression = node.expression;
  else if (node.type === 'ExportDefaultDeclaration') expression = node.declaration as Expression;
  const isName = expression !== undefined && unwrap(expression).type === 'Identifier';
  return isName ? { start: node.start!, end: node.end! } : undefined;
}

/** The function that a program of nothing but declarations leaves to be called. */
function entryOf(statements: readonly Statement[], names: Names): NamedFunction | undefined {
  const idle = [...functionsOf(statements).values()].filter((fn) => fn.callable && !names.isStarted(fn));
  const sole = idle.length === 1 && statements.every(isOnlyFunctions) ? idle[0] : undefined;
  return sole ?? idle.find(({ name }) => ENTRY_NAME.test(name));
}

/** A block that can be read as an object is one; methods aside, whose names may be calls. */
function isObject(block: string): boolean {
  const object = parseSoleExpression(block);
  if (object?.type !== 'ObjectExpression' || object.properties.length === 0) return false;
  return object.properties.every(({ type }) => type !== 'ObjectMethod');
}
