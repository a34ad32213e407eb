import { append, type List, list, mapGet, mathMax, mathMin, stringIndexOf } from '../bridge/intrinsics.ts';
import { stringRepeat } from './builtins.ts';
import { cut, plural } from './inspect/text.ts';
import { widthOf } from './inspect/width.ts';

export interface Row {
  readonly index: string;
  /** Texts by the title of their column. */
  readonly cells: Map<string, string>;
}

export interface Table {
  readonly indexTitle: string;
  readonly columns: List<string>;
  readonly rows: List<Row>;
  /** Rows that were left out. */
  readonly more: number;
}

/** Longest text of a cell, in characters. */
const MAX_CELL = 200;

/** Draws a table with lines around its cells, and stops when more than `maxLength` characters are drawn. */
export function drawTable({ indexTitle, columns, rows, more }: Table, maxLength: number): string {
  const lines = list<List<string>>();
  append(
    lines,
    lineOf(indexTitle, columns, (title) => title),
  );
  for (let index = 0; index < rows.length; index++) {
    const { index: name, cells } = rows[index]!;
    append(
      lines,
      lineOf(name, columns, (title) => mapGet(cells, title) ?? ''),
    );
  }
  const widths = widthsOf(lines);
  let text = rule(widths, '┌', '┬', '┐');
  for (let index = 0; index < lines.length && text.length <= maxLength; index++) {
    text += `\n${drawLine(lines[index]!, widths)}`;
    if (index === 0) text += `\n${rule(widths, '├', '┼', '┤')}`;
  }
  text += `\n${rule(widths, '└', '┴', '┘')}`;
  return more > 0 ? `${text}\n... ${plural(more, 'more item')}` : text;
}

function lineOf(first: string, columns: List<string>, textOf: (title: string) => string): List<string> {
  const line = list<string>();
  append(line, oneLine(first));
  for (let index = 0; index < columns.length; index++) append(line, oneLine(textOf(columns[index]!)));
  return line;
}

function oneLine(text: string): string {
  const end = stringIndexOf(text, '\n');
  const head = cut(text, end === -1 ? MAX_CELL : mathMin(end, MAX_CELL));
  return head.length < text.length ? `${head}…` : head;
}

function widthsOf(lines: List<List<string>>): List<number> {
  const widths = list<number>();
  for (let column = 0; column < lines[0]!.length; column++) {
    let width = 0;
    for (let index = 0; index < lines.length; index++)
      width = mathMax(width, widthOf(lines[index]![column]!));
    append(widths, width);
  }
  return widths;
}

function drawLine(cells: List<string>, widths: List<number>): string {
  let line = '│';
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column]!;
    line += ` ${cell}${stringRepeat(' ', widths[column]! - widthOf(cell))} │`;
  }
  return line;
}

function rule(widths: List<number>, left: string, middle: string, right: string): string {
  let line = left;
  for (let column = 0; column < widths.length; column++) {
    line += (column === 0 ? '' : middle) + stringRepeat('─', widths[column]! + 2);
  }
  return line + right;
}
