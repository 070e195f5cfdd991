import { signal } from '@preact/signals';
import { visible } from '../lib/text';

// What came of something that the reader did. Nothing that happens by itself is said here, so that
// a screen reader is not talked over.
const said = signal<{ text: string; bad: boolean; number: number } | null>(null);
let number = 0;
let forget: number | undefined;

const SHOWN_MS = 8000;

export function say(text: string, bad = false): void {
  said.value = { text, bad, number: ++number };
  window.clearTimeout(forget);
  if (!bad) {
    forget = window.setTimeout(() => (said.value = null), SHOWN_MS);
  }
}

export function Said() {
  const it = said.value;
  return (
    <div class="said" role="status" aria-live="polite">
      {it === null ? null : (
        <p key={it.number} class={it.bad ? 'bad' : ''}>
          <bdi>{visible(it.text.slice(0, 400))}</bdi>{' '}
          <button type="button" class="quiet" onClick={() => (said.value = null)}>
            Dismiss
          </button>
        </p>
      )}
    </div>
  );
}
