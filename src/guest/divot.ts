import { regExpExec, stringSlice } from '../bridge/intrinsics.ts';

/** How far back is looked, in characters: longer than any name of a program. */
const REACH = 400;

const NAME = /[\w$#\u0080-\uffff]+$/;
const CONSTRUCTION = /(?:^|[^\w$.#])(new\s+[\w$.#\u0080-\uffff]+)$/;

/**
 * The offset at which an expression begins that WebKit reports by its end: of a call or a `new` at the parenthesis, of a
 * name behind it. Other engines point at the name, and at `new`.
 */
export function expressionStart(script: string, end: number): number {
  const before = stringSlice(script, end > REACH ? end - REACH : 0, end);
  const expression = regExpExec(CONSTRUCTION, before)?.[1] ?? regExpExec(NAME, before)?.[0] ?? '';
  return end - expression.length;
}
