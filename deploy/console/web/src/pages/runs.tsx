import { ask } from '../lib/api';
import { useLoad } from '../lib/load';
import { go, here, param } from '../lib/route';
import type { Page, RunRow } from '../lib/types';
import { Head, Show } from '../ui/page';
import { Filter, Pager } from '../ui/table';
import { RunsTable } from './runs-table';

const OUTCOMES = ['OPEN', 'COMPLETED', 'FAILED', 'STUCK', 'CANCELLED', 'PREEMPTED', 'OUT_OF_TURNS', 'OUT_OF_ACTIONS', 'OUT_OF_BUDGET', 'DEADLINE', 'FALLBACK', 'UNKNOWN_WRITE'];
const CHOICES: [string, string][] = [['', 'any'], ...OUTCOMES.map((one) => [one, one.toLowerCase().replaceAll('_', ' ')] as [string, string])];

export function RunsPage() {
  const names = ['agent', 'world', 'tool', 'since', 'until'] as const;
  const labels = { agent: 'Agent', world: 'World', tool: 'Tool used', since: 'Opened since', until: 'Opened until' };
  const filters = Object.fromEntries([...names, 'outcome'].map((name) => [name, param(name)]));
  const path = ask('runs', { ...filters, cursor: param('cursor'), limit: 100 });
  const runs = useLoad<Page<RunRow>>(path, { when: (beat) => beat.runs.length > 0 });
  const set = (name: string) => (value: string) => go(here({ [name]: value, cursor: null }), 'replace');
  return (
    <>
      <Head title="Runs" path={path} />
      <div class="filters" role="search" aria-label="Runs">
        {names.map((name) => (
          <Filter key={name} name={name} label={labels[name]} value={filters[name] ?? null} set={set(name)} />
        ))}
        <Filter name="outcome" label="Outcome" value={filters['outcome'] ?? null} choices={CHOICES} set={set('outcome')} />
      </div>
      <Show of={runs}>
        {(page) => (
          <>
            <RunsTable rows={page.rows} label="Runs, newest first" none="No run is like that." />
            <Pager next={page.next} shown={page.rows.length} total={page.total} />
          </>
        )}
      </Show>
    </>
  );
}
