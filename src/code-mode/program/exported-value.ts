import type { Edit } from './edits.ts';
import { type DefaultExport, exportDefaultEnd, type WithoutExports } from './exports.ts';
import { isCallable } from './functions.ts';
import type { Expression } from './parse.ts';
import { closing, ending, type Names, returningAtEnd, type Use, useOf, useOfName } from './returning.ts';

/** What a program exports as `default`: a name, or a value. */
type Result = NonNullable<WithoutExports['result']>;

export function useOfExport(result: Result, names: Names): Use {
  if (!('type' in result)) return useOfName(result.name, names);
  const { declaration } = result;
  if (declaration.type === 'FunctionDeclaration') return isCallable(declaration) ? 'call' : 'nothing';
  return declaration.type === 'ClassDeclaration' ? 'nothing' : useOf(declaration as Expression, names);
}

/** Returns the value where it stands, or at the end of the program when more follows. */
export function returningExport(text: string, result: Result, end: number, use: Use): Edit[] {
  if (!('type' in result)) return [returningAtEnd(text, end, result.name, use)];
  if (result.end === end) return bracketed(text, result, 'return (', closing(result.declaration.end!, use));
  const name = unusedName(text);
  const close = { start: result.declaration.end!, end: result.declaration.end!, text: ');' };
  return [...bracketed(text, result, `const ${name} = (`, close), returningAtEnd(text, end, name, use)];
}

/** An expression by itself in place of an export that a run cannot end with. */
export function valuelessExport(text: string, result: Result): Edit[] {
  if (!('type' in result)) return [];
  const end = result.declaration.end!;
  return [...bracketed(text, result, ';(', closing(end, 'value')), ending(end)];
}

function bracketed(text: string, { start }: DefaultExport, open: string, close: Edit): Edit[] {
  return [{ start: start!, end: exportDefaultEnd(text, start!), text: open }, close];
}

function unusedName(text: string): string {
  const used = new Set(text.match(/\$\d+/g));
  let number = 0;
  while (used.has(`$${number}`)) number += 1;
  return `$${number}`;
}
