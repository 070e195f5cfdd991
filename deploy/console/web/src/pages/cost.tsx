import { ask } from '../lib/api';
import { useLoad, type Loaded } from '../lib/load';
import { go, here, href, param } from '../lib/route';
import { brief, count, usd } from '../lib/text';
import type { Cost, CostRow } from '../lib/types';
import { AgentLink, Share, Tabs } from '../ui/bits';
import { Compared, type Line } from '../ui/compared';
import { Head, Section, Show } from '../ui/page';
import { Filter, Table } from '../ui/table';
import { Caps } from './now';

const BY: [string, string][] = [
  ['agent', 'By agent'],
  ['model', 'By model'],
  ['world', 'By world'],
  ['day', 'By day'],
];
const MOST = 100;

export function CostPage() {
  const by = param('by') ?? 'agent';
  const range = { since: param('since'), until: param('until') };
  const agents = param('agents');
  const other = param('compare');
  const path = ask('cost', { by, ...range, agents, compare: other });
  const when = { when: (beat: { entries: { kind: string }[] }) => beat.entries.some((entry) => entry.kind === 'decision-made') };
  const cost = useLoad<Cost>(path, when);
  const set = (name: string) => (value: string) => go(here({ [name]: value }), 'replace');
  return (
    <>
      <Head title="Cost" path={path} />
      <div class="filters" role="search" aria-label="Cost">
        <Filter name="since" label="Since" value={range.since} set={set('since')} />
        <Filter name="until" label="Until" value={range.until} set={set('until')} />
        <Filter name="agents" label="Agents, such as kernel/a*" value={agents} set={set('agents')} />
        <Filter name="compare" label="Compared with" value={other} set={set('compare')} />
      </div>
      <Tabs label="Grouped" name="by" all={BY} chosen={by} />
      {other ? <Compare cost={cost} names={[agents ?? 'all agents', other]} /> : null}
      <Show of={cost}>
        {(data) => (
          <>
            <Section title="Spent">
              <Costs data={data} by={by} />
            </Section>
            <Section title="Against caps">
              <Caps caps={data.caps ?? []} />
            </Section>
          </>
        )}
      </Show>
    </>
  );
}

function Costs({ data, by }: { data: Cost; by: string }) {
  const most = Math.max(...data.rows.map((row) => Number(row.costUsd)), 0);
  const rows = [...data.rows.slice(0, MOST), ...(data.total && data.rows.length > 0 ? [{ ...data.total, key: '' }] : [])];
  return (
    <>
      <Table
        label={'Cost ' + by}
        rows={rows}
        rowKey={(row, index) => row.key + index}
        none="Nothing was spent."
        columns={[
          { name: by.charAt(0).toUpperCase() + by.slice(1), cell: (row) => <Key row={row} by={by} /> },
          { name: 'Calls', number: true, cell: (row) => count(row.calls) },
          { name: 'Tokens in', number: true, cell: (row) => count(row.promptTokens) },
          { name: 'Cached', number: true, cell: (row) => count(row.cachedTokens) },
          { name: 'Tokens out', number: true, cell: (row) => count(row.completionTokens) },
          { name: 'Cost', number: true, cell: (row) => usd(row.costUsd) },
          {
            name: 'Share',
            cell: (row) => (row.key === '' || most === 0 ? '–' : <Share share={Number(row.costUsd) / most} label={usd(row.costUsd) + ' against ' + usd(most) + ' at most'} />),
          },
        ]}
      />
      {data.rows.length > MOST ? (
        <p class="muted">
          The first {MOST} of {count(data.rows.length)}; name agents above to see others.
        </p>
      ) : null}
    </>
  );
}

function Key({ row, by }: { row: CostRow; by: string }) {
  if (row.key === '') {
    return <strong>In all</strong>;
  }
  if (by === 'agent') {
    return <AgentLink agent={row.key} />;
  }
  return by === 'world' ? <a href={href('world', { world: row.key })}>{brief(row.key, 60)}</a> : <bdi class="t">{brief(row.key, 80)}</bdi>;
}

/** Two shares of the agents side by side, in all and for each call. */
function Compare({ cost, names }: { cost: Loaded<Cost>; names: [string, string] }) {
  const each = (of: Cost): readonly [CostRow, CostRow] => [of.total, of.compare?.total ?? of.total];
  const perCall = (row: CostRow): number => (row.calls === 0 ? 0 : Number(row.costUsd) / row.calls);
  const lines: Line<CostRow>[] = [
    ['Calls', (row) => count(row.calls)],
    ['Tokens in', (row) => count(row.promptTokens)],
    ['Cached', (row) => count(row.cachedTokens)],
    ['Tokens out', (row) => count(row.completionTokens)],
    ['Cost', (row) => usd(row.costUsd)],
    ['Tokens in a call', (row) => (row.calls === 0 ? '–' : count(Math.round(row.promptTokens / row.calls)))],
    ['Cost a call', (row) => (row.calls === 0 ? '–' : usd(perCall(row).toFixed(6)))],
  ];
  return (
    <Section title="Compared">
      <Show of={cost}>
        {(data) => <Compared lines={lines} each={each(data)} names={names} />}
      </Show>
    </Section>
  );
}
