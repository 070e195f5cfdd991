import { useState } from 'preact/hooks';
import { may, mayControl, post, session } from '../lib/api';
import { visible } from '../lib/text';
import type { UnknownWrite } from '../lib/types';
import { Deliberate } from '../ui/deliberate';
import { say } from '../ui/said';
import { Data, T } from '../ui/text';
import { answerWords } from './deeds';
import { About } from './inbox';

/** A write of which nobody knows whether it happened: another question, and nothing is released. */
export function InDoubt({ agent, write, answered }: { agent: string; write: UnknownWrite; answered: () => void }) {
  const [reason, setReason] = useState('');
  const tell = async (happened: boolean): Promise<void> => {
    try {
      const answer = await post('/api/do/confirm', { agent, action: write.action, happened, reason: reason || null });
      say(answerWords(answer, 'Journaled: ' + visible(write.tool) + (happened ? ' has happened' : ' has not happened')));
      answered();
    } catch (failure) {
      say(String(failure instanceof Error ? failure.message : failure), true);
    }
  };
  return (
    <>
      <h2>
        Did <bdi class="tool">{visible(write.tool)}</bdi> of <T text={agent} /> happen?
      </h2>
      <p>
        It was sent, and no answer came. Look in the world itself, then say what you found. This releases nothing: it tells the agent what is so. Until then it writes
        nothing more.
      </p>
      {session.value?.readOnly || !(mayControl() || may('approve')) ? (
        <p class="muted">{session.value?.readOnly ? 'This console is read-only: it is answered elsewhere.' : 'You are not among those who may answer this.'}</p>
      ) : (
        <div class="answer">
          <div class="field">
            <label for="reason">How you know, for the record</label>
            <input id="reason" type="text" autoComplete="off" value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
          </div>
          <Deliberate
            choices={[
              { key: 'h', name: 'It happened', then: 'Yes, I know that it happened', danger: false, act: () => tell(true) },
              { key: 'n', name: 'It did not happen', then: 'Yes, I know that it did not happen', danger: false, act: () => tell(false) },
            ]}
          />
        </div>
      )}
      <h3>What was sent</h3>
      <Data value={write.args ?? null} label="Arguments" />
      <p class="muted">
        Action <T text={write.action} />
      </p>
      <About agent={agent} action={write.action} />
    </>
  );
}
