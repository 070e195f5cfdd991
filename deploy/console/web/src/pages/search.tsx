import { ask, session } from '../lib/api';
import { useLoad } from '../lib/load';
import { go, here, param } from '../lib/route';
import { brief, visible } from '../lib/text';
import type { Found, Page } from '../lib/types';
import { AgentLink, RunLink, SliderLink, Time } from '../ui/bits';
import { Head, Nothing, Show } from '../ui/page';
import { Filter, Pager, Table } from '../ui/table';
import { T } from '../ui/text';

interface Results extends Page<Found> {
  fullText?: boolean | null;
}

export function SearchPage() {
  const q = param('q');
  const agent = param('agent');
  const path = ask('search', { q, agent, cursor: param('cursor'), limit: 20 });
  const found = useLoad<Results>(q ? path : null);
  const set = (name: string) => (value: string) => go(here({ [name]: value, cursor: null }), 'replace');
  return (
    <>
      <Head title="Search" path={path} />
      <div class="filters" role="search" aria-label="Search">
        <Filter name="q" label="Words" value={q} set={set('q')} />
        <Filter name="agent" label="Agent" value={agent} set={set('agent')} />
      </div>
      <Limits fullText={found.data?.fullText ?? session.value?.fullText ?? true} />
      {q ? (
        <Show of={found}>
          {(page) => (
            <>
              <Table
                label="Journal entries found"
                rows={page.rows}
                rowKey={(row) => row.agent + row.seq}
                none="No entry has these words."
                columns={[
                  { name: 'Entry', cell: (row) => <SliderLink agent={row.agent} seq={row.seq} /> },
                  { name: 'Agent', cell: (row) => <AgentLink agent={row.agent} /> },
                  { name: 'Run', cell: (row) => (row.run ? <RunLink run={row.run} short /> : '–') },
                  { name: 'At', cell: (row) => <Time at={row.at} /> },
                  { name: 'Kind', cell: (row) => <T text={row.kind} /> },
                  { name: 'Text', wide: true, cell: (row) => (row.snippet ? <bdi class="t">{brief(row.snippet, 240)}</bdi> : '–') },
                ]}
              />
              <Pager next={page.next} shown={page.rows.length} total={page.total} />
            </>
          )}
        </Show>
      ) : (
        <Nothing>Type words, then Enter. Ids, kinds, tools and outcomes are found too.</Nothing>
      )}
    </>
  );
}

function Limits({ fullText }: { fullText: boolean }) {
  if (fullText) {
    return null;
  }
  const why = session.value?.whyNot ?? (session.value?.sealed ? 'sealed' : null);
  return (
    <p class="notice">
      {why === 'sealed'
        ? 'The journals are sealed, so their texts are not searched here: ids, kinds, tools and outcomes are.'
        : 'Texts are not searched here' + (why ? ' (' + visible(why) + ')' : '') + ': ids, kinds, tools and outcomes are.'}
    </p>
  );
}
