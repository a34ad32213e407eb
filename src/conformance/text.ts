import type { CodeLocation } from '../seam/types.ts';

/** What gives away the host or the runtime: module schemes, folders and file names of either. */
export const HOST_TRACE = /node:internal|file:\/\/|node_modules|[\\/](?:src|dist)[\\/]|codeseam/;

/** Longest message that still counts as bounded, in characters: generous, since the contract fixes no number. */
export const BOUNDED = 100_000;

/** Where `text` first occurs in a program, so that no case counts columns by hand. */
export function positionOf(program: string, text: string): CodeLocation {
  const lines = program.slice(0, program.indexOf(text)).split(/\r\n|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
