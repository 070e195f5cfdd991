import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { post, session } from '../lib/api';
import { deadLetters, entries, inboxCounts, link, missed, repeats } from '../lib/live';
import { href, param, place } from '../lib/route';
import { count, visible } from '../lib/text';
import { clock, span, time } from '../lib/time';
import { openHelp } from './help';

const PAGES: [string, string, string[]][] = [
  ['now', 'Now', []],
  ['agents', 'Agents', ['agent', 'slider']],
  ['runs', 'Runs', ['run']],
  ['world', 'Worlds', []],
  ['inbox', 'Inbox', []],
  ['letters', 'Dead letters', []],
  ['cost', 'Cost', []],
  ['search', 'Search', []],
  ['audit', 'Audit', []],
];

/** What stands around every page: where one is, where one can go, and whether it is up to date. */
export function Frame({ children }: { children: ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the page
      </a>
      <Top />
      <div class="frame">
        {session.value ? <Navigation /> : null}
        <div class="content">{children}</div>
      </div>
      <Foot />
    </>
  );
}

function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

function Top() {
  const who = session.value;
  return (
    <header class="top">
      <a class="brand" href="/now">
        Playloop
      </a>
      {who ? (
        <>
          <span class="source">
            <bdi>{visible(who.source.name)}</bdi> <span class="muted">({who.source.kind})</span>
          </span>
          <span class="room" />
          {who.readOnly ? <span class="state calm">read-only: nothing can be changed here</span> : null}
          <LinkState />
          <span class="who">
            <bdi>{visible(who.name)}</bdi>
          </span>
          <button type="button" class="quiet" onClick={openHelp} aria-keyshortcuts="?">
            Keys
          </button>
          <button type="button" class="quiet" onClick={logOut}>
            Log out
          </button>
        </>
      ) : null}
    </header>
  );
}

function logOut(): void {
  post('/api/logout', {}).then(
    () => (session.value = null),
    () => (session.value = null),
  );
}

function LinkState() {
  const state = link.value.state;
  if (session.value?.source.kind !== 'cluster' && state !== 'lost') {
    return <span class="state calm">● as it was kept</span>;
  }
  return (
    <span class={'state ' + (state === 'open' ? 'good' : state === 'lost' ? 'bad' : 'calm')}>
      {state === 'open' ? '● live' : state === 'lost' ? '✖ connection lost' : '○ connecting'}
    </span>
  );
}

function Navigation() {
  const [open, setOpen] = useState(false);
  const at = place.value.path;
  const waiting = inboxCounts.value;
  const marks: Record<string, number> = {
    inbox: (waiting?.asked ?? 0) + (waiting?.inDoubt ?? 0),
    letters: deadLetters.value ?? 0,
  };
  return (
    <nav class={open ? 'side open' : 'side'} aria-label="Pages">
      <button type="button" class="menu" aria-expanded={open} aria-controls="pages" onClick={() => setOpen(!open)}>
        Pages
      </button>
      <ul id="pages">
        {PAGES.map(([path, title, under]) => (
          <li key={path}>
            <a
              href={href(path, path === 'search' && at === 'search' ? { q: param('q') } : {})}
              aria-current={at === path || under.includes(at) ? 'page' : undefined}
              onClick={() => setOpen(false)}
            >
              {title}
              {marks[path] ? <span class="mark">{count(marks[path])}</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Says since when nothing came. What is shown stays. */
export function Banner() {
  if (!session.value || link.value.state !== 'lost') {
    return <div role="status" class="nobanner" />;
  }
  const since = new Date(link.value.since).toISOString();
  return (
    <div role="status" class="banner">
      ✖ The connection to the console’s server is lost since {time(since)}. What is shown is as it was then.{' '}
      <span aria-hidden="true">({span(clock.value - link.value.since)})</span>
    </div>
  );
}

function Foot() {
  const who = session.value;
  return (
    <footer class="foot">
      {who ? (
        <>
          <span>
            <span data-counter="entries">{count(entries.value)}</span> journal entries
          </span>
          {repeats.value > 0 ? <span data-counter="repeats">{count(repeats.value)} came twice and are shown once</span> : null}
          {missed.value > 0 ? (
            <span class="bad" data-counter="missed">
              {count(missed.value)} were missed, and the page was loaded anew
            </span>
          ) : null}
          <span class="room" />
          <span>Playloop {visible(who.version)}</span>
          {who.sealed ? <span>journals sealed</span> : null}
          <span>times in UTC</span>
        </>
      ) : (
        <span>Playloop console</span>
      )}
    </footer>
  );
}
