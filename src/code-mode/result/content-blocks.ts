import type { ContentBlock } from '../types.ts';
import { type Part, textPart } from './fit-parts.ts';
import { isDense } from './is-json.ts';
import { knownBlock } from './known-block.ts';
import { ValueWriter } from './value-text.ts';

/** Items of an array that may be content blocks: an array of more is data. */
const MAX_ITEMS = 100;

/** Characters of images and the like in one result: more cannot come out of a run by default. */
const MAX_DATA = 67_108_864;

/** What may be long in a block, and is not described by the rest. */
const APART: readonly string[] = ['type', 'text', 'data', 'blob'];

/**
 * The parts of a value that is made of content blocks: one of them, or an array with at least one that is not text, or
 * with nothing but text blocks. Every other value is data, and becomes text.
 */
export function partsOf(value: unknown): readonly Part[] {
  const writer = new ValueWriter();
  const items = itemsOf(value);
  const blocks = blocksOf(items);
  const isContent = blocks.some((block) => block && block.type !== 'text') || !blocks.includes(undefined);
  const parts = isContent
    ? items.map((item, index) => blockPart(blocks[index]) ?? textPart(writer.text(item)))
    : [textPart(writer.text(value))];
  return parts.filter((part) => part.type === 'block' || part.text !== '');
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_ITEMS && isDense(value)
    ? value
    : [value];
}

function blocksOf(items: readonly unknown[]): readonly (ContentBlock | undefined)[] {
  let left = MAX_DATA;
  return items.map((item) => {
    left -= dataLength(item);
    return left < 0 ? undefined : knownBlock(item);
  });
}

function dataLength(value: unknown): number {
  const { data, resource } = (value ?? {}) as { readonly [field: string]: unknown };
  const { blob } = (resource ?? {}) as { readonly [field: string]: unknown };
  return [data, blob].reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

function blockPart(block: ContentBlock | undefined): Part | undefined {
  if (!block) return undefined;
  const around = describedLength(block);
  if (block.type === 'text') {
    return { type: 'text', text: block.text, around, wrap: (text) => ({ ...block, text }) };
  }
  const resource = (block['resource'] ?? {}) as { readonly [field: string]: unknown };
  const { text: whole } = resource;
  if (typeof whole !== 'string') return { type: 'block', block, characters: around };
  const wrap = (text: string): ContentBlock => ({ ...block, resource: { ...resource, text } });
  return { type: 'text', text: whole, around, wrap };
}

/** The characters of all in a block but its kind, its text and its data. */
function describedLength(block: ContentBlock): number {
  const described = JSON.stringify(block, (key, value: unknown) => (APART.includes(key) ? undefined : value));
  return described.length - '{}'.length;
}
