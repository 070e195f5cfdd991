import { useEffect, useLayoutEffect } from 'preact/hooks';
import { ask, post } from '../lib/api';
import { ahead, useLoad } from '../lib/load';
import { go, here, param } from '../lib/route';
import { useEntries, type EntryWindow } from '../lib/entries';
import { brief, bytes, count, own, some, visible } from '../lib/text';
import type { Entry, EntryRow, Then, VerifyReport } from '../lib/types';
import { AgentLink, RunLink, State, Tabs, Time } from '../ui/bits';
import { Head, Nothing, Show, Trouble, Waiting } from '../ui/page';
import { say } from '../ui/said';
import { Data, T } from '../ui/text';
import { Virtual } from '../ui/virtual';
import { Moment, momentOf } from './slider-moment';

const SHOWS: [string, string][] = [
  ['state', 'State'],
  ['view', 'View'],
  ['panel', 'Panel'],
  ['prompt', 'Prompt'],
  ['entry', 'Entry'],
];

export function SliderPage() {
  const agent = param('agent') ?? '';
  const entries = useEntries(agent);
  const asked = param('at');
  const seq = asked !== null && /^\d+$/.test(asked) ? Number(asked) : null;
  const at = seq ?? (asked === null && entries.last !== null ? entries.last : null);
  return (
    <>
      <Head title="Slider" name={agent} path={ask('replay', { agent, at: at ?? asked })}>
        <AgentLink agent={agent} />
      </Head>
      {entries.problem ? <Trouble problem={entries.problem} again={entries.reload} /> : null}
      {asked !== null && seq === null ? <ByTime agent={agent} time={asked} /> : null}
      {entries.last === null || entries.first === null ? (
        entries.problem || asked !== null && seq === null ? null : <Waiting />
      ) : entries.last < entries.first ? (
        <Nothing>Nothing is journaled of this agent.</Nothing>
      ) : at === null ? null : (
        <Body agent={agent} entries={entries} first={entries.first} last={entries.last} at={Math.min(entries.last, Math.max(entries.first, at))} />
      )}
    </>
  );
}

/** A time in the address becomes the entry that it names. */
function ByTime({ agent, time }: { agent: string; time: string }) {
  const then = useLoad<Then>(ask('replay', { agent, at: time, without: 'transcript' }));
  const seq = then.data?.seq;
  useEffect(() => {
    if (seq !== undefined) {
      go(here({ at: seq }), 'replace');
    }
  }, [seq]);
  return <Show of={then}>{() => null}</Show>;
}

interface Place {
  agent: string;
  entries: EntryWindow;
  first: number;
  last: number;
  at: number;
}

function Body({ agent, entries, first, last, at }: Place) {
  const show = param('show') ?? 'state';
  const to = (seq: number): void => go(here({ at: Math.min(last, Math.max(first, seq)) }), 'replace');
  // Keys come faster than the page is drawn: where it is then, the address says.
  const current = (): number => Number(param('at') ?? at);
  const turn = (step: 1 | -1): void => {
    void entries.turnFrom(current(), step).then(to);
  };
  useLayoutEffect(() => {
    const keys = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      const typing = target?.closest('input:not([type=range]), textarea, select, dialog, .tablebox, .scrolls');
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0 || typing || event.altKey || event.ctrlKey || event.metaKey) {
        return;
      }
      event.preventDefault();
      if (event.shiftKey) {
        turn(step);
      } else {
        to(current() + step);
      }
    };
    document.addEventListener('keydown', keys);
    return () => document.removeEventListener('keydown', keys);
  });
  useEffect(() => {
    if (show !== 'entry' && show !== 'prompt') {
      ahead(ask('replay', momentOf(agent, Math.min(last, at + 1), show)));
      ahead(ask('replay', momentOf(agent, Math.max(first, at - 1), show)));
    }
  }, [agent, at, show]);
  const row = entries.row(at);
  return (
    <>
      <p class="moment">
        What the agent was and saw at entry <strong>#{at}</strong> of {count(last)}
        {row ? (
          <>
            , <Time at={row.at} fraction />: <T text={row.kind} />
            {row.run ? (
              <>
                {' '}
                in <RunLink run={row.run} short />
                {row.turn ? ', turn ' + row.turn : ''}
              </>
            ) : null}{' '}
            <Sound row={row} />
          </>
        ) : null}
      </p>
      <div class="slide">
        <button type="button" onClick={() => turn(-1)} disabled={at <= first}>
          ⇤ Turn
        </button>
        <button type="button" onClick={() => to(at - 1)} disabled={at <= first}>
          ← Entry
        </button>
        <input
          type="range"
          aria-label={'Journal entry, of ' + visible(agent)}
          min={first}
          max={last}
          value={at}
          aria-valuetext={'entry ' + at + (row ? ', ' + brief(row.kind, 60) : '')}
          onInput={(event) => to(Number(event.currentTarget.value))}
        />
        <button type="button" onClick={() => to(at + 1)} disabled={at >= last}>
          Entry →
        </button>
        <button type="button" onClick={() => turn(1)} disabled={at >= last}>
          Turn ⇥
        </button>
        <Verify agent={agent} from={at} />
      </div>
      <p class="muted keys">
        <kbd>←</kbd> <kbd>→</kbd> by entry, <kbd>Shift</kbd> with them by turn.
      </p>
      <div class="split slider">
        <Virtual
          label="Journal entries"
          count={last - first + 1}
          chosen={at - first}
          choose={(index) => to(first + index)}
          keyOf={(index) => String(first + index)}
          line={(index) => <EntryLine seq={first + index} row={entries.row(first + index)} />}
          inSight={(from, end) => entries.need(first + from, first + end)}
        />
        <section class="detail" aria-label="At that moment" tabIndex={0}>
          <h2 class="unseen">At entry #{at}</h2>
          <Tabs label="What is shown" name="show" all={SHOWS} chosen={show} />
          {show === 'entry' ? <TheEntry agent={agent} at={at} /> : <Moment agent={agent} at={at} show={show} row={row} />}
        </section>
      </div>
    </>
  );
}

