import { useState } from 'preact/hooks';
import { ask as address, mayAdminister, post } from '../lib/api';
import { useLoad } from '../lib/load';
import { go, here, param } from '../lib/route';
import { brief, bytes, count, some, visible } from '../lib/text';
import type { Letter, Letters, Redriven, WholeLetter } from '../lib/types';
import { Time } from '../ui/bits';
import { ask } from '../ui/dialog';
import { Head, Nothing, Section, Show } from '../ui/page';
import { Filter, Pager, Table } from '../ui/table';
import { Data, T } from '../ui/text';

export function LettersPage() {
  const filters = { cause: param('cause'), role: param('role'), topic: param('topic') };
  const path = address('letters', { ...filters, cursor: param('cursor'), limit: 100 });
  const letters = useLoad<Letters>(path, { when: (beat) => beat.letters });
  const set = (name: string) => (value: string) => go(here({ [name]: value, cursor: null }), 'replace');
  return (
    <>
      <Head title="Dead letters" path={path} />
      <div class="filters" role="search" aria-label="Dead letters">
        <Filter name="role" label="Given up by" value={filters.role} set={set('role')} />
        <Filter name="topic" label="Topic" value={filters.topic} set={set('topic')} />
      </div>
      <Show of={letters}>
        {(page) => (
          <>
            <Section title="By cause">
              <Table
                label="Causes"
                rows={page.causes.slice(0, 50)}
                rowKey={(cause) => cause.cause}
                none="There is no dead letter."
                columns={[
                  {
                    name: 'Cause',
                    wide: true,
                    cell: (cause) => (
                      <a href={here({ cause: cause.cause === filters.cause ? null : cause.cause, cursor: null })} aria-current={cause.cause === filters.cause ? 'true' : undefined}>
                        <bdi class="t">{brief(cause.cause, 160)}</bdi>
                      </a>
                    ),
                  },
                  { name: 'Letters', number: true, cell: (cause) => count(cause.count) },
                  { name: 'Oldest', cell: (cause) => <Time at={cause.oldest} /> },
                  { name: 'Newest', cell: (cause) => <Time at={cause.newest} /> },
                ]}
              />
              {filters.cause ? (
                <p>
                  <a href={here({ cause: null, cursor: null })}>Show letters of every cause</a>
                </p>
              ) : null}
            </Section>
            <List page={page} reload={letters.reload} />
          </>
        )}
      </Show>
    </>
  );
}

function List({ page, reload }: { page: Letters; reload: () => void }) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = page.rows.filter((letter) => picked.has(letter.id));
  const pick = (id: string): void => {
    const next = new Set(picked);
    if (!next.delete(id)) {
      next.add(id);
    }
    setPicked(next);
  };
  const may = mayAdminister();
  const opened = param('id');
  return (
    <>
      <Section title="Letters, newest first">
        {may && page.rows.length > 0 ? (
          <div class="tools">
            <button type="button" onClick={() => setPicked(new Set(chosen.length === page.rows.length ? [] : page.rows.map((letter) => letter.id)))}>
              {chosen.length === page.rows.length ? 'Choose none' : 'Choose all on this page'}
            </button>
            <button type="button" disabled={chosen.length === 0} onClick={() => askRedrive(chosen, reload)}>
              Send {some(chosen.length, 'letter')} back …
            </button>
          </div>
        ) : null}
        <Table
          label="Dead letters, newest first"
          rows={page.rows}
          rowKey={(letter) => letter.id}
          none="No dead letter is like that."
          columns={[
            ...(may
              ? [
                  {
                    name: 'Chosen',
                    cell: (letter: Letter) => <input type="checkbox" aria-label={'Choose letter ' + letter.id} checked={picked.has(letter.id)} onChange={() => pick(letter.id)} />,
                  },
                ]
              : []),
            { name: 'Letter', cell: (letter: Letter) => <a href={here({ id: letter.id })} aria-current={letter.id === opened ? 'true' : undefined}>{visible(letter.id)}</a> },
            { name: 'At', cell: (letter: Letter) => <Time at={letter.at} /> },
            { name: 'Given up by', cell: (letter: Letter) => <T text={letter.role} /> },
            { name: 'Came from', cell: (letter: Letter) => <T text={letter.topic + (letter.offset < 0 ? '' : ' ' + letter.partition + ':' + letter.offset)} /> },
            { name: 'Cause', wide: true, cell: (letter: Letter) => <bdi class="t">{brief(letter.cause, 120)}</bdi> },
          ]}
        />
        <Pager next={page.next} shown={page.rows.length} total={page.total} />
      </Section>
      {opened === null ? null : <One id={opened} />}
    </>
  );
}

function One({ id }: { id: string }) {
  const path = address('letter', { id });
  const letter = useLoad<WholeLetter>(path);
  return (
    <Section title={'Letter ' + visible(id.slice(0, 60))}>
      <Show of={letter}>
        {(data) => (
          <>
            <h3>Cause</h3>
            <Data value={data.letter.cause} label="Cause" />
            <h3>Key</h3>
            <Data value={data.key ?? 'none'} label="Key" />
            <h3>Value</h3>
            {data.value === null || data.value === undefined ? <Nothing>It has no value.</Nothing> : <Data value={data.value} label="Value" />}
            {data.cut ? <p class="muted">This is its beginning: it has {bytes(data.bytes ?? 0)} in all.</p> : null}
            <h3>Stack</h3>
            {data.stack ? <Data value={data.stack} label="Stack" shown={2000} /> : <Nothing>Nothing was thrown.</Nothing>}
          </>
        )}
      </Show>
    </Section>
  );
}

function askRedrive(chosen: Letter[], reload: () => void): void {
  const ids = chosen.map((letter) => letter.id);
  const scope = some(ids.length, 'letter') + ' of ' + [...new Set(chosen.map((letter) => visible(letter.topic)))].slice(0, 6).join(', ');
  ask({
    title: 'Send dead letters back: dry run',
    scope,
    then: <p>First nothing is sent: you see which would go, and which would be refused and why. Then you are asked again.</p>,
    verb: 'See what would go',
    act: async () => {
      const dry = await post<Redriven>('/api/letters/redrive', { ids, dryRun: true });
      const would = dry.would ?? [];
      const go = would.filter((one) => !one.refused);
      const refused = would.filter((one) => one.refused);
      return {
        title: 'Send dead letters back',
        scope,
        then: (
          <>
            <p>
              {some(go.length, 'letter')} would go back to where they came from, {count(refused.length)} would be refused.
            </p>
            <ul class="plain dry">
              {would.slice(0, 60).map((one) => (
                <li key={one.id}>
                  {visible(one.id)} → <T text={one.topic} />
                  {one.refused ? (
                    <span class="bad">
                      {' '}
                      refused: <T text={one.refused.slice(0, 200)} />
                    </span>
                  ) : null}
                </li>
              ))}
            </ul>
          </>
        ),
        verb: 'Send ' + some(go.length, 'letter') + ' back',
        dangerous: true,
        act: async () => {
          const sent = await post<Redriven>('/api/letters/redrive', { ids: go.map((one) => one.id), dryRun: false });
          reload();
          return some((sent.sent ?? []).length, 'letter') + ' sent back';
        },
      };
    },
  });
}
