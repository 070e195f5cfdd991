import { Picture } from '../draw/picture';
import { href } from '../lib/route';
import { isLoopsOwn, stateOf, type CallLine, type EventLine, type StoryLine, type TurnLine } from '../lib/story';
import type { Story } from '../lib/story-load';
import { count, own, usd } from '../lib/text';
import { span } from '../lib/time';
import type { ActionFacts, ActionResult, RunRow } from '../lib/types';
import { toldWords } from '../lib/words';
import { State, Time } from '../ui/bits';
import { Nothing } from '../ui/page';
import { PromptView } from '../ui/prompt';
import { Data, Long, T } from '../ui/text';

/** All that is known of a step. */
export function Detail({ line, lines, story, run }: { line: StoryLine; lines: StoryLine[]; story: Story; run: RunRow }) {
  return (
    <>
      {line.kind === 'turn' ? <Turn line={line} run={run} lines={lines} story={story} /> : null}
      {line.kind === 'call' ? <Call line={line} facts={story.facts[line.action]} heading="h2" /> : null}
      {line.kind === 'event' ? <Event line={line} /> : null}
      <p>
        <a href={href('slider', { agent: run.agent, at: line.seq === null || line.seq < 0 ? (line.ended ?? line.at) : line.seq })}>
          See what the agent was at {line.seq === null || line.seq < 0 ? 'that moment' : 'entry #' + line.seq}
        </a>
        {' · '}
        <a href={href('world', { world: run.agent.split('/')[0], at: line.ended ?? line.at, agent: run.agent })}>See the world at that moment</a>
      </p>
    </>
  );
}

function Turn({ line, run, lines, story }: { line: TurnLine; run: RunRow; lines: StoryLine[]; story: Story }) {
  const calls = lines.filter((one): one is CallLine => one.kind === 'call' && one.turn === line.turn);
  return (
    <>
      <h2>Turn {line.turn}</h2>
      <h3>Decision</h3>
      {line.decision ? <Decided line={line} /> : <Nothing>The model has not answered yet.</Nothing>}
      <h3>Calls</h3>
      {calls.length === 0 ? <Nothing>No tool was called.</Nothing> : null}
      {calls.slice(0, 20).map((call) => (
        <Call key={call.id} line={call} facts={story.facts[call.action]} heading="h4" />
      ))}
      <h3>Prompt</h3>
      <PromptView run={run.run} turn={line.turn} />
    </>
  );
}

function Decided({ line }: { line: TurnLine }) {
  const decision = line.decision;
  if (decision === null) {
    return null;
  }
  const usage = decision.usage;
  const outcome = decision.outcome;
  return (
    <>
      <p>
        <State of={outcome.type} /> by <T text={decision.model} /> in {span(decision.latencyMs)}, {usd(decision.costUsd)},{' '}
        {decision.attempts === 1 ? '1 attempt' : count(decision.attempts) + ' attempts'}
        {usage ? (
          <>
            ; tokens: {count(usage.input)} in ({count(usage.cached)} cached), {count(usage.output)} out ({count(usage.reasoning)} reasoning)
          </>
        ) : (
          '; the provider reported no usage'
        )}
      </p>
      {outcome.text ? <Long text={outcome.text} label="What the model said" /> : null}
      {outcome.type === 'answered' ? null : <Data value={outcome} label="Outcome" />}
      {(decision.notes ?? []).slice(0, 10).map((note, index) => (
        <p key={index} class="warn">
          Note: <T text={note} />
        </p>
      ))}
      {outcome.raw ? (
        <details>
          <summary>As the model sent it</summary>
          <Data value={outcome.raw} label="The model’s message as it came" />
        </details>
      ) : null}
    </>
  );
}

function Call({ line, facts, heading: Heading }: { line: CallLine; facts: ActionFacts | undefined; heading: 'h2' | 'h4' }) {
  const check = line.call?.check;
  return (
    <article class="call" aria-label={'Call of ' + line.id}>
      <Heading>
        <bdi class="tool">
          <T text={line.tool} />
        </bdi>{' '}
        <State of={stateOf(line)} /> <span class="muted">{line.id}</span>
      </Heading>
      <dl class="pairs">
        <dt>Arguments</dt>
        <dd>{line.call ? <Data value={check?.type === 'valid' ? check.args : line.call.arguments} label="Arguments" /> : 'given by the config’s fallback'}</dd>
        <dt>Schema error</dt>
        <dd>
          {check?.type === 'invalid' ? (
            <span class="bad">
              <T text={check.field} />: expected <T text={check.expected} />, got <T text={check.got} />
              {check.nearest ? (
                <>
                  ; did you mean <T text={check.nearest} />?
                </>
              ) : null}
            </span>
          ) : (
            'none: the arguments fit the tool’s schema'
          )}
        </dd>
        <dt>Result</dt>
        <dd>{line.result ? <Result result={line.result} /> : <NoResult line={line} />}</dd>
        <dt>Receipts</dt>
        <dd>
          <Receipts line={line} />
        </dd>
        <dt>Effect safety</dt>
        <dd>
          <Safety line={line} facts={facts} />
        </dd>
        <dt>Ledger</dt>
        <dd>{facts?.ledger ? <Data value={facts.ledger} label="Ledger entry" shown={400} /> : 'no entry: ' + noLedger(line, facts)}</dd>
      </dl>
    </article>
  );
}

