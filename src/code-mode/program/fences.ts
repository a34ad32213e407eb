import { blank } from './edits.ts';
import { parseProgram, parseSoleExpression } from './parse.ts';

/** A line that opens or closes a Markdown code block: its mark, and what it says of the language. */
const FENCE = /^[^\S\r\n]*(`{3,}|~{3,})([^\S\r\n]*(?:[\w.{][^`\r\n]*)?)$/gm;

const LANGUAGES = /^(?:ts|typescript|tsx|mts|cts|js|javascript|jsx|mjs|cjs|ecmascript|node)$/i;

interface Block {
  readonly language: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Spaces in place of Markdown code fences and the prose around them; positions stay. Of several blocks, the program is
 * the last one that parses: a later block corrects an earlier one. A block marked as TypeScript or JavaScript goes
 * before one without a mark, which may be the expected output, and this before any other.
 */
export function withoutFences(text: string): string {
  const blocks = fencedBlocks(text);
  const marked = blocks.filter(({ language }) => LANGUAGES.test(language));
  const bare = blocks.filter(({ language }) => language === '');
  const candidates = marked.length > 0 ? marked : bare.length > 0 ? bare : blocks;
  const only = candidates.length === 1 ? candidates[0] : undefined;
  const chosen =
    only ?? candidates.findLast((block) => isProgram(contentOf(text, block))) ?? candidates.at(-1);
  if (chosen === undefined) return text;
  return blank(text.slice(0, chosen.start)) + contentOf(text, chosen) + blank(text.slice(chosen.end));
}

function contentOf(text: string, { start, end }: Block): string {
  return text.slice(start, end);
}

function isProgram(text: string): boolean {
  return text.trim() !== '' && (parseProgram(text) ?? parseSoleExpression(text)) !== undefined;
}

function fencedBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: { readonly mark: string; readonly language: string; readonly start: number } | undefined;
  let fences = 0;
  for (const { 0: line, 1: mark = '', 2: info = '', index } of text.matchAll(FENCE)) {
    if (fences === 0 && isWithinCode(text.slice(0, index))) return [];
    fences += 1;
    if (open === undefined) {
      open = { mark, language: /^[^\s{:,]*/.exec(info.trim())?.[0] ?? '', start: index + line.length };
    } else if (mark.startsWith(open.mark) && info.trim() === '') {
      blocks.push({ language: open.language, start: open.start, end: index });
      open = undefined;
    }
  }
  if (open === undefined) return blocks;
  const { mark, language, start } = open;
  const end = text.trimEnd().length;
  // A block without an end, or with one in a line of code; or the end of a block that was not begun.
  if (end > start) blocks.push({ language, start, end: text.endsWith(mark, end) ? end - mark.length : end });
  else if (blocks.length === 0) blocks.push({ language, start: 0, end: text.lastIndexOf(mark, start) });
  return blocks;
}

/** Whether what follows is part of a template or a comment. */
function isWithinCode(before: string): boolean {
  const ticks = before.split('`').length - 1;
  return ticks % 2 === 1 || before.lastIndexOf('/*') > before.lastIndexOf('*/');
}
