import { ask as apiAddress, mayControl, mayPublish, session } from '../lib/api';
import { deadLetters, feed, inboxCounts, type Beat } from '../lib/live';
import { useLoad, type Loaded } from '../lib/load';
import { go, here, href, param } from '../lib/route';
import { count, usd } from '../lib/text';
import type { AgentDoes, Cap, Halt, Now } from '../lib/types';
import { AgentLink, Ago, Figure, RunLink, Share, SliderLink, State, Time } from '../ui/bits';
import { Compared, type Line } from '../ui/compared';
import { Head, Nothing, Section, Show } from '../ui/page';
import { Filter } from '../ui/table';
import { T } from '../ui/text';
import { askHalt, askPublish, askUnhalt } from './deeds';
import { RunsTable } from './runs-table';

const NEAREST = 4;
const STATES: AgentDoes[] = ['thinking', 'acting', 'waiting', 'idle', 'paused', 'quarantined'];

export function NowPage() {
  const agents = param('agents');
  const other = param('compare');
  const path = apiAddress('now', { agents });
  const live = { when: (beat: Beat) => beat.entries.length > 0 || beat.runs.length > 0 || beat.agents.length > 0 || beat.inbox || beat.letters };
  const now = useLoad<Now>(path, live);
  const compared = useLoad<Now>(other ? apiAddress('now', { agents: other }) : null, live);
  const set = (name: string) => (value: string) => go(here({ [name]: value }), 'replace');
  return (
    <>
      <Head title="Now" path={path}>
        {mayPublish() ? (
          <button type="button" onClick={() => askPublish('')}>
            Publish a trigger …
          </button>
        ) : null}
        {mayControl() ? (
          <button type="button" class="danger" onClick={() => askHalt('all')}>
            Halt everything …
          </button>
        ) : null}
      </Head>
      <details class="compare" open={agents !== null || other !== null}>
        <summary>Agents of some names alone, or two such shares compared</summary>
        <div class="filters" role="search" aria-label="Agents">
          <Filter name="agents" label="Agents, such as kernel/a*" value={agents} set={set('agents')} />
          <Filter name="compare" label="Compared with" value={other} set={set('compare')} />
        </div>
      </details>
      {other && now.data ? <Compare a={now.data} b={compared} names={[agents ?? 'all agents', other]} /> : null}
      <Show of={now}>{(data) => <Figures now={data} inbox={agents === null ? (inboxCounts.value ?? data.inbox) : data.inbox} />}</Show>
    </>
  );
}

/** Two shares of the agents side by side, as after a change that one of them got. */
function Compare({ a, b, names }: { a: Now; b: Loaded<Now>; names: [string, string] }) {
  const lines: Line<Now>[] = [
    ...STATES.map((state): Line<Now> => [state, (now) => count(now.agents[state])]),
    ['turns in flight', (now) => count(now.turnsInFlight)],
    ['model calls today', (now) => count(now.spentToday.calls)],
    ['tokens in today', (now) => count(now.spentToday.promptTokens)],
    ['tokens out today', (now) => count(now.spentToday.completionTokens)],
    ['cost today', (now) => usd(now.spentToday.costUsd)],
  ];
  return (
    <Section title="Compared">
      <Show of={b}>
        {(other) => <Compared lines={lines} each={[a, other]} names={names} />}
      </Show>
    </Section>
  );
}

