import { useState } from 'preact/hooks';
import { ask, post, Problem } from '../lib/api';
import { useLoad } from '../lib/load';
import { go, here, param } from '../lib/route';
import { count, some } from '../lib/text';
import type { AuditNow, VerifyReport } from '../lib/types';
import { AgentLink, SliderLink, State, Time } from '../ui/bits';
import { Head, Nothing, Section, Show, Trouble } from '../ui/page';
import { Filter, Table } from '../ui/table';
import { T } from '../ui/text';

const MOST = 100;
const SIGNED = { verified: '✔ verified', differs: '✖ not what was signed', unknown: '? unknown' };

export function AuditPage() {
  const path = ask('audit');
  const audit = useLoad<AuditNow>(path);
  return (
    <>
      <Head title="Audit" path={path} />
      <Verify />
      <Export />
      <Show of={audit}>
        {(data) => (
          <>
            <Section title="Last verification">
              {data.last ? <Report report={data.last} agent={null} /> : <Nothing>Nothing was verified since this console started.</Nothing>}
            </Section>
            <Section title="Checkpoints">
              <Table
                label="Checkpoints, newest first"
                rows={data.checkpoints.slice(0, MOST)}
                rowKey={(checkpoint, index) => checkpoint.at + index}
                none="There is no checkpoint: a cut tail, or a chain that was hashed anew, would not be seen."
                columns={[
                  { name: 'At', cell: (checkpoint) => <Time at={checkpoint.at} /> },
                  { name: 'Entries', number: true, cell: (checkpoint) => count(checkpoint.entries) },
                  { name: 'Number', number: true, cell: (checkpoint) => (checkpoint.number < 0 ? '–' : count(checkpoint.number)) },
                  { name: 'Signature', cell: (checkpoint) => SIGNED[checkpoint.state] },
                  { name: 'Why', wide: true, cell: (checkpoint) => (checkpoint.why ? <T text={checkpoint.why.slice(0, 600)} /> : '–') },
                ]}
              />
            </Section>
            <Section title="Heads of the chains">
              <p>{some(data.entries, 'entry', 'entries')} in all. A head is the hash of an agent’s newest entry, which names the one before it.</p>
              <Table
                label="Heads of the chains"
                rows={data.heads.slice(0, MOST)}
                rowKey={(head) => head.agent}
                none="Nothing is journaled yet."
                columns={[
                  { name: 'Agent', cell: (head) => <AgentLink agent={head.agent} /> },
                  { name: 'Entry', number: true, cell: (head) => <SliderLink agent={head.agent} seq={head.seq} /> },
                  { name: 'Hash', wide: true, cell: (head) => <code class="hash"><T text={head.hash} /></code> },
                ]}
              />
            </Section>
          </>
        )}
      </Show>
    </>
  );
}

function Verify() {
  const agent = param('agent');
  const [report, setReport] = useState<VerifyReport | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const verify = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      setReport(await post<VerifyReport>('/api/audit/verify', { agent: agent || null }));
    } catch (failure) {
      setProblem(failure instanceof Problem ? failure : new Problem(0, 'fault', String(failure), '', []));
    }
    setBusy(false);
  };
  return (
    <Section title="Verify">
      <p>Every hash is checked, and every input is folded again and compared with what the journal says came of it.</p>
      <div class="filters">
        <Filter name="agent" label="Agent; all where it is left empty" value={agent} set={(value) => go(here({ agent: value }), 'replace')} />
        <button type="button" class="strong" disabled={busy} onClick={verify}>
          {busy ? 'Verifying …' : agent ? 'Verify this agent' : 'Verify everything'}
        </button>
      </div>
      {problem ? <Trouble problem={problem} again={verify} /> : null}
      <div role="status">{report && !busy ? <Report report={report} agent={agent} /> : null}</div>
    </Section>
  );
}

function Report({ report, agent }: { report: VerifyReport; agent: string | null }) {
  const bad = report.findings.length > 0;
  return (
    <>
      <p>
        <State of={bad ? 'failed' : 'done'} /> {bad ? some(report.findings.length, 'finding') + ': the journal is not what it was' : 'Nothing differs'} in{' '}
        {some(report.entries, 'entry', 'entries')}
        {report.folded === null || report.folded === undefined ? '' : ', ' + count(report.folded) + ' folded again'}
        {report.took ? ', in ' + report.took.seconds.toFixed(1) + ' s, at ' : ''}
        {report.took ? <Time at={report.took.at} /> : null}
      </p>
      {bad ? (
        <Table
          label="Findings"
          rows={report.findings.slice(0, MOST)}
          rowKey={(_, index) => String(index)}
          none=""
          columns={[
            { name: 'Agent', cell: (finding) => (finding.agent ?? agent ? <AgentLink agent={finding.agent ?? agent ?? ''} /> : '–') },
            {
              name: 'Entry',
              number: true,
              cell: (finding) => ((finding.agent ?? agent) && finding.seq >= 0 ? <SliderLink agent={finding.agent ?? agent ?? ''} seq={finding.seq}>✖ #{finding.seq}</SliderLink> : '–'),
            },
            { name: 'What differs', wide: true, cell: (finding) => <T text={finding.detail.slice(0, 600)} /> },
          ]}
        />
      ) : null}
    </>
  );
}

/** A run's evidence as a file, which `./playloop console --file` opens elsewhere. */
function Export() {
  const run = param('run');
  return (
    <Section title="Export">
      <p>
        The journal of one run’s agent, as a file that <code>./playloop console --file</code> and <code>./playloop audit verify --file</code> open elsewhere.
      </p>
      <div class="filters">
        <Filter name="run" label="Run, such as society/cal:market-1" value={run} set={(value) => go(here({ run: value }), 'replace')} />
        {run ? (
          <a class="button" href={ask('audit/export', { run })} download>
            Export this run
          </a>
        ) : (
          <span class="muted">Name a run first.</span>
        )}
      </div>
    </Section>
  );
}
