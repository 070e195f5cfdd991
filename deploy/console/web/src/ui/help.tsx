import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { go } from '../lib/route';
import { own } from '../lib/text';
import { keysAreOn } from './deliberate';

const open = signal(false);

export function openHelp(): void {
  open.value = true;
}

const GOES: Record<string, string> = { n: 'now', a: 'agents', r: 'runs', w: 'world', i: 'inbox', d: 'letters', c: 'cost', s: 'search', u: 'audit' };

const KEYS: [string, string][] = [
  ['?', 'these keys'],
  ['g then n, a, r, w, i, d, c, s, u', 'go to Now, Agents, Runs, Worlds, Inbox, Dead letters, Cost, Search, Audit'],
  ['↑ ↓ Page up, Page down, Home, End', 'in a list of steps or entries: the step or entry'],
  ['← →', 'Slider: by entry; with Shift by turn'],
  ['j k', 'Inbox: the next and the one before'],
  ['a r', 'Inbox: ready to approve or reject; y or the same button again does it'],
  ['h n', 'Inbox, a write in doubt: ready to say that it happened or did not; y does it'],
  ['Escape', 'leaves a dialog, or an answer that was made ready'],
];

/** The keys there are; and where those that are single letters can be turned off. */
export function Help() {
  useEffect(() => {
    let going = 0;
    const keys = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (!keysAreOn() || event.altKey || event.ctrlKey || event.metaKey || target?.closest('input:not([type=range]):not([type=checkbox]), textarea, select, dialog')) {
        return;
      }
      const to = own(GOES, event.key);
      if (event.key === '?') {
        open.value = true;
      } else if (event.key === 'g') {
        going = Date.now();
        return;
      } else if (to && Date.now() - going < 1500) {
        event.preventDefault();
        event.stopImmediatePropagation();
        go('/' + to);
      }
      going = 0;
    };
    document.addEventListener('keydown', keys, true);
    return () => document.removeEventListener('keydown', keys, true);
  }, []);
  return open.value ? <Keys /> : null;
}

function Keys() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [on, setOn] = useState(keysAreOn());
  useEffect(() => dialog.current?.showModal(), []);
  const turn = (): void => {
    localStorage.setItem('keys', on ? 'off' : 'on');
    setOn(!on);
  };
  return (
    <dialog ref={dialog} aria-labelledby="help-title" onClose={() => (open.value = false)}>
      <h2 id="help-title">Keys</h2>
      <dl class="pairs">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>
        <label>
          <input type="checkbox" checked={on} onChange={turn} /> Single letters do something
        </label>
      </p>
      <div class="buttons">
        <button type="button" onClick={() => (open.value = false)}>
          Close
        </button>
      </div>
    </dialog>
  );
}
