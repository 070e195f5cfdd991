import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { session, type Problem } from '../lib/api';
import type { Loaded } from '../lib/load';
import { place } from '../lib/route';
import { visible } from '../lib/text';
import { Curl } from './copy';
import { T } from './text';

let shownPath: string | null = null;

/** A page's heading. On the way to another page the reader's focus goes to it. */
export function Head({ title, path, children, name }: { title: string; path?: string; name?: string | null; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const at = place.value.path;
  useEffect(() => {
    document.title = visible((name ? name + ' · ' : '') + title) + ' · Playloop';
    if (shownPath !== null && shownPath !== at) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    shownPath = at;
  }, [title, name, at]);
  return (
    <header class="head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
        {name ? (
          <>
            {' '}
            <T text={name} />
          </>
        ) : null}
      </h1>
      {children ? <div class="actions">{children}</div> : null}
      {path && session.value?.programs ? <Curl path={path} /> : null}
    </header>
  );
}

export function Trouble({ problem, again }: { problem: Problem; again?: () => void }) {
  return (
    <div class="trouble" role="alert">
      <p>
        <strong>
          <T text={problem.title} />
        </strong>
        {problem.detail ? (
          <>
            : <T text={problem.detail.slice(0, 600)} />
          </>
        ) : null}
      </p>
      {problem.fields.length > 0 ? (
        <ul>
          {problem.fields.slice(0, 20).map((field) => (
            <li key={field.field}>
              <code>
                <T text={field.field} />
              </code>
              : expected <T text={field.expected} />, got <T text={field.got} />
            </li>
          ))}
        </ul>
      ) : null}
      {again ? (
        <button type="button" onClick={again}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

/** What was loaded; words where there is nothing yet or what is asked for has not come, and what is wrong. */
export function Show<T>({ of, children }: { of: Loaded<T>; children: (data: T) => ComponentChildren }) {
  return (
    <>
      {of.problem ? <Trouble problem={of.problem} again={of.reload} /> : null}
      {(of.data === null || of.stale) && of.loading && !of.problem ? <Waiting beside={of.stale} /> : null}
      {of.data === null ? null : children(of.data)}
    </>
  );
}

/** @param beside whether something else is still shown: it says so beside that, where it takes long enough to be read */
export function Waiting({ beside = false }: { beside?: boolean }) {
  return (
    <p class={'waiting' + (beside ? ' beside' : '')} role="status">
      Loading …
    </p>
  );
}

export function Nothing({ children }: { children: ComponentChildren }) {
  return <p class="nothing">{children}</p>;
}

export function Section({ title, children, level = 2 }: { title: string; children: ComponentChildren; level?: 2 | 3 }) {
  return (
    <section class="section">
      {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
      {children}
    </section>
  );
}
