import type { ContentBlock } from '../types.ts';
import { headOf, tailOf } from './cut-text.ts';

/** A piece of a result: text that may be cut, or a block that goes whole or not at all. */
export type Part =
  | {
      readonly type: 'text';
      readonly text: string;
      /** Characters around the text, which go with any piece of it. */
      readonly around: number;
      readonly wrap: (text: string) => ContentBlock;
    }
  | { readonly type: 'block'; readonly block: ContentBlock; readonly characters: number };

/** Characters set aside for the words that say what was cut. */
const NOTE = 100;

/** The parts within a budget of characters: if they are too long together, head and tail, and what is missing in words. */
export function fitParts(parts: readonly Part[], budget: number): ContentBlock[] {
  if (sizeOf(parts) <= budget)
    return parts.map((part) => (part.type === 'text' ? part.wrap(part.text) : part.block));
  const half = Math.max(Math.floor((budget - NOTE) / 2), 0);
  const head = take(parts, half, headOf);
  const tail = take([...parts].reverse(), half, tailOf);
  return join(parts, head, tail);
}

/** How much of the parts, from one end, fits: whole parts, and some characters of the next one if it is text. */
interface Taken {
  readonly whole: number;
  readonly text: string;
}

function take(parts: readonly Part[], budget: number, cut: (text: string, length: number) => string): Taken {
  let left = budget;
  let whole = 0;
  for (const part of parts) {
    const characters = size(part);
    if (characters > left)
      return { whole, text: part.type === 'text' ? cut(part.text, left - part.around) : '' };
    left -= characters;
    whole++;
  }
  return { whole, text: '' };
}

function join(parts: readonly Part[], head: Taken, tail: Taken): ContentBlock[] {
  const first = parts[head.whole]!;
  const lastIndex = parts.length - 1 - tail.whole;
  const last = parts[lastIndex]!;
  const before = parts.slice(0, head.whole);
  const after = parts.slice(lastIndex + 1);
  const total = lengthOf(parts);
  const kept = lengthOf(before) + head.text.length + tail.text.length + lengthOf(after);
  const lost = parts.slice(head.whole, lastIndex + 1).filter((part) => part.type === 'block').length;
  const note = cutNote(total - kept, total, lost);
  const middle =
    first === last && first.type === 'text' && head.text + tail.text !== ''
      ? [first.wrap(head.text + note + tail.text)]
      : [
          first.type === 'text' && head.text !== '' ? first.wrap(head.text + note) : textBlock(note.trim()),
          ...(tail.text !== '' && last.type === 'text' ? [last.wrap(tail.text)] : []),
        ];
  return [...fitParts(before, Infinity), ...middle, ...fitParts(after, Infinity)];
}

function cutNote(missing: number, total: number, blocks: number): string {
  const also = blocks === 0 ? '' : ` and ${blocks} content ${blocks === 1 ? 'block' : 'blocks'}`;
  return `\n[… ${missing} of ${total} characters${also} left out …]\n`;
}

export function textPart(text: string): Part {
  return { type: 'text', text, around: 0, wrap: textBlock };
}

export function textBlock(text: string): ContentBlock {
  return { type: 'text', text };
}

/** What parts count for in a budget, in characters. */
export function sizeOf(parts: readonly Part[]): number {
  return parts.reduce((total, part) => total + size(part), 0);
}

function size(part: Part): number {
  return part.type === 'text' ? part.text.length + part.around : part.characters;
}

/** What a note of a cut speaks of: the text alone, where there is some. */
function lengthOf(parts: readonly Part[]): number {
  return parts.reduce(
    (total, part) => total + (part.type === 'text' ? part.text.length : part.characters),
    0,
  );
}
