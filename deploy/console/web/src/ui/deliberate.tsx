import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

export interface Choice {
  key: string;
  name: string;
  /** What the second press says. */
  then: string;
  danger: boolean;
  act: () => Promise<void>;
}

const ARMED_MS = 6000;

/** Whether single keys do something: a reader with speech input can turn that off. */
export function keysAreOn(): boolean {
  return localStorage.getItem('keys') !== 'off';
}

/** Choices of which none is taken by a single key or press: the first arms it, the second takes it. */
export function Deliberate({ choices }: { choices: Choice[] }) {
  const [armed, setArmed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const take = (choice: Choice): void => {
    setArmed(null);
    setBusy(true);
    void choice.act().finally(() => setBusy(false));
  };
  useEffect(() => {
    if (armed === null) {
      return;
    }
    const timer = window.setTimeout(() => setArmed(null), ARMED_MS);
    return () => window.clearTimeout(timer);
  }, [armed]);
  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (!keysAreOn() || busy || event.repeat || event.altKey || event.ctrlKey || event.metaKey || target?.closest('input, textarea, select, dialog')) {
        return;
      }
      const choice = choices.find((one) => one.key === event.key);
      const ready = choices.find((one) => one.key === armed);
      if (event.key === 'Escape') {
        setArmed(null);
      } else if (event.key === 'y' && ready) {
        event.preventDefault();
        take(ready);
      } else if (choice) {
        event.preventDefault();
        setArmed(choice.key);
      }
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  });
  return (
    <div class="deliberate" role="group" aria-label="Your answer">
      {choices.map((choice) => {
        const ready = armed === choice.key;
        return (
          <button
            key={choice.key}
            type="button"
            class={ready ? (choice.danger ? 'danger armed' : 'strong armed') : choice.danger ? 'danger' : ''}
            disabled={busy}
            aria-keyshortcuts={choice.key}
            onClick={() => (ready ? take(choice) : setArmed(choice.key))}
          >
            {ready ? choice.then : choice.name}
          </button>
        );
      })}
      <span class="muted" role="status">
        {armed === null ? 'Keys: ' + choices.map((choice) => choice.key + ' ' + choice.name.toLowerCase()).join(', ') : 'Press it again, or y; Escape leaves it.'}
      </span>
    </div>
  );
}
