/** A line that opens or closes a Markdown code block: its mark, and what it says of the language. */
export interface Fence {
  readonly mark: string;
  readonly info: string;
  readonly start: number;
  readonly end: number;
}

export interface Block {
  readonly language: string;
  readonly start: number;
  readonly end: number;
}

const LINES = /[^\r\n]+/g;
const FENCE = /^\s*(`{3,}|~{3,})([ \t]*(?:[\w.{][^`]*)?)$/;

export function fencesOf(text: string): Fence[] {
  const fences: Fence[] = [];
  for (const { 0: line, index } of text.matchAll(LINES)) {
    const [, mark, info = ''] = FENCE.exec(line) ?? [];
    if (mark !== undefined) fences.push({ mark, info: info.trim(), start: index, end: index + line.length });
  }
  return fences;
}

export function fencedBlocks(text: string, fences: readonly Fence[]): Block[] {
  const blocks: Block[] = [];
  let open: Fence | undefined;
  for (const fence of fences) {
    if (open === undefined) {
      open = fence;
    } else if (closes(fence, open)) {
      blocks.push({ language: languageOf(open), start: open.end, end: fence.start });
      open = undefined;
    }
  }
  if (open === undefined) return blocks;
  const { mark, end: start } = open;
  const end = text.trimEnd().length;
  // A block without an end, or with one in a line of code; or the end of a block that was not begun.
  if (end > start) {
    const last = text.endsWith(mark, end) ? end - mark.length : end;
    blocks.push({ language: languageOf(open), start, end: last });
  } else if (blocks.length === 0) {
    blocks.push({ language: languageOf(open), start: 0, end: text.lastIndexOf(mark, start) });
  }
  return blocks;
}

/** A block up to what may be its end in place of the fence that ends it, which may be part of a template in it. */
export function longerBlocks(
  { language, start, end }: Block,
  fences: readonly Fence[],
  limit: number,
): Block[] {
  const open = fences.find((fence) => fence.end === start);
  if (open === undefined) return [];
  return fences
    .filter((fence) => fence.start > end && closes(fence, open))
    .slice(0, limit)
    .map((fence) => ({ language, start, end: fence.start }));
}

function closes(fence: Fence, open: Fence): boolean {
  return fence.info === '' && fence.mark.startsWith(open.mark);
}

function languageOf({ info }: Fence): string {
  return /^[^\s{:,]*/.exec(info)?.[0] ?? '';
}
