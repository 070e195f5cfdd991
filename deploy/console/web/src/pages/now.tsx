import { ask as apiAddress, mayOperate, session } from '../lib/api';
import { deadLetters, feed, inboxCounts } from '../lib/live';
import { useLoad } from '../lib/load';
import { href } from '../lib/route';
import { count, usd } from '../lib/text';
import type { AgentDoes, Cap, Halt, Now } from '../lib/types';
import { AgentLink, Ago, Figure, RunLink, Share, SliderLink, State, Time } from '../ui/bits';
import { Head, Nothing, Section, Show } from '../ui/page';
import { T } from '../ui/text';
import { askHalt, askPublish, askUnhalt } from './deeds';
import { RunsTable } from './runs-table';

const STATES: AgentDoes[] = ['thinking', 'acting', 'waiting', 'idle', 'paused', 'quarantined'];

export function NowPage() {
  const path = apiAddress('now');
  const now = useLoad<Now>(path, {
    when: (beat) => beat.entries.length > 0 || beat.runs.length > 0 || beat.agents.length > 0 || beat.inbox || beat.letters,
  });
  return (
    <>
      <Head title="Now" path={path}>
        {mayOperate() ? (
          <>
            <button type="button" onClick={() => askPublish('')}>
              Publish a trigger …
            </button>
            <button type="button" class="danger" onClick={() => askHalt('all')}>
              Halt everything …
            </button>
          </>
        ) : null}
      </Head>
      <Show of={now}>{(data) => <Figures now={data} />}</Show>
    </>
  );
}

function Figures({ now }: { now: Now }) {
  const inbox = inboxCounts.value ?? now.inbox;
  const spent = now.spentToday;
  return (
    <>
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
              <AgentLink agent={now.oldestWait.agent} /> waits for <T text={now.oldestWait.what} /> in{' '}
              <RunLink run={now.oldestWait.run} short />, since <Time at={now.oldestWait.since} /> (<Ago at={now.oldestWait.since} />)
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
          <Caps caps={now.caps} />
        </Section>
      </div>
      <Section title="Newest runs">
        <RunsTable rows={now.recent} label="Newest runs" none="No run yet. Publish a trigger, and it shows here." />
      </Section>
      <Feed />
    </>
  );
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
            {mayOperate() ? (
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
      {caps.slice(0, 20).map((cap) => {
        const share = Number(cap.spentUsd ?? 0) / Number(cap.usdPerDay ?? 0);
        return (
          <li key={cap.scope}>
            <T text={cap.scope} />: {usd(cap.spentUsd)} of {usd(cap.usdPerDay)} a day
            <Share share={share} label={Math.round((Number.isFinite(share) ? share : 0) * 100) + ' % of the cap is spent'} />
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
