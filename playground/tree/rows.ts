import { type Group, HOLE, hasParts, type Part, partsOf, partsOfGroup } from './children.ts';
import type { Places } from './places.ts';
import { type Preview, previewOf } from './preview.ts';

export interface TreeRow {
  /** Way from the root, by which open rows are remembered. */
  readonly id: string;
  readonly label: string;
  readonly depth: number;
  readonly preview: Preview;
  /** Undefined for what has no parts. */
  readonly open: boolean | undefined;
}

/** The rows of a value with these rows open. */
export function treeRows(
  root: unknown,
  name: string,
  opened: ReadonlySet<string>,
  places: Places,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (part: Part, owner: object | undefined, id: string, depth: number): void => {
    const { label, value, group } = part;
    const refers = isObject(value) && !places.isFirst(value, owner, label);
    const open = !refers && (group !== undefined || hasParts(value)) ? opened.has(id) : undefined;
    const preview = group ? EMPTY : refers ? reference(places.pathTo(value as object)) : describe(value);
    rows.push({ id, label: depth === 0 ? name : label, depth, preview, open });
    if (!open) return;
    const parts = group ? partsOfGroup(group) : partsOf(value as object | string);
    const inner = ownerOf(group) ?? (isObject(value) ? value : undefined);
    for (const [index, each] of parts.entries()) add(each, inner, `${id}/${index}`, depth + 1);
  };
  add({ label: 'value', value: root }, undefined, '', 0);
  return rows;
}

const EMPTY: Preview = { text: '', kind: 'note' };

function describe(value: unknown): Preview {
  return value === HOLE ? { text: 'empty', kind: 'note' } : previewOf(value);
}

function reference(path: string): Preview {
  return { text: `↺ ${path}`, kind: 'note' };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Items of a stretch belong to the list itself. */
function ownerOf(group: Group | undefined): object | undefined {
  return isObject(group?.of) ? group.of : undefined;
}
