import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { own } from '../lib/text';

const SPARE = 8;
const MOST = 120;

/** A long list of lines of one height, of which only those in sight are in the page. */
export function Virtual({
  label,
  count,
  chosen,
  choose,
  line,
  keyOf,
  inSight,
}: {
  label: string;
  count: number;
  /** Index of the line that is chosen; -1 where none is. */
  chosen: number;
  choose: (index: number) => void;
  line: (index: number) => ComponentChildren;
  keyOf: (index: number) => string;
  inSight?: (from: number, to: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(28);
  const [view, setView] = useState({ top: 0, size: 600 });

  const look = (): void => {
    const element = box.current;
    if (element !== null) {
      setView({ top: element.scrollTop, size: element.clientHeight });
    }
  };
  useLayoutEffect(() => {
    const measured = new ResizeObserver(() => {
      const size = probe.current?.getBoundingClientRect().height ?? 0;
      if (size > 0) {
        setHeight(size);
      }
      look();
    });
    if (box.current !== null && probe.current !== null) {
      measured.observe(box.current);
      measured.observe(probe.current);
    }
    return () => measured.disconnect();
  }, []);

  const shown = Math.max(0, chosen);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || chosen < 0) {
      return;
    }
    const top = shown * height;
    if (top < element.scrollTop) {
      element.scrollTop = top;
    } else if (top + height > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + height - element.clientHeight;
    }
    look();
  }, [chosen, height, count > shown]);

  const from = Math.max(0, Math.floor(view.top / height) - SPARE);
  const to = Math.min(count, from + Math.min(MOST, Math.ceil(view.size / height) + 2 * SPARE));
  useEffect(() => inSight?.(from, to), [from, to, count]);

  const keys = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const page = Math.max(1, Math.floor(view.size / height) - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count };
    const step = own(steps, event.key);
    if (step !== undefined && count > 0) {
      event.preventDefault();
      choose(Math.min(count - 1, Math.max(0, chosen < 0 ? 0 : chosen + step)));
    }
  };

  const lines = [];
  for (let index = from; index < to; index++) {
    lines.push(
      <div
        key={keyOf(index)}
        id={'line-' + index}
        class="line"
        role="option"
        aria-selected={index === chosen}
        aria-posinset={index + 1}
        aria-setsize={count}
        style={{ top: index * height + 'px' }}
        onClick={() => choose(index)}
      >
        {line(index)}
      </div>,
    );
  }
  return (
    <div
      ref={box}
      class="virtual"
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={chosen >= from && chosen < to ? 'line-' + chosen : undefined}
      onScroll={look}
      onKeyDown={keys}
    >
      <div ref={probe} class="line probe" aria-hidden="true" role="presentation">
        ·
      </div>
      <div class="spacer" role="presentation" style={{ height: count * height + 'px' }}>
        {lines}
      </div>
    </div>
  );
}
