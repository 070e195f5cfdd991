import { ask as address, get, mayAdminister, post } from '../lib/api';
import { diff, type DiffLine } from '../lib/diff';
import { useLoad } from '../lib/load';
import { here, href, param } from '../lib/route';
import { pretty, some, visible } from '../lib/text';
import type { AgentPage, Entry } from '../lib/types';
import { Time } from '../ui/bits';
import { ask } from '../ui/dialog';
import { Nothing, Section, Show } from '../ui/page';
import { Data, T } from '../ui/text';
import { Table } from '../ui/table';

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

interface Applied {
  type?: string;
  agents?: { agent: string; change: string; paths?: string[]; reason?: string | null }[];
}

function appliedWords(answer: Applied): string {
  const agents = answer.agents ?? [];
  const named = agents.slice(0, 8).map((one) => visible(one.agent) + ' ' + one.change + (one.reason ? ' (' + visible(one.reason) + ')' : ''));
  return some(agents.length, 'agent') + ': ' + named.join(', ') + (agents.length > 8 ? ' …' : '');
}

/** The configs of all whom the pattern names, each with its own name and the change. */
async function configsFor(only: string, text: string, agent: string): Promise<unknown[]> {
  const config = JSON.parse(text) as Record<string, unknown>;
  if (!only.includes('*')) {
    return [{ ...config, agent }];
  }
  const found = await get<{ rows: { agent: string }[] }>(address('agents', { q: only.slice(0, only.indexOf('*')), limit: 200 }));
  const pattern = new RegExp('^' + only.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*') + '$');
  return found.rows
    .filter((row) => pattern.test(row.agent))
    .map((row) => ({ ...config, agent: row.agent, actor: row.agent === agent ? config['actor'] : row.agent.slice(row.agent.indexOf('/') + 1) }));
}

function askApply(agent: string, config: unknown): void {
  const apply = async (values: Record<string, string>, dryRun: boolean): Promise<string> => {
    const only = (values['only'] ?? '').trim();
    const configs = await configsFor(only, values['config'] ?? '', agent);
    return appliedWords(await post<Applied>('/api/do/apply', { only, configs, dryRun }));
  };
  ask({
    title: 'Try a change of the config',
    scope: 'the agents whose names fit “Agents”',
    then: <p>First nothing is applied: you see who would change. Then you are asked again. Agents that the pattern names get this config under their own names.</p>,
    verb: 'See who would change',
    fields: [
      { name: 'only', label: 'Agents: one name, or a pattern such as kernel/a*', value: agent, needed: true },
      { name: 'config', label: 'Config, as JSON', value: pretty(config), rows: 14, needed: true },
    ],
    act: async (values) => {
      const would = await apply(values, true);
      return {
        title: 'Apply the change',
        scope: visible(values['only'] ?? ''),
        then: <p>It would change {would}.</p>,
        verb: 'Apply it',
        dangerous: true,
        act: async () => 'Applied to ' + (await apply(values, false)),
      };
    },
  });
}
