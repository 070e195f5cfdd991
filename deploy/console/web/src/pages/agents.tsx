import { ask } from '../lib/api';
import { useLoad } from '../lib/load';
import { go, here, param } from '../lib/route';
import { brief, count, usd } from '../lib/text';
import type { AgentRow, Page } from '../lib/types';
import { AgentLink, Ago, RunLink, SliderLink, State } from '../ui/bits';
import { Head, Show } from '../ui/page';
import { Filter, Pager, Table } from '../ui/table';
import { T } from '../ui/text';

const STATES: [string, string][] = [
  ['', 'any'],
  ...['idle', 'thinking', 'acting', 'waiting', 'paused', 'quarantined', 'gone'].map((state) => [state, state] as [string, string]),
];

export function AgentsPage() {
  const filters = { q: param('q'), world: param('world'), state: param('state') };
  const path = ask('agents', { ...filters, cursor: param('cursor'), limit: 100 });
  const agents = useLoad<Page<AgentRow>>(path, { when: (beat) => beat.agents.length > 0 || beat.runs.length > 0 });
  const set = (name: string) => (value: string) => go(here({ [name]: value, cursor: null }), 'replace');
  return (
    <>
      <Head title="Agents" path={path} />
      <div class="filters" role="search" aria-label="Agents">
        <Filter name="q" label="Name has" value={filters.q} set={set('q')} />
        <Filter name="world" label="World" value={filters.world} set={set('world')} />
        <Filter name="state" label="State" value={filters.state} choices={STATES} set={set('state')} />
      </div>
      <Show of={agents}>
        {(page) => (
          <>
            <Table
              label="Agents"
              rows={page.rows}
              rowKey={(row) => row.agent}
              none="No agent is like that."
              columns={[
                { name: 'Agent', cell: (row) => <AgentLink agent={row.agent} /> },
                { name: 'World', cell: (row) => <T text={row.world} /> },
                { name: 'State', cell: (row) => <State of={row.state} /> },
                { name: 'Since', cell: (row) => <Ago at={row.since} /> },
                { name: 'Open run', cell: (row) => (row.openRun ? <RunLink run={row.openRun} short /> : '–') },
                { name: 'Newest entry', number: true, cell: (row) => <SliderLink agent={row.agent} seq={row.seq} /> },
                { name: 'Runs', number: true, cell: (row) => count(row.runs) },
                { name: 'Cost', number: true, cell: (row) => usd(row.costUsd) },
                { name: 'Last words', wide: true, cell: (row) => (row.words ? <bdi class="t">{brief(row.words, 100)}</bdi> : '–') },
              ]}
            />
            <Pager next={page.next} shown={page.rows.length} total={page.total} />
          </>
        )}
      </Show>
    </>
  );
}
