import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problem } from '../lib/api';
import { Trouble } from './page';
import { say } from './said';

/** Something that a person is about to do, with its scope in its words. */
export interface Deed {
  title: string;
  /** On what it works, such as `all agents of the world society`. */
  scope: string;
  /** What will come of it, in words. */
  then: ComponentChildren;
  verb: string;
  dangerous?: boolean;
  fields?: DeedField[];
  /** Does it, and says what came of it; or what is asked next. */
  act: (values: Record<string, string>) => Promise<string | Deed>;
}

export interface DeedField {
  name: string;
  label: string;
  value?: string;
  rows?: number;
  needed?: boolean;
}

const open = signal<Deed | null>(null);

export function ask(deed: Deed): void {
  open.value = deed;
}

/** The one dialog there is. No button in it is what Enter does. */
export function DeedDialog() {
  const deed = open.value;
  return deed === null ? null : <Asking key={deed.title + deed.scope} deed={deed} />;
}

function Asking({ deed }: { deed: Deed }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Record<string, string>>(
    Object.fromEntries((deed.fields ?? []).map((field) => [field.name, field.value ?? ''])),
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    const back = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (back instanceof HTMLElement && back.isConnected) {
        back.focus();
      }
    };
  }, []);
  const lacks = (deed.fields ?? []).some((field) => field.needed && (values[field.name] ?? '').trim() === '');
  const act = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const came = await deed.act(values);
      if (typeof came === 'string') {
        say(came);
      }
      open.value = typeof came === 'string' ? null : came;
    } catch (failure) {
      setProblem(failure instanceof Problem ? failure : new Problem(0, 'fault', String(failure), '', []));
      setBusy(false);
    }
  };
  return (
    <dialog ref={dialog} aria-labelledby="deed-title" onClose={() => {
        if (open.value === deed) {
          open.value = null;
        }
      }}
    >
      <h2 id="deed-title">{deed.title}</h2>
      <p>
        Scope: <strong>{deed.scope}</strong>
      </p>
      <div>{deed.then}</div>
      {(deed.fields ?? []).map((field) => (
        <div class="field" key={field.name}>
          <label for={'deed-' + field.name}>
            {field.label}
            {field.needed ? ' (needed)' : ''}
          </label>
          {field.rows ? (
            <textarea
              id={'deed-' + field.name}
              rows={field.rows}
              spellcheck={false}
              value={values[field.name] ?? ''}
              onInput={(event) => setValues({ ...values, [field.name]: event.currentTarget.value })}
            />
          ) : (
            <input
              id={'deed-' + field.name}
              type="text"
              autoComplete="off"
              value={values[field.name] ?? ''}
              onInput={(event) => setValues({ ...values, [field.name]: event.currentTarget.value })}
            />
          )}
        </div>
      ))}
      {problem ? <Trouble problem={problem} /> : null}
      <div class="buttons">
        <button type="button" onClick={() => (open.value = null)}>
          Leave as it is
        </button>
        <button type="button" class={deed.dangerous ? 'danger' : 'strong'} disabled={busy || lacks} onClick={act}>
          {busy ? 'Working …' : deed.verb}
        </button>
      </div>
    </dialog>
  );
}
