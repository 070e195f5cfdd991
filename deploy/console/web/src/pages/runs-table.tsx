import { count, usd } from '../lib/text';
import { span } from '../lib/time';
import { clock } from '../lib/time';
import type { RunRow } from '../lib/types';
import { AgentLink, RunLink, State, Time } from '../ui/bits';
import { Table } from '../ui/table';
import { T } from '../ui/text';

function Took({ run }: { run: RunRow }) {
  const to = run.closed ? Date.parse(run.closed) : clock.value;
  return <>{span(to - Date.parse(run.opened))}</>;
}

export function RunsTable({ rows, label, none }: { rows: RunRow[]; label: string; none: string }) {
  return (
    <Table
      label={label}
      rows={rows}
      rowKey={(run) => run.run}
      none={none}
      columns={[
        { name: 'Run', cell: (run) => <RunLink run={run.run} short /> },
        { name: 'Agent', cell: (run) => <AgentLink agent={run.agent} /> },
        { name: 'Kind', cell: (run) => <T text={run.kind} /> },
        { name: 'Outcome', cell: (run) => <State of={run.outcome ?? 'open'} /> },
        { name: 'Opened', cell: (run) => <Time at={run.opened} /> },
        { name: 'Took', number: true, cell: (run) => <Took run={run} /> },
        { name: 'Turns', number: true, cell: (run) => count(run.turns) },
        { name: 'Actions', number: true, cell: (run) => count(run.actions) },
        { name: 'Failed', number: true, cell: (run) => (run.failed > 0 ? <span class="bad">{count(run.failed)}</span> : '0') },
        { name: 'Tokens in', number: true, cell: (run) => count(run.promptTokens) },
        { name: 'Tokens out', number: true, cell: (run) => count(run.completionTokens) },
        { name: 'Cost', number: true, cell: (run) => usd(run.costUsd) },
      ]}
    />
  );
}
