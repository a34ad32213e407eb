import type { TargetedKeyboardEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { Rows } from '../view/rows.tsx';
import { Places } from './places.ts';
import { type TreeRow, treeRows } from './rows.ts';

const ROW_HEIGHT = 22;

/** A value to look into, with the keys of a tree: arrows move, open and close. */
export function ValueTree({ value, name, label }: { value: unknown; name: string; label: string }) {
  const places = useMemo(() => new Places(value), [value]);
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(['']));
  const [active, setActive] = useState(0);
  const rows = useMemo(() => treeRows(value, name, opened, places), [value, name, opened, places]);
  const at = Math.min(active, rows.length - 1);
  const prefix = useMemo(() => `tree-${Math.random().toString(36).slice(2)}`, []);

  const toggle = (row: TreeRow, open: boolean): void => {
    if (row.open === undefined || row.open === open) return;
    const next = new Set(opened);
    if (open) next.add(row.id);
    else next.delete(row.id);
    setOpened(next);
  };

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const row = rows[at]!;
    const moves: Record<string, () => void> = {
      ArrowDown: () => setActive(Math.min(rows.length - 1, at + 1)),
      ArrowUp: () => setActive(Math.max(0, at - 1)),
      Home: () => setActive(0),
      End: () => setActive(rows.length - 1),
      ArrowRight: () =>
        row.open === false ? toggle(row, true) : setActive(Math.min(rows.length - 1, at + 1)),
      ArrowLeft: () => (row.open ? toggle(row, false) : setActive(parentOf(rows, at))),
      Enter: () => toggle(row, !row.open),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };

  const draw = (index: number) => {
    const row = rows[index]!;
    const open = row.open === undefined ? {} : { 'aria-expanded': row.open };
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself has the keys.
      // biome-ignore lint/a11y/useFocusableInteractive: the tree itself has the focus.
      <div
        key={row.id}
        id={`${prefix}-${index}`}
        class={`tree-row ${index === at ? 'is-active' : ''}`}
        role="treeitem"
        aria-level={row.depth + 1}
        aria-selected={index === at}
        {...open}
        style={{ paddingLeft: `${8 + row.depth * 16}px` }}
        onClick={() => {
          setActive(index);
          toggle(row, !row.open);
        }}
      >
        <span class="tree-twist" aria-hidden="true">
          {row.open === undefined ? '' : row.open ? '▾' : '▸'}
        </span>
        <span class="tree-label">{row.label}</span>
        <span class={`tree-value is-${row.preview.kind}`} title={row.preview.text}>
          {row.preview.text}
        </span>
      </div>
    );
  };

  return (
    <Rows
      class="tree"
      count={rows.length}
      height={ROW_HEIGHT}
      row={draw}
      reveal={at}
      box={{ role: 'tree', 'aria-label': label, 'aria-activedescendant': `${prefix}-${at}`, onKeyDown }}
    />
  );
}

function parentOf(rows: readonly TreeRow[], index: number): number {
  const { depth } = rows[index]!;
  for (let at = index - 1; at >= 0; at--) if (rows[at]!.depth < depth) return at;
  return index;
}
