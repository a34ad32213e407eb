import { type Edit, LINE_TERMINATOR } from './edits.ts';
import { isCallable, isFunction, type NamedFunction } from './functions.ts';
import { type Expression, unwrap } from './parse.ts';

/** What becomes of an expression in the place where a program ends: its value, that of its call, or nothing. */
export type Use = 'value' | 'call' | 'nothing';

/** `functionOf`: the function that a name stands for, if the program says so; `isStarted`: whether it also calls it. */
export interface Names {
  functionOf(name: string): NamedFunction | undefined;
  isStarted(fn: NamedFunction): boolean;
}

export function useOf(expression: Expression, names: Names): Use {
  const inner = unwrap(expression);
  switch (inner.type) {
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return isCallable(inner) ? 'call' : 'nothing';
    case 'ClassExpression':
      return 'nothing';
    case 'Identifier':
      return useOfName(inner.name, names);
    case 'AssignmentExpression': {
      const assigned = unwrap(inner.right);
      return isFunction(assigned) || assigned.type === 'ClassExpression' ? 'nothing' : 'value';
    }
    case 'AwaitExpression':
      return isConsoleCall(inner.argument) ? 'nothing' : 'value';
    default:
      return isConsoleCall(inner) ? 'nothing' : 'value';
  }
}

/** A function that is named where a program ends, and called nowhere, is meant to be called. */
export function useOfName(name: string, names: Names): Use {
  const fn = names.functionOf(name);
  if (fn === undefined) return 'value';
  return fn.callable && !names.isStarted(fn) ? 'call' : 'nothing';
}

/**
 * Returns what is from `start` to `end`; `after` is where that begins which stands before it, comments and all. Nothing
 * moves unless it stands on the line where something else ends, or on the first, without room before it.
 */
export function returning(text: string, after: number, start: number, end: number, use: Use): Edit[] {
  if (use === 'nothing') return [];
  const head = `${separator(text, after)}return (`;
  const gap = text.slice(after, start);
  const room = LINE_TERMINATOR.test(gap) ? 0 : gap.length - gap.trimEnd().length;
  const place = LINE_TERMINATOR.test(gap)
    ? { start: after, end: after }
    : { start: start - room, end: start };
  return [{ ...place, text: head }, closing(end, use)];
}

/** Returns what a name stands for, after the last statement. */
export function returningAtEnd(text: string, end: number, name: string, use: Use): Edit {
  return { start: end, end, text: `${separator(text, end)}return ${name}${use === 'call' ? '()' : ''};` };
}

/** What keeps a statement apart from the one that ends at `after`, whose end may be nothing but the end of its line. */
function separator(text: string, after: number): string {
  return after === 0 || text[after - 1] === ';' ? '' : ';';
}

/** What ends a statement that takes the place of one which needs no `;`: more may follow on its line. */
export function ending(end: number): Edit {
  return { start: end, end, text: ';' };
}

/** What ends `return (`. */
export function closing(end: number, use: Use): Edit {
  return { start: end, end, text: use === 'call' ? ')();' : ')' };
}

/** A console method returns nothing, so such a program may stay as it is. */
function isConsoleCall(expression: Expression): boolean {
  if (expression.type !== 'CallExpression') return false;
  const { callee } = expression;
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'console'
  );
}
