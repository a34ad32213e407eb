import type { Edit } from './edits.ts';
import { returningExport, useOfExport, valuelessExport } from './exported-value.ts';
import { type WithoutExports, withoutExports } from './exports.ts';
import { functionsOf, isCallable, isFunction, mentionedNames, type NamedFunction } from './functions.ts';
import { type Expression, type ProgramParser, type Statement, type Syntax, unwrap } from './parse.ts';
import { ending, type Names, returning, returningAtEnd, useOf } from './returning.ts';
import { isDeclaration, isHoisted, isOnlyFunctions } from './statements.ts';
import { nodesOf } from './syntax-nodes.ts';

/** What makes a program return what the model means it to. */
export interface Completion {
  readonly edits: readonly Edit[];
  /** Whether the program says nothing of a result, so that a run does not fail because a value cannot cross. */
  readonly incidental: boolean;
}

/** For a program that returns what it should, or that is not understood. */
export const AS_IT_IS: Completion = { edits: [], incidental: false };

/** What the function is called that starts a program which also has variables or classes. */
const ENTRY_NAME = /^(?:main|run)$/;

/** What does something where it stands. */
const CALL = /Call|^(?:NewExpression|ImportExpression|TaggedTemplateExpression|AwaitExpression)$/;

const NO_NAMES: Names = { functionOf: () => undefined, isStarted: () => false };

/** For an expression that is no statement: an object, or a function without a name. `after`: see `returning`. */
export function completeExpression(text: string, after: number, expression: Expression): Completion {
  return completed(returning(text, after, expression.start!, expression.end!, useOf(expression, NO_NAMES)));
}

export function completeProgram(text: string, syntax: Syntax, parser: ProgramParser): Completion {
  const plain = withoutExports(text, syntax.program.body);
  if (plain === undefined) return AS_IT_IS;
  const names = namesOf(plain);
  const end = syntax.program.body.at(-1)?.end ?? 0;
  const { result } = plain;
  const use = result === undefined ? 'nothing' : useOfExport(result, names);
  if (result !== undefined && use !== 'nothing') {
    return completed([...plain.edits, ...returningExport(text, result, end, use)]);
  }
  const edits = [...plain.edits, ...(result === undefined ? [] : valuelessExport(text, result))];
  const statements = plain.statements.filter((statement) => statement !== result);
  const entry = statements.every(isDeclaration) ? entryOf(statements, names) : undefined;
  if (entry !== undefined) return completed([...edits, returningAtEnd(text, end, entry.name, 'call')]);
  const last = completeLast(text, syntax, statements, { names, parser });
  return completed([...edits, ...last.edits], last.incidental);
}

/** Returns what the last statement that does something evaluates to. */
function completeLast(
  text: string,
  { program: { body, directives } }: Syntax,
  statements: readonly Statement[],
  { names, parser }: { names: Names; parser: ProgramParser },
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
  if (last.type === 'BlockStatement') {
    const isSole = statements.every((statement) => statement === last || isHoisted(statement));
    // With a label, what a program does last may be in braces.
    if (!isSole && hasCall(last)) return AS_IT_IS;
    if (!isObject(text.slice(start, last.end!), parser)) return AS_IT_IS;
    return completed([...returning(text, after, start, last.end!, 'value'), ending(last.end!)], !isSole);
  }
  if (last.type !== 'ExpressionStatement') return AS_IT_IS;
  const { expression } = last;
  if (expression.type === 'UnaryExpression' && expression.operator === 'void') {
    const { argument } = expression;
    if (unwrap(argument).type !== 'CallExpression') return AS_IT_IS;
    // The run would be over before what is called has done its work.
    const dropped: Edit = { start, end: start + 'void'.length, text: '' };
    return completed(
      [...returning(text, after, start, argument.end!, 'value'), dropped],
      !isOwnCall(argument, names),
    );
  }
  const use = useOf(expression, names);
  const incidental = use !== 'call' && !isOwnCall(expression, names);
  return completed(returning(text, after, start, expression.end!, use), incidental);
}

function completed(edits: readonly Edit[], incidental = false): Completion {
  return { edits, incidental };
}

function namesOf({ statements, result }: WithoutExports): Names {
  const functions = functionsOf(statements);
  const last = lastEffective(statements);
  // The name alone, where a program ends, stands for its call.
  const others = statements.filter((node) => (node !== last && node !== result) || !isBareName(node));
  const mentioned = mentionedNames(others, functions);
  return {
    functionOf: (name) => functions.get(name),
    isStarted: ({ name }) => mentioned.has(name),
  };
}

function lastEffective(statements: readonly Statement[]): Statement | undefined {
  return statements.findLast((statement) => !isHoisted(statement));
}

function isBareName(node: Statement): boolean {
  let expression: Expression | undefined;
  if (node.type === 'ExpressionStatement') expression = node.expression;
  else if (node.type === 'ExportDefaultDeclaration') expression = node.declaration as Expression;
  return expression !== undefined && unwrap(expression).type === 'Identifier';
}

/** The function that a program of nothing but declarations leaves to be called. */
function entryOf(statements: readonly Statement[], names: Names): NamedFunction | undefined {
  const idle = [...functionsOf(statements).values()].filter((fn) => fn.callable && !names.isStarted(fn));
  const sole = idle.length === 1 && statements.every(isOnlyFunctions) ? idle[0] : undefined;
  return sole ?? idle.find(({ name }) => ENTRY_NAME.test(name));
}

/** A block that can be read as an object is one; methods aside, whose names may be calls. */
function isObject(block: string, parser: ProgramParser): boolean {
  const object = parser.expression(block);
  if (object?.type !== 'ObjectExpression' || object.properties.length === 0) return false;
  return object.properties.every(({ type }) => type !== 'ObjectMethod');
}

function hasCall(statement: Statement): boolean {
  return [...nodesOf([statement])].some(({ type }) => CALL.test(type));
}

/** Whether a function of the program is called that stands for all of it: what that returns, the program means to. */
function isOwnCall(expression: Expression, { functionOf }: Names): boolean {
  let inner = unwrap(expression);
  if (inner.type === 'AwaitExpression') inner = unwrap(inner.argument);
  if (inner.type !== 'CallExpression' || inner.callee.type === 'Super') return false;
  if (inner.callee.type === 'V8IntrinsicIdentifier' || inner.callee.type === 'Import') return false;
  const callee = unwrap(inner.callee);
  if (callee.type === 'Identifier') return functionOf(callee.name)?.callable === true;
  return isFunction(callee) && isCallable(callee);
}
