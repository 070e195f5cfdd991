import { useState } from 'preact/hooks';
import { compact, count, pretty, visible } from '../lib/text';

const SHOWN = 600;

/** Text of somebody else: one text node, isolated from the direction of what stands around it. */
export function T({ text }: { text: string | number | null | undefined }) {
  return <bdi class="t">{text === null || text === undefined ? '–' : visible(String(text))}</bdi>;
}

/** The same where it may be long: its beginning, and the rest when asked for. */
export function Long({ text, shown = SHOWN, mono = false, label }: { text: string; shown?: number; mono?: boolean; label: string }) {
  const [all, setAll] = useState(false);
  const isLong = text.length > shown;
  const part = isLong && !all ? text.slice(0, shown).replace(/[\ud800-\udbff]$/, '') : text;
  return (
    <div class="long">
      <div
        class={(mono ? 'block mono' : 'block') + (all ? ' scrolls' : '')}
        {...(all ? { tabIndex: 0, role: 'region', 'aria-label': label } : {})}
      >
        <T text={part} />
        {isLong && !all ? '…' : null}
      </div>
      {isLong ? (
        <button type="button" class="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all (' + count(text.length) + ' characters)'}
        </button>
      ) : null}
    </div>
  );
}

/** A value as JSON. */
export function Data({ value, label, shown = 1500 }: { value: unknown; label: string; shown?: number }) {
  return <Long text={typeof value === 'string' ? value : pretty(value)} shown={shown} mono label={label} />;
}

/** A value as JSON within a line. */
export function Inline({ value, length = 120 }: { value: unknown; length?: number }) {
  const text = compact(value);
  return (
    <code class="inline">
      <T text={text.length > length ? text.slice(0, length - 1) + '…' : text} />
    </code>
  );
}
