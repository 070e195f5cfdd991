import { ask, mayControl, mayPublish } from '../lib/api';
import { useLoad } from '../lib/load';
import { href, param } from '../lib/route';
import { count, some, usd } from '../lib/text';
import type { AgentPage as AgentData, Page, RunRow } from '../lib/types';
import { Ago, Figure, RunLink, SliderLink, State, Tabs, Time } from '../ui/bits';
import { Head, Nothing, Section, Show } from '../ui/page';
import { Pager } from '../ui/table';
import { T } from '../ui/text';
import { ConfigTab } from './agent-config';
import { askHalt, askPause, askPublish, askResume } from './deeds';
import { Mind } from './mind';
import { RunsTable } from './runs-table';
import { WaitsList } from './waits';

const TABS: [string, string][] = [
  ['mind', 'Mind'],
  ['config', 'Config'],
  ['waits', 'Waits'],
  ['runs', 'Runs'],
];

export function AgentPage() {
  const agent = param('agent') ?? '';
  const tab = param('tab') ?? 'mind';
  const path = ask('agent', { agent });
  const page = useLoad<AgentData>(path, {
    when: (beat) => beat.entries.some((entry) => entry.agent === agent) || beat.agents.some((row) => row.agent === agent),
  });
  return (
    <>
      <Head title="Agent" name={agent} path={path}>
        <a href={href('slider', { agent })}>Slider over every moment</a>
        <Controls agent={agent} paused={page.data?.row.state === 'paused'} />
      </Head>
      <Show of={page}>
        {(data) => (
          <>
            <Facts page={data} />
            <Tabs label="Of this agent" name="tab" all={TABS} chosen={tab} />
            {tab === 'mind' ? <MindTab page={data} /> : null}
            {tab === 'config' ? <ConfigTab page={data} /> : null}
            {tab === 'waits' ? <WaitsTab page={data} /> : null}
            {tab === 'runs' ? <RunsTab agent={agent} /> : null}
          </>
        )}
      </Show>
    </>
  );
}

function Controls({ agent, paused }: { agent: string; paused: boolean }) {
  return (
    <>
      {mayPublish(agent.split('/')[0]) ? (
        <button type="button" onClick={() => askPublish(agent)}>
          Publish a trigger …
        </button>
      ) : null}
      {!mayControl() ? null : paused ? (
        <button type="button" onClick={() => askResume(agent)}>
          Resume …
        </button>
      ) : (
        <button type="button" onClick={() => askPause(agent)}>
          Pause …
        </button>
      )}
      {mayControl() ? (
        <button type="button" class="danger" onClick={() => askHalt(agent)}>
          Halt this agent …
        </button>
      ) : null}
    </>
  );
}

function Facts({ page }: { page: AgentData }) {
  const row = page.row;
  const doing = page.status.standing?.doing;
  return (
    <>
      <dl class="figures facts">
        <Figure name="State">
          <State of={row.state} />
        </Figure>
        <Figure name="Since">
          <Ago at={row.since} />
        </Figure>
        <Figure name="Newest entry">
          <SliderLink agent={row.agent} seq={row.seq} /> at <Time at={row.at} />
        </Figure>
        <Figure name="Open run">{row.openRun ? <RunLink run={row.openRun} short /> : 'none'}</Figure>
        <Figure name="Runs">{count(row.runs)}</Figure>
        <Figure name="Cost">{usd(row.costUsd)}</Figure>
        {doing ? <Figure name="This run’s cap">{usd(doing.spentUsd) + ' of ' + usd(doing.capUsd)}</Figure> : null}
      </dl>
      {page.status.differences > 0 ? (
        <p class="trouble" role="status">
          ✖ {some(page.status.differences, 'value')} of its journal differ from what follows from it. See <a href={href('audit', { agent: row.agent })}>Audit</a>.
        </p>
      ) : null}
    </>
  );
}

function MindTab({ page }: { page: AgentData }) {
  return page.now ? (
    <>
      <h2 class="unseen">What it has in mind</h2>
      <Mind then={page.now} live />
      <Section title="Tools">
        <p>
          {page.tools.length === 0 ? 'None.' : null}
          {page.tools.slice(0, 100).map((tool, index) => (
            <span key={tool}>
              {index > 0 ? ', ' : ''}
              <T text={tool} />
            </span>
          ))}
        </p>
      </Section>
    </>
  ) : (
    <Nothing>Its newest entry can’t be folded, so what it has in mind is not known. The audit says why.</Nothing>
  );
}

function WaitsTab({ page }: { page: AgentData }) {
  return (
    <Section title="What waits for a person">
      <WaitsList waits={page.waits} />
    </Section>
  );
}

function RunsTab({ agent }: { agent: string }) {
  const runs = useLoad<Page<RunRow>>(ask('runs', { agent, cursor: param('cursor'), limit: 100 }), {
    when: (beat) => beat.runs.some((run) => run.agent === agent),
  });
  return (
    <Section title="Runs of this agent">
      <Show of={runs}>
        {(page) => (
          <>
            <RunsTable rows={page.rows} label="Runs of this agent, newest first" none="It has had no run." />
            <Pager next={page.next} shown={page.rows.length} total={page.total} />
          </>
        )}
      </Show>
    </Section>
  );
}
