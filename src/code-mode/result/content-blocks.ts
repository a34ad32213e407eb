import type { OtherBlock, TextBlock } from '../types.ts';
import { type Part, textPart } from './fit-parts.ts';
import { isJson } from './is-json.ts';
import { valueText } from './value-text.ts';

/** Characters of a block that is passed through: more cannot come out of a run by default. */
const MAX_BLOCK = 67_108_864;

/**
 * The parts of a value that is made of content blocks: one of them, or an array with at least one that is not text, or
 * with nothing but text blocks. Every other value is data, and becomes text.
 */
export function partsOf(value: unknown): readonly Part[] {
  const parts = isContent(value) ? value.map(partOf) : [partOf(value)];
  return parts.filter((part) => part.type === 'block' || part.text !== '');
}

function isContent(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && (value.some(isOtherBlock) || (value.length > 0 && value.every(isTextBlock)));
}

function partOf(value: unknown): Part {
  if (isTextBlock(value)) return { type: 'text', text: value.text, wrap: (text) => ({ ...value, text }) };
  if (!isOtherBlock(value)) return textPart(valueText(value));
  const { data: _data, resource, ...rest } = value;
  if (!isRecord(resource)) return { type: 'block', block: value, characters: valueText(rest).length };
  const { text, blob: _blob, ...described } = resource;
  if (typeof text !== 'string')
    return { type: 'block', block: value, characters: valueText({ ...rest, described }).length };
  return { type: 'text', text, wrap: (cut) => ({ ...value, resource: { ...resource, text: cut } }) };
}

/** With no further fields of its own, as nodes of a document would have. */
function isTextBlock(value: unknown): value is TextBlock {
  if (!isRecord(value) || value['type'] !== 'text' || typeof value['text'] !== 'string') return false;
  const isKnown = (key: string): boolean => ['type', 'text', 'annotations', '_meta'].includes(key);
  return Object.keys(value).every(isKnown) && isJson(value, MAX_BLOCK);
}

/** With the fields that MCP gives each kind. */
function isOtherBlock(value: unknown): value is OtherBlock {
  return isRecord(value) && hasFields(value) && isJson(value, MAX_BLOCK);
}

function hasFields(value: Readonly<Record<string, unknown>>): boolean {
  switch (value['type']) {
    case 'image':
    case 'audio':
      return hasTexts(value, 'data', 'mimeType');
    case 'resource_link':
      return hasTexts(value, 'uri', 'name');
    case 'resource': {
      const { resource } = value;
      return (
        isRecord(resource) &&
        hasTexts(resource, 'uri') &&
        (hasTexts(resource, 'text') || hasTexts(resource, 'blob'))
      );
    }
    default:
      return false;
  }
}

function hasTexts(value: Readonly<Record<string, unknown>>, ...fields: readonly string[]): boolean {
  return fields.every((field) => typeof value[field] === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