function noLedger(line: CallLine, facts: ActionFacts | undefined): string {
  if (isLoopsOwn(line.tool)) {
    return 'the loop itself answers it';
  }
  if (facts?.effect === 'READ') {
    return 'a read needs none';
  }
  return facts?.safety === 'TRANSACTIONAL' ? 'it lies in the world’s own transaction' : 'none is known here';
}

function NoResult({ line }: { line: CallLine }) {
  if (line.call?.check.type === 'invalid') {
    return <>none: it was not carried out; the model was told why</>;
  }
  return <>{isLoopsOwn(line.tool) ? 'answered by the loop itself' : 'none yet'}</>;
}

function Result({ result }: { result: ActionResult }) {
  return (
    <>
      {result.error ? (
        <p class="bad">
          <T text={result.error.code} />
          {result.error.field ? (
            <>
              {' '}
              (<T text={result.error.field} />)
            </>
          ) : null}
          : <T text={result.error.message} />
          {result.error.retriable ? ' It may be tried again.' : ''}
        </p>
      ) : null}
      {result.output === undefined || result.output === null ? null : <Data value={result.output} label="Output" />}
      {result.worldVersion ? <p>Shown by version {result.worldVersion} of the view.</p> : null}
      {(result.shown ?? []).slice(0, MOST_SHOWN).map((part, index) => (part.type === 'text' ? <Long key={index} text={part.text} shown={300} label="Shown" /> : null))}
      {picturesOf(result).map((hash) => (
        <figure key={hash}>
          <Picture hash={hash} title="What this action showed" />
          <figcaption class="muted">
            <T text={hash.slice(0, 64)} />
          </figcaption>
        </figure>
      ))}
    </>
  );
}

/** As many as an action shows at most. */
const MOST_SHOWN = 4;

/** The hashes of what an action showed to its agent, and of what its world kept of the moment beside its output. */
function picturesOf(result: ActionResult): string[] {
  const shown = (result.shown ?? []).flatMap((part) => (part.type === 'image' ? [part.sha256] : []));
  const kept = fieldOf(fieldOf(result.output, 'screenshot'), 'sha256');
  return [...new Set([...shown, ...(typeof kept === 'string' ? [kept] : [])])].slice(0, MOST_SHOWN + 1);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? own(value as Record<string, unknown>, name) : undefined;
}

function Receipts({ line }: { line: CallLine }) {
  const all = line.result?.receipts ?? [];
  return (
    <>
      {all.length === 0 && line.progress.length === 0 ? 'none' : null}
      <ul class="plain">
        {line.progress.slice(0, 30).map((progress, index) => (
          <li key={'p' + index}>
            <Time at={progress.at} fraction /> <T text={progress.step} /> {progress.receipt ? <T text={progress.receipt} /> : null}
          </li>
        ))}
        {all.slice(0, 30).map((receipt, index) => (
          <li key={'r' + index}>
            <code>
              <T text={receipt.slice(0, 300)} />
            </code>
          </li>
        ))}
      </ul>
    </>
  );
}

const SAFETY: Record<string, string> = {
  TRANSACTIONAL: 'transactional: the effect and its mark lie in one transaction of the world',
  LEDGER: 'ledger: the intent is written before the act, and its outcome is found out after a crash',
};

function Safety({ line, facts }: { line: CallLine; facts: ActionFacts | undefined }) {
  if (isLoopsOwn(line.tool)) {
    return <>no effect outside the loop</>;
  }
  if (!facts?.effect) {
    return <>not known here</>;
  }
  return (
    <>
      <T text={facts.effect.toLowerCase()} />
      {facts.mode && facts.mode !== 'EXECUTE' ? (
        <>
          , <T text={facts.mode.toLowerCase()} />
        </>
      ) : null}
      {facts.safety ? (
        <>
          , <T text={own(SAFETY, facts.safety) ?? facts.safety} />
        </>
      ) : null}
      {facts.lane ? (
        <>
          ; lane <T text={facts.lane} />
        </>
      ) : null}
    </>
  );
}

function Event({ line }: { line: EventLine }) {
  const told = line.told;
  return (
    <>
      <h2>{told.type === 'happened' ? <T text={(told.step.type === 'noted' ? told.step.event.type : told.step.type).replaceAll('-', ' ')} /> : told.type}</h2>
      <p class={told.type === 'differs' ? 'bad' : ''}>
        <bdi>{toldWords(told)}</bdi>
      </p>
      {told.type === 'happened' ? (
        <p>
          At <Time at={told.step.at} fraction />
        </p>
      ) : null}
      <Data value={told.type === 'happened' ? told.step : told} label="As the journal has it" shown={4000} />
    </>
  );
}
