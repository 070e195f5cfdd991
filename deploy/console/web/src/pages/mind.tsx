import { clock, span } from '../lib/time';
import { count, usd } from '../lib/text';
import type { OpenRun, PlanStep, Then } from '../lib/types';
import { RunLink, State, Time } from '../ui/bits';
import { Nothing, Section } from '../ui/page';
import { Inline, Long, T } from '../ui/text';

const MOST = 60;

/** What an agent has in mind: its goals, plan, facts, memories, queue, and what it is at. */
export function Mind({ then, live = false }: { then: Then; live?: boolean }) {
  const state = then.state;
  const plan = state.run?.goals.plan ?? state.memory.work?.plan ?? [];
  return (
    <div class="columns mind">
      <Section title={live ? 'Live step' : 'What it was at'} level={3}>
        {state.run ? <Doing run={state.run} live={live} /> : <Nothing>No run is open.</Nothing>}
        {state.parked ? (
          <>
            <h4>Parked, waiting for a person</h4>
            <Doing run={state.parked} live={live} />
          </>
        ) : null}
        {state.paused ? <p class="warn">It is paused.</p> : null}
        {state.halt ? (
          <p class="warn">
            Held back by a halt of <T text={state.halt.scope} /> since <Time at={state.halt.since} />
          </p>
        ) : null}
        <p class="muted">
          Spent {usd(state.money.spentUsd)} on <T text={state.money.day ?? 'no day yet'} />
        </p>
      </Section>
      <Section title="Goals" level={3}>
        <Goals run={state.run ?? null} />
      </Section>
      <Section title="Plan" level={3}>
        <Plan steps={plan} />
      </Section>
      <Section title="Queue" level={3}>
        {state.queue.length === 0 ? <Nothing>No trigger waits.</Nothing> : null}
        <ol class="plain">
          {state.queue.slice(0, MOST).map((waiting, index) => (
            <li key={index}>
              <T text={waiting.trigger.kind} /> <T text={waiting.trigger.id} /> <Long text={waiting.trigger.text ?? ''} shown={160} label="A waiting trigger" />
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Facts" level={3}>
        {state.memory.facts.length === 0 ? <Nothing>It remembers no fact.</Nothing> : null}
        <dl class="pairs">
          {state.memory.facts.slice(0, MOST).map((fact) => (
            <div key={fact.key}>
              <dt>
                <T text={fact.key} />
              </dt>
              <dd>
                <Long text={fact.value} shown={240} label="A fact" />
                {fact.subject ? (
                  <span class="muted">
                    about <T text={fact.subject} />
                  </span>
                ) : null}
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Memories" level={3}>
        <Memories then={then} />
      </Section>
    </div>
  );
}

function Doing({ run, live }: { run: OpenRun; live: boolean }) {
  const open = run.phase.open ?? [];
  return (
    <>
      <p>
        <State of={run.phase.type} /> in <RunLink run={run.id} short />, turn {count(run.turns)}, {count(run.actions)} actions, {usd(run.spentUsd)}
      </p>
      <p>
        Opened <Time at={run.openedAt} />, closed at the latest <Time at={run.deadline} />
        {live && Date.parse(run.deadline) > clock.value ? <> (in {span(Date.parse(run.deadline) - clock.value)})</> : null}
      </p>
      {run.phase.text ? <Long text={run.phase.text} shown={300} label="What it said" /> : null}
      {open.length > 0 ? (
        <ul class="plain">
          {open.slice(0, 20).map((call) => (
            <li key={call.callId}>
              <bdi class="tool">
                <T text={call.tool} />
              </bdi>{' '}
              <T text={call.kind.toLowerCase()} />, <T text={call.progress.toLowerCase()} /> <Inline value={call.args} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Goals({ run }: { run: OpenRun | null }) {
  if (run === null) {
    return <Nothing>It has no goal: no run is open.</Nothing>;
  }
  const subject = run.origin.subject;
  return (
    <ul class="plain">
      <li>
        Answer <T text={run.origin.kind} /> (<T text={run.origin.trigger} />)
        {subject ? (
          <>
            {' '}
            about <T text={subject.type + ' ' + subject.id} />
          </>
        ) : null}
      </li>
      {run.goals.owed.slice(0, 40).map((owed) => (
        <li key={'o' + owed}>
          ☐ owes an answer to <T text={owed} />
        </li>
      ))}
      {run.goals.replied.slice(0, 40).map((done) => (
        <li key={'r' + done}>
          ☑ answered <T text={done} />
        </li>
      ))}
    </ul>
  );
}

function Plan({ steps }: { steps: PlanStep[] }) {
  if (steps.length === 0) {
    return <Nothing>It has made no plan.</Nothing>;
  }
  return (
    <ol class="plan">
      {steps.slice(0, 40).map((step, index) => (
        <li key={index}>
          <span aria-hidden="true">{step.done ? '☑' : '☐'}</span> <span class="unseen">{step.done ? 'done: ' : 'open: '}</span>
          <T text={step.text} />
        </li>
      ))}
    </ol>
  );
}

function Memories({ then }: { then: Then }) {
  const { notes, exchanges } = then.state.memory;
  return (
    <>
      {notes.length === 0 && exchanges.length === 0 ? <Nothing>It remembers nothing yet.</Nothing> : null}
      <ul class="plain">
        {exchanges.slice(-MOST).map((exchange, index) => (
          <li key={'e' + index}>
            <Time at={exchange.at} /> <T text={exchange.kind} />
            {exchange.subject ? (
              <>
                {' '}
                with <T text={exchange.subject} />
              </>
            ) : null}{' '}
            {exchange.outcome ? <State of={exchange.outcome} /> : null}
            <Long text={exchange.text} shown={240} label="A memory" />
          </li>
        ))}
        {notes.slice(-MOST).map((note, index) => (
          <li key={'n' + index}>
            Note: <Long text={note.text} shown={240} label="A note" />
          </li>
        ))}
      </ul>
    </>
  );
}
