import { arrayJoin, type List, stringIndexOf } from '../../bridge/intrinsics.ts';
import { stringRepeat } from '../builtins.ts';
import { inColumns } from './columns.ts';
import type { Context } from './context.ts';

/** More entries of a list than this may be set in columns. */
const MIN_COLUMN_ENTRIES = 6;

/** The parts of an object's text. */
export interface Parts {
  /** What stands before the braces, without a space; mostly ''. */
  readonly base: string;
  readonly open: string;
  readonly close: string;
  readonly entries: List<string>;
  /** Set if the entries are those of a list, which may be set in columns. */
  readonly columns?: { readonly numeric: boolean; readonly lastIsNote: boolean } | undefined;
}

/** Puts the parts of an object of this level together: on one line if it is short and simple enough. */
export function layOut(context: Context, parts: Parts, level: number): string {
  const { settings, indentation } = context;
  const { open, close, base } = parts;
  const before = base === '' ? open : `${base} ${open}`;
  let { entries } = parts;
  if (settings.compact >= 1) {
    const { columns } = parts;
    if (columns && entries.length > MIN_COLUMN_ENTRIES) entries = inColumns(context, entries, columns);
    const simple = context.lastLevel - level < settings.compact && entries === parts.entries;
    if (simple && isShort(context, parts)) {
      const joined = arrayJoin(entries, ', ');
      if (stringIndexOf(joined, '\n') === -1) return `${before} ${joined} ${close}`;
    }
  }
  const lineStart = `\n${stringRepeat(' ', indentation)}`;
  return `${before}${lineStart}  ${arrayJoin(entries, `,${lineStart}  `)}${lineStart}${close}`;
}

function isShort({ settings, indentation }: Context, { entries, open, base }: Parts): boolean {
  // Ten columns are left for a key in front.
  let total = entries.length * 2 + indentation + open.length + base.length + 10;
  if (total > settings.breakLength) return false;
  for (let index = 0; index < entries.length; index++) {
    total += entries[index]!.length;
    if (total > settings.breakLength) return false;
  }
  return stringIndexOf(base, '\n') === -1;
}
