import { ask } from '../lib/api';
import { useLoad } from '../lib/load';
import type { EntryRow, Panel, Then } from '../lib/types';
import { PanelView } from '../draw/panel';
import { RunLink, Time } from '../ui/bits';
import { Nothing, Show } from '../ui/page';
import { Messages, PromptView } from '../ui/prompt';
import { Data, Long } from '../ui/text';
import { Mind } from './mind';

interface PanelAt {
  agent: string;
  seq: number;
  viewAt?: string | null;
  panel?: Panel | null;
}

/** What is asked of a moment: the messages of a run are many, and only the prompt shows them. */
export function momentOf(agent: string, at: number, show: string): Record<string, string | number | null> {
  return { agent, at, without: show === 'prompt' ? null : 'transcript' };
}

/** What was at an entry: it never changes, so going back to it asks nobody. */
export function Moment({ agent, at, show, row }: { agent: string; at: number; show: string; row: EntryRow | undefined }) {
  if (show === 'panel') {
    return <PanelThen agent={agent} at={at} />;
  }
  if (show === 'prompt' && row?.run && row.turn) {
    return (
      <>
        <h3 class="unseen">Prompt</h3>
        <p>
          The prompt of turn {row.turn} of <RunLink run={row.run} query={{ step: 't' + row.turn }} />
        </p>
        <PromptView run={row.run} turn={row.turn} />
      </>
    );
  }
  return <Replayed agent={agent} at={at} show={show} />;
}

function Replayed({ agent, at, show }: { agent: string; at: number; show: string }) {
  const then = useLoad<Then>(ask('replay', momentOf(agent, at, show)), { fixed: true, keep: true });
  return (
    <Show of={then}>
      {(data) => (
        <>
          {data.differences > 0 ? <p class="bad">✖ {data.differences} values up to here differ from what follows from the journal.</p> : null}
          {show === 'view' ? <ViewThen then={data} /> : null}
          {show === 'prompt' && data.transcript ? (
            <>
              <p>No turn was opened by this entry. These are the messages of the open run, as they stood:</p>
              <Messages
                messages={data.transcript.flatMap((message, index) => (message ? [{ message, index }] : []))}
                isNew={() => false}
              />
            </>
          ) : null}
          {show === 'state' ? (
            <>
              <Mind then={data} />
              <details>
                <summary>The whole state as JSON</summary>
                <Data value={data.state} label="The whole state" shown={4000} />
              </details>
            </>
          ) : null}
        </>
      )}
    </Show>
  );
}

function ViewThen({ then }: { then: Then }) {
  const view = then.view;
  if (!view) {
    return <Nothing>It had seen no view by then.</Nothing>;
  }
  return (
    <>
      <p>
        What the agent saw last, at <Time at={then.viewAt} fraction />: version {view.version}, as of <Time at={view.asOf} fraction />, {view.tokens} tokens
      </p>
      <Long text={view.summary} label="The view in words" />
      <Data value={view.state} label="The view" shown={4000} />
    </>
  );
}

function PanelThen({ agent, at }: { agent: string; at: number }) {
  const panel = useLoad<PanelAt>(ask('panel', { agent, at }), { fixed: true, keep: true });
  return (
    <Show of={panel}>
      {(data) =>
        data.panel ? (
          <>
            <p>
              What the agent saw, at <Time at={data.viewAt} fraction />
            </p>
            <PanelView panel={data.panel} trails={[]} />
          </>
        ) : (
          <Nothing>It had seen nothing by then that its world draws.</Nothing>
        )
      }
    </Show>
  );
}