function Figures({ now, inbox }: { now: Now; inbox: Now['inbox'] }) {
  const spent = now.spentToday;
  return (
    <>
      {now.problem ? (
        <p class="notice" role="status">
          The index does not go on, so these figures stay as they are: <T text={now.problem.slice(0, 400)} />
        </p>
      ) : null}
      <Halts halts={now.halts} />
      <div class="columns">
        <Section title="Agents">
          <dl class="figures">
            {STATES.map((state) => (
              <div class="figure" key={state}>
                <dt>
                  <a href={href('agents', { state })}>
                    <State of={state} />
                  </a>
                </dt>
                <dd>{count(now.agents[state])}</dd>
              </div>
            ))}
            <Figure name="In all" to={href('agents')}>
              {count(now.agents.total)}
            </Figure>
          </dl>
        </Section>
        <Section title="Under way">
          <dl class="figures">
            <Figure name="Turns in flight">{count(now.turnsInFlight)}</Figure>
            <Figure name="Questions in the inbox" to={href('inbox')}>
              {count(inbox.asked)}
            </Figure>
            <Figure name="Writes in doubt" to={href('inbox')}>
              {count(inbox.inDoubt)}
            </Figure>
            <Figure name="Dead letters" to={href('letters')}>
              {count(deadLetters.value ?? now.deadLetters)}
            </Figure>
            <Figure name="Journal entries">{count(now.entries)}</Figure>
            <Figure name="Not indexed yet">{count(now.behind)}</Figure>
          </dl>
          <h3>Oldest wait</h3>
          {now.oldestWait ? (
            <p>
              <AgentLink agent={now.oldestWait.agent} /> waits for a <T text={now.oldestWait.what} />
              {now.oldestWait.run ? (
                <>
                  {' '}
                  in <RunLink run={now.oldestWait.run} short />
                </>
              ) : null}
              , since <Time at={now.oldestWait.since} /> (<Ago at={now.oldestWait.since} />)
            </p>
          ) : (
            <Nothing>Nothing waits.</Nothing>
          )}
        </Section>
        <Section title="Spent today">
          <dl class="figures">
            <Figure name="Cost" to={href('cost', { by: 'agent' })}>
              {usd(spent.costUsd)}
            </Figure>
            <Figure name="Model calls">{count(spent.calls)}</Figure>
            <Figure name="Tokens in">{count(spent.promptTokens)}</Figure>
            <Figure name="Tokens out">{count(spent.completionTokens)}</Figure>
          </dl>
          <h3>Against caps</h3>
          <Caps caps={nearest(now.caps)} />
          {now.caps.length > NEAREST ? <a href={href('cost')}>All {count(now.caps.length)} caps</a> : null}
        </Section>
      </div>
      <Section title="Newest runs">
        <RunsTable rows={now.recent} label="Newest runs" none="No run yet. Publish a trigger, and it shows here." />
      </Section>
      {session.value?.source.kind === 'cluster' ? <Feed /> : null}
    </>
  );
}

/** Those that are nearest to being spent. */
function nearest(caps: Cap[]): Cap[] {
  return [...caps].sort((a, b) => spentShare(b) - spentShare(a)).slice(0, NEAREST);
}

function spentShare(cap: Cap): number {
  const share = Number(cap.spentUsd ?? 0) / Number(cap.usdPerDay ?? 0);
  return Number.isFinite(share) ? share : 0;
}

export function Halts({ halts }: { halts: Halt[] }) {
  if (halts.length === 0) {
    return null;
  }
  return (
    <Section title="Halts in force">
      <ul class="halts">
        {halts.slice(0, 50).map((halt) => (
          <li key={halt.scope}>
            <strong>
              <T text={halt.scope === 'all' ? 'everything' : halt.scope} />
            </strong>{' '}
            is halted by <T text={halt.by} /> since <Time at={halt.at} />
            {halt.reason ? (
              <>
                : <T text={halt.reason.slice(0, 300)} />
              </>
            ) : null}{' '}
            {mayControl() ? (
              <button type="button" onClick={() => askUnhalt(halt.scope)}>
                End this halt …
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Caps({ caps }: { caps: Cap[] }) {
  const own = session.value?.spendCapUsd;
  if (caps.length === 0 && !own) {
    return <Nothing>No cap is set.</Nothing>;
  }
  return (
    <ul class="caps">
      {caps.slice(0, 100).map((cap) => {
        const share = spentShare(cap);
        return (
          <li key={cap.scope}>
            <T text={cap.scope} />: {usd(cap.spentUsd)} of {usd(cap.usdPerDay)} a day
            <Share cap share={share} label={Math.round(share * 100) + ' % of the cap is spent'} />
          </li>
        );
      })}
      {own ? <li>This system as a whole: at most {usd(own)}</li> : null}
    </ul>
  );
}

/** What was journaled since the page was opened. Not said aloud: it would never end. */
function Feed() {
  return (
    <Section title="As it happens">
      {feed.value.length === 0 ? (
        <Nothing>Nothing was journaled since this page was opened.</Nothing>
      ) : (
        <ol class="feed" tabIndex={0} role="list" aria-label="Newest journal entries">
          {feed.value.map((entry) => (
            <li key={entry.agent + entry.seq} data-entry={entry.agent + '#' + entry.seq}>
              <Time at={entry.at} fraction /> <SliderLink agent={entry.agent} seq={entry.seq}>
                <T text={entry.agent + ' #' + entry.seq} />
              </SliderLink>{' '}
              <T text={[entry.kind, entry.tool, entry.outcome].filter(Boolean).join(' · ')} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
