import { useLayoutEffect } from 'preact/hooks';
import { ask } from '../lib/api';
import { useLoad } from '../lib/load';
import { go, here, href, param } from '../lib/route';
import { brief, some } from '../lib/text';
import { clock, span } from '../lib/time';
import type { Page, Waits } from '../lib/types';
import { AgentLink } from '../ui/bits';
import { Head, Nothing, Section, Show } from '../ui/page';
import { Filter, Pager } from '../ui/table';
import { T } from '../ui/text';
import { InDoubt } from './inbox-doubt';
import { Question } from './inbox-question';
import { idOf, WaitsList } from './waits';

export function InboxPage() {
  const role = param('role');
  const path = ask('inbox', { role, cursor: param('cursor'), limit: 100 });
  const inbox = useLoad<Page<Waits>>(path, { when: (beat) => beat.inbox, keep: true });
  return (
    <>
      <Head title="Inbox" path={path} />
      <div class="filters" role="search" aria-label="Inbox">
        <Filter name="role" label="For the role" value={role} set={(value) => go(here({ role: value, cursor: null }), 'replace')} />
      </div>
      <Show of={inbox}>{(page) => <Body page={page} reload={inbox.reload} />}</Show>
    </>
  );
}

function Body({ page, reload }: { page: Page<Waits>; reload: () => void }) {
  const asked = page.rows.filter((one) => one.type === 'asked');
  const doubts = page.rows.filter((one) => one.type === 'in-doubt');
  const granted = page.rows.filter((one) => one.type === 'granted');
  const id = param('id');
  const answerable = [...asked, ...doubts];
  const found = answerable.find((one) => idOf(one) === id);
  const chosen = found ?? (id === null ? answerable[0] : undefined);
  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, textarea, select, dialog') || event.altKey || event.ctrlKey || event.metaKey || localStorage.getItem('keys') === 'off') {
        return;
      }
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      const at = chosen === undefined ? -1 : answerable.indexOf(chosen);
      const next = answerable[Math.min(answerable.length - 1, Math.max(0, at + step))];
      if (step !== 0 && next !== undefined) {
        event.preventDefault();
        go(here({ id: idOf(next) }), 'replace');
      }
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  });
  return (
    <>
      <div class="split inbox">
        <div class="lists">
          <Section title="Questions: may it happen?">
            {asked.length === 0 ? <Nothing>Nothing waits for approval.</Nothing> : <Choices all={asked} chosen={chosen} label="Questions, by expiry" />}
          </Section>
          <Section title="In doubt: did it happen?">
            <p class="muted">Writes of which nobody knows whether they happened. Answering these releases nothing.</p>
            {doubts.length === 0 ? <Nothing>No write is in doubt.</Nothing> : <Choices all={doubts} chosen={chosen} label="Writes in doubt" />}
          </Section>
          <Section title="Approved in advance">
            {granted.length === 0 ? <Nothing>Nothing was approved in advance.</Nothing> : <WaitsList waits={granted} />}
          </Section>
          <Pager next={page.next} shown={page.rows.length} total={page.total} />
        </div>
        <section class="detail" aria-label="The chosen question" tabIndex={0}>
          {chosen === undefined ? (
            id !== null ? (
              <Nothing>
                <T text={id.slice(0, 80)} /> is answered, has expired, or is on another page of the list.
              </Nothing>
            ) : (
              <Nothing>Nothing is to be answered.</Nothing>
            )
          ) : chosen.type === 'asked' ? (
            <Question key={idOf(chosen)} agent={chosen.agent} ask={chosen.ask} answered={reload} />
          ) : chosen.type === 'in-doubt' ? (
            <InDoubt key={idOf(chosen)} agent={chosen.agent} write={chosen.write} answered={reload} />
          ) : null}
        </section>
      </div>
    </>
  );
}

function Choices({ all, chosen, label }: { all: Waits[]; chosen: Waits | undefined; label: string }) {
  return (
    <ul class="choices" aria-label={label}>
      {all.map((one) => (
        <li key={idOf(one)}>
          <a href={here({ id: idOf(one) })} aria-current={one === chosen ? 'true' : undefined}>
            {one.type === 'asked' ? (
              <>
                <bdi class="tool">{brief(one.ask.tool, 60)}</bdi>
                <span class="left">{span(Date.parse(one.ask.question.expiresAt) - clock.value)} left</span>
                <span class="muted">
                  <T text={one.agent} />, {some(missing(one), 'person', 'people')} missing
                </span>
              </>
            ) : one.type === 'in-doubt' ? (
              <>
                <bdi class="tool">{brief(one.write.tool, 60)}</bdi>
                <span class="muted">
                  <T text={one.agent} />
                </span>
              </>
            ) : null}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function missing(one: Waits): number {
  return one.type === 'asked' ? Math.max(0, one.ask.question.people - (one.ask.words ?? []).length) : 0;
}

export function About({ agent, action, at }: { agent: string; action: string; at?: string }) {
  const run = action.slice(0, action.lastIndexOf('#'));
  const step = action.slice(action.lastIndexOf('#') + 1);
  return (
    <p>
      Asked by <AgentLink agent={agent} /> in <a href={href('run', { run, step })}>its run, at this call</a> · <a href={href('slider', { agent, at })}>{at ? 'what it was when it asked' : 'what it was at each moment'}</a>
    </p>
  );
}
