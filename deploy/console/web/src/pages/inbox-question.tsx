import { useState } from 'preact/hooks';
import { ask as address, may, post, session } from '../lib/api';
import { useLoad } from '../lib/load';
import { count, pretty, some, visible } from '../lib/text';
import { clock, span } from '../lib/time';
import type { Ask, History } from '../lib/types';
import { RunLink, Time } from '../ui/bits';
import { Deliberate, type Choice } from '../ui/deliberate';
import { Nothing, Show } from '../ui/page';
import { say } from '../ui/said';
import { Data, T } from '../ui/text';
import { answerWords } from './deeds';
import { About } from './inbox';

interface Became {
  type?: string;
  event?: { type?: string; missing?: number; why?: string };
}

function became(answer: Became, verb: string): string {
  if (answer.event?.type === 'approval-ignored') {
    return 'It was not counted: ' + visible((answer.event.why ?? '').toLowerCase().replaceAll('_', ' '));
  }
  const missing = answer.event?.missing ?? 0;
  return answerWords(answer, verb + ' is journaled' + (missing > 0 ? '; ' + some(missing, 'person', 'people') + ' must still agree' : ''));
}

/** One question: what would happen, why it is asked, who must agree, and how long there is. */
export function Question({ agent, ask, answered }: { agent: string; ask: Ask; answered: () => void }) {
  const question = ask.question;
  const words = ask.words ?? [];
  const left = Date.parse(question.expiresAt) - clock.value;
  const still = Math.max(0, question.people - words.length);
  return (
    <>
      <h2>
        May <T text={agent} /> <bdi class="tool">{visible(ask.tool)}</bdi>?
      </h2>
      <p class={left < 60_000 ? 'countdown bad' : 'countdown'}>
        {left > 0 ? <>Nobody’s word counts after <Time at={question.expiresAt} />: {span(left)} left</> : 'It has expired.'}
      </p>
      <Answer agent={agent} ask={ask} answered={answered} open={left > 0} />
      <h3>What would happen</h3>
      {question.preview === null || question.preview === undefined ? (
        <p>The world was not asked what it would do. These are its arguments:</p>
      ) : (
        <>
          <p>The world says that it would do this:</p>
          <Data value={question.preview} label="Preview of what it would do" />
        </>
      )}
      <h4>Arguments</h4>
      <Data value={ask.args} label="Arguments" />
      <h3>Why it is asked</h3>
      <dl class="pairs">
        <dt>Rule</dt>
        <dd>
          <T text={question.rule} />
        </dd>
        <dt>Matched</dt>
        <dd>{pretty(question.matched) === '{}' ? 'every call of this tool' : <Data value={question.matched} label="What matched" shown={300} />}</dd>
        <dt>Asked</dt>
        <dd>
          <Time at={question.askedAt} />
          {question.difference ? (
            <>
              , again: <T text={question.difference} />
            </>
          ) : null}
        </dd>
        <dt>For</dt>
        <dd>
          <T text={ask.kind} />
          {ask.subject ? (
            <>
              {' '}
              about <T text={ask.subject} />
            </>
          ) : null}
        </dd>
      </dl>
      <h3>Who must agree</h3>
      <p>
        {some(question.people, 'person', 'people')} with {question.roles.length === 0 ? 'any role' : 'the role ' + question.roles.map(visible).join(' or ')};{' '}
        <strong>{still === 0 ? 'nobody is missing' : some(still, 'person', 'people') + (still === 1 ? ' is' : ' are') + ' missing'}</strong>
      </p>
      {words.length === 0 ? <Nothing>Nobody has said anything yet.</Nothing> : null}
      <ul class="plain">
        {words.slice(0, 64).map((word) => (
          <li key={word.subject}>
            <T text={word.subject} />: <T text={word.answer} />
          </li>
        ))}
      </ul>
      <ToolHistory tool={ask.tool} />
      <About agent={agent} action={ask.action} at={question.askedAt} />
    </>
  );
}

const VERBS: Record<string, string> = { approve: 'Approve', deny: 'Reject' };

function Answer({ agent, ask, answered, open }: { agent: string; ask: Ask; answered: () => void; open: boolean }) {
  const question = ask.question;
  const [reason, setReason] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const who = session.value;
  if (who?.readOnly) {
    return <p class="muted">This console is read-only: questions are answered elsewhere.</p>;
  }
  if (!(question.roles.length === 0 ? may('approve') : question.roles.some((role) => may('approve:' + role)))) {
    return <p class="muted">You are not among those who may answer this.</p>;
  }
  if (!open) {
    return null;
  }
  const send = async (kind: string): Promise<void> => {
    try {
      const args = kind === 'edit' && edited !== null ? (JSON.parse(edited) as unknown) : undefined;
      const answer = await post<Became>('/api/do/answer', { approval: question.approval, kind, argsHash: question.argsHash, reason: reason || null, args });
      say(became(answer, kind === 'edit' ? 'Your edit' : kind === 'approve' ? 'Your approval' : 'Your rejection'));
      answered();
    } catch (failure) {
      say(failure instanceof SyntaxError ? 'The arguments are no JSON' : String(failure instanceof Error ? failure.message : failure), true);
    }
  };
  const choices: Choice[] = (['approve', 'deny'] as const)
    .filter((kind) => question.allowed.includes(kind))
    .map((kind) => ({
      key: kind === 'approve' ? 'a' : 'r',
      name: VERBS[kind] ?? kind,
      then: (kind === 'approve' ? 'Yes, approve ' : 'Yes, reject ') + visible(ask.tool) + ' of ' + visible(agent),
      danger: kind === 'deny',
      act: () => send(kind),
    }));
  return (
    <div class="answer">
      <div class="field">
        <label for="reason">Reason, which the model is told on a rejection</label>
        <input id="reason" type="text" autoComplete="off" value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </div>
      <Deliberate choices={choices} />
      {question.allowed.includes('edit') ? (
        <details>
          <summary>Approve with other arguments</summary>
          <div class="field">
            <label for="edited">Arguments, as JSON</label>
            <textarea id="edited" rows={6} spellcheck={false} value={edited ?? pretty(ask.args)} onInput={(event) => setEdited(event.currentTarget.value)} />
          </div>
          <Deliberate choices={[{ key: 'e', name: 'Approve as edited', then: 'Yes, approve these arguments', danger: false, act: () => send('edit') }]} />
        </details>
      ) : null}
    </div>
  );
}

function ToolHistory({ tool }: { tool: string }) {
  const history = useLoad<History>(address('inbox/history', { tool }));
  return (
    <>
      <h3>History of this tool</h3>
      <Show of={history}>
        {(data) => (
          <>
            <p>
              Asked {some(data.asked, 'time')}: {count(data.approved)} approved, {count(data.edited)} edited, {count(data.rejected)} rejected, {count(data.expired)}{' '}
              expired.
            </p>
            <ul class="plain">
              {data.last.slice(0, 10).map((one, index) => (
                <li key={index}>
                  <Time at={one.at} /> <T text={one.kind.toLowerCase()} /> {one.by && one.by.length > 0 ? <>by <T text={one.by.join(', ')} /></> : null} for <T text={one.agent} />
                  {one.run ? (
                    <>
                      {' '}
                      in <RunLink run={one.run} short />
                    </>
                  ) : null}
                  {one.reason ? (
                    <>
                      : <T text={one.reason.slice(0, 300)} />
                    </>
                  ) : null}
                </li>
              ))}
            </ul>
          </>
        )}
      </Show>
    </>
  );
}