function Sound({ row }: { row: EntryRow }) {
  return row.sound === false ? <span class="state bad">✖ this entry does not verify</span> : null;
}

function EntryLine({ seq, row }: { seq: number; row: EntryRow | undefined }) {
  return (
    <span class={'entry' + (row?.sound === false ? ' unsound' : '')}>
      <span class="at">#{seq}</span>
      {row ? (
        <>
          <span class="what">
            {row.sound === false ? <strong class="bad">✖ </strong> : null}
            <bdi>{brief(row.kind, 40)}</bdi> <bdi class="muted">{brief([row.tool, row.outcome].filter(Boolean).join(' '), 60)}</bdi>
          </span>
          <span class="took">{row.turn ? 't' + row.turn : ''}</span>
        </>
      ) : (
        <span class="what muted">…</span>
      )}
    </span>
  );
}

const WHY: Record<string, string> = {
  sealed: 'It is sealed, and this console has no key for it.',
  erased: 'It was erased. The chain of hashes still holds.',
  unreadable: 'It can’t be read.',
};

function TheEntry({ agent, at }: { agent: string; at: number }) {
  const entry = useLoad<Entry>(ask('entry', { agent, seq: at }), { fixed: true, keep: true });
  return (
    <Show of={entry}>
      {(data) => (
        <>
          <p>
            {bytes(data.row.bytes)}, partition {data.row.partition ?? '–'}, offset {data.row.offset ?? '–'}{' '}
            <State of={data.row.sound === false ? 'failed' : 'done'} />
          </p>
          {(data.findings ?? []).slice(0, 20).map((finding, index) => (
            <p key={index} class="bad">
              ✖ #{finding.seq}: <T text={finding.detail} />
            </p>
          ))}
          <h3>Envelope</h3>
          <Data value={data.envelope} label="Envelope" />
          <h3>Payload</h3>
          {data.payload === null || data.payload === undefined ? <Nothing>{own(WHY, data.why ?? '') ?? 'There is none.'}</Nothing> : <Data value={data.payload} label="Payload" />}
        </>
      )}
    </Show>
  );
}

function Verify({ agent, from }: { agent: string; from: number }) {
  const verify = async (): Promise<void> => {
    say('Verifying …');
    try {
      const report = await post<VerifyReport>('/api/audit/verify', { agent, from });
      const first = report.findings[0];
      say(
        first
          ? '✖ ' + some(report.findings.length, 'difference') + ', the first at entry ' + first.seq + ': ' + first.detail
          : '✔ ' + some(report.entries, 'entry', 'entries') + ' of ' + agent + ' verified' + (report.folded === null || report.folded === undefined ? '' : ', ' + report.folded + ' of them folded again') + ': nothing differs',
        first !== undefined,
      );
    } catch (failure) {
      say(String(failure instanceof Error ? failure.message : failure), true);
    }
  };
  return (
    <button type="button" onClick={verify}>
      Verify from here
    </button>
  );
}
