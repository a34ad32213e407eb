import { blank, LINE_TERMINATOR } from './edits.ts';
import { type Block, type Fence, fencedBlocks, fencesOf, longerBlocks } from './fences.ts';
import type { ProgramParser, Syntax } from './parse.ts';
import { nodesOf } from './syntax-nodes.ts';

const LANGUAGES = /^(?:ts|typescript|tsx|mts|cts|js|javascript|jsx|mjs|cjs|ecmascript|node)$/i;

/** Of many blocks, how many are tried, from the last one. */
const MAX_BLOCKS = 8;
/** Of many fences that may end a block, how many are tried. */
const MAX_ENDS = 4;

/** Why a parser gives up at the end of a text, if that is in the middle of a template or a comment. */
const IN_CODE = /^Unterminated(?:Template|Comment)$/;
/** Why a parser gives up at words. */
const IN_PROSE = /^(?:MissingSemicolon|UnterminatedString)$/;

/**
 * Spaces in place of Markdown code fences and the prose around them; positions stay. Of several blocks, the program is
 * the last one that parses: a later block corrects an earlier one. A block marked as TypeScript or JavaScript goes
 * before one without a mark, which may be the expected output, and this before any other. A program that has fences
 * only in its templates and comments stays as it is.
 */
export function withoutMarkdown(text: string, parser: ProgramParser): string {
  const fences = fencesOf(text);
  const [first] = fences;
  if (first === undefined || isProgram(text, parser, fences)) return text;
  if (isWithinCode(text.slice(0, first.start), parser)) return text;
  const blocks = fencedBlocks(text, fences);
  const marked = blocks.filter(({ language }) => LANGUAGES.test(language));
  const bare = blocks.filter(({ language }) => language === '');
  const candidates = marked.length > 0 ? marked : bare.length > 0 ? bare : blocks;
  const chosen = chooseBlock(text, candidates, fences, parser);
  if (chosen === undefined) return text;
  return blank(text.slice(0, chosen.start)) + contentOf(text, chosen) + blank(text.slice(chosen.end));
}

function chooseBlock(
  text: string,
  candidates: readonly Block[],
  fences: readonly Fence[],
  parser: ProgramParser,
): Block | undefined {
  for (const block of candidates.slice(-MAX_BLOCKS).reverse()) {
    const content = contentOf(text, block);
    if (content.trim() === '') continue;
    if ((parser.program(content) ?? parser.expression(content)) !== undefined) return block;
    const longer = longerBlocks(block, fences, MAX_ENDS).find((candidate) => {
      const part = contentOf(text, candidate);
      return isProgram(part, parser, fencesOf(part));
    });
    if (longer !== undefined) return longer;
  }
  return candidates.at(-1);
}

function contentOf(text: string, { start, end }: Block): string {
  return text.slice(start, end);
}

/** Whether the text is a program, and no fence of it is code: to the parser one is a template with a template as its tag. */
function isProgram(text: string, parser: ProgramParser, fences: readonly Fence[]): boolean {
  const syntax = parser.program(text);
  return syntax !== undefined && areWithin(fences, opaqueRanges(syntax));
}

/** Where the templates and the comments are, in order. */
function opaqueRanges(syntax: Syntax): { start: number; end: number }[] {
  const ranges = (syntax.comments ?? []).map(({ start, end }) => ({ start: start!, end: end! }));
  for (const { type, start, end } of nodesOf([syntax.program])) {
    if (type === 'TemplateLiteral') ranges.push({ start, end });
  }
  return ranges.sort((a, b) => a.start - b.start);
}

function areWithin(fences: readonly Fence[], ranges: readonly { start: number; end: number }[]): boolean {
  let next = 0;
  let end = 0;
  return fences.every((fence) => {
    for (let range = ranges[next]; range !== undefined && range.start < fence.start; range = ranges[++next]) {
      end = Math.max(end, range.end);
    }
    return end >= fence.end;
  });
}

/** Whether what follows is part of a template or a comment, and what stands before is no prose. */
function isWithinCode(before: string, parser: ProgramParser): boolean {
  const problem = parser.problemOf(before);
  if (problem === undefined) return false;
  const { reason = '', position } = problem;
  if (IN_CODE.test(reason)) return true;
  const isFirstLine = !LINE_TERMINATOR.test(before.slice(0, position).trim());
  if (isFirstLine && IN_PROSE.test(reason)) return false;
  const ticks = before.split('`').length - 1;
  return ticks % 2 === 1 || before.lastIndexOf('/*') > before.lastIndexOf('*/');
}
