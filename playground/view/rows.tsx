import type { ComponentChildren, HTMLAttributes } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export interface RowsProps {
  readonly count: number;
  /** Height of each row in px: one height for all makes a place a matter of arithmetic, however many there are. */
  readonly height: number;
  readonly row: (index: number) => ComponentChildren;
  readonly class: string;
  /** Stays at the end while rows are added, unless the visitor scrolled away from it. */
  readonly follow?: boolean;
  /** Brings this row into sight when it changes. */
  readonly reveal?: number | undefined;
  /** Told the width that rows have. */
  readonly onWidth?: (width: number) => void;
  /** Role, label and keys of the box that scrolls. */
  readonly box: HTMLAttributes<HTMLDivElement>;
}

/** Rows drawn beyond what is in sight, so that scrolling finds them there. */
const SLACK = 6;

/** A list that draws only the rows in sight. */
export function Rows({ count, height, row, class: name, follow, reveal, onWidth, box }: RowsProps) {
  const element = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [top, setTop] = useState(0);
  const [visible, setVisible] = useState(0);

  useLayoutEffect(() => {
    const target = element.current!;
    const observer = new ResizeObserver(() => {
      setVisible(target.clientHeight);
      onWidth?.(target.clientWidth);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const target = element.current!;
    if (follow && atEnd.current) target.scrollTop = target.scrollHeight;
  }, [count, visible, follow]);

  useEffect(() => {
    const target = element.current!;
    if (reveal === undefined) return;
    const start = reveal * height;
    if (start < target.scrollTop) target.scrollTop = start;
    else if (start + height > target.scrollTop + target.clientHeight)
      target.scrollTop = start + height - target.clientHeight;
  }, [reveal]);

  const onScroll = (): void => {
    const target = element.current!;
    atEnd.current = target.scrollTop + target.clientHeight >= target.scrollHeight - height;
    setTop(target.scrollTop);
  };

  const first = Math.max(0, Math.min(Math.floor(top / height), count) - SLACK);
  const last = Math.min(count, Math.ceil((top + visible) / height) + SLACK);
  const rows: ComponentChildren[] = [];
  for (let index = first; index < last; index++) rows.push(row(index));
  return (
    <div class="rows-room" style={{ '--row': `${height}px` }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div ref={element} class={`rows ${name}`} onScroll={onScroll} tabIndex={0} {...box}>
        <div role="presentation" style={{ height: `${count * height}px` }}>
          <div role="presentation" style={{ transform: `translateY(${first * height}px)` }}>
            {rows}
          </div>
        </div>
      </div>
    </div>
  );
}
