import { ask as address, mayAdminister } from '../lib/api';
import { diff, type DiffLine } from '../lib/diff';
import { useLoad } from '../lib/load';
import { here, href, param } from '../lib/route';
import { pretty } from '../lib/text';
import type { AgentPage, Entry } from '../lib/types';
import { Time } from '../ui/bits';
import { Nothing, Section, Show } from '../ui/page';
import { Data, T } from '../ui/text';
import { Table } from '../ui/table';
import { askApply } from './agent-apply';

const CONTEXT = 3;

export function ConfigTab({ page }: { page: AgentPage }) {
  const agent = page.row.agent;
  const newest = page.configs[page.configs.length - 1];
  const chosen = param('version');
  const seq = chosen === null ? newest?.seq : Number(chosen);
  const index = page.configs.findIndex((config) => config.seq === seq);
  const before = index > 0 ? page.configs[index - 1] : undefined;
  return (
    <>
      <Section title="Versions">
        <Table
          label="Versions of the config"
          rows={[...page.configs].reverse().slice(0, 100)}
          rowKey={(config) => String(config.seq)}
          none="It was never configured, or its configs lie before what the journal holds."
          columns={[
            { name: 'Version', number: true, cell: (config) => <a href={here({ version: config.seq })} aria-current={config.seq === seq ? 'true' : undefined}>{config.version}</a> },
            { name: 'Entry', number: true, cell: (config) => <a href={href('slider', { agent, at: config.seq })}>#{config.seq}</a> },
            { name: 'Applied', cell: (config) => <Time at={config.at} /> },
            { name: 'Changed', wide: true, cell: (config) => <T text={(config.changed ?? []).slice(0, 12).join(', ') || 'all of it is new'} /> },
          ]}
        />
      </Section>
      {seq === undefined ? null : (
        <Section title={before ? 'What this version changed' : 'This version'}>
          <Changed agent={agent} seq={seq} before={before?.seq ?? null} />
        </Section>
      )}
      {mayAdminister() && page.config ? (
        <Section title="Apply a change">
          <p>To this agent, or to a share of the agents by their names. Compare both in Cost and Now afterwards.</p>
          <button type="button" onClick={() => askApply(agent, page.config)}>
            Change the config …
          </button>
        </Section>
      ) : null}
    </>
  );
}

function inputOf(entry: Entry | null): unknown {
  const payload = entry?.payload;
  const input = payload !== null && typeof payload === 'object' ? (payload as { input?: unknown }).input : undefined;
  return input !== null && typeof input === 'object' && 'config' in input ? (input as { config: unknown }).config : input;
}

function Changed({ agent, seq, before }: { agent: string; seq: number; before: number | null }) {
  const now = useLoad<Entry>(address('entry', { agent, seq }), { fixed: true });
  const then = useLoad<Entry>(before === null ? null : address('entry', { agent, seq: before }), { fixed: true });
  return (
    <Show of={now}>
      {(entry) => {
        const text = pretty(inputOf(entry));
        if (entry.payload === null || entry.payload === undefined) {
          return <Nothing>The entry can’t be read: it is {entry.why ?? 'gone'}.</Nothing>;
        }
        if (before === null) {
          return <Data value={text} label="The config" shown={6000} />;
        }
        return <Show of={then}>{(older) => <DiffView lines={diff(pretty(inputOf(older)).split('\n'), text.split('\n'))} />}</Show>;
      }}
    </Show>
  );
}

/** Lines that differ, with a few around them. Signs tell them apart, not colour alone. */
export function DiffView({ lines }: { lines: DiffLine[] | null }) {
  if (lines === null) {
    return <Nothing>They differ too much to be told line by line.</Nothing>;
  }
  const near = lines.map((_, index) => lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((line) => line.sign !== ' '));
  if (!near.includes(true)) {
    return <Nothing>Nothing differs.</Nothing>;
  }
  return (
    <div class="diff mono" tabIndex={0} role="region" aria-label="What differs">
      {lines.map((line, index) =>
        near[index] ? (
          <div key={index} class={line.sign === '+' ? 'added' : line.sign === '-' ? 'removed' : 'same'}>
            <span class="sign">{line.sign}</span>
            <T text={line.text.slice(0, 2000)} />
          </div>
        ) : near[index - 1] ? (
          <div key={index} class="skip">
            ⋯
          </div>
        ) : null,
      )}
    </div>
  );
}
