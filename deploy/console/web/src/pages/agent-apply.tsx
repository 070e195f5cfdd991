import { ask as address, get, Problem, post } from '../lib/api';
import { changed, changeOf } from '../lib/patch';
import { pretty, some, visible } from '../lib/text';
import type { AgentPage, AgentRow, Page } from '../lib/types';
import { ask } from '../ui/dialog';
import { Data } from '../ui/text';

const MOST_AGENTS = 200;

interface Applied {
  agents?: string[];
}

/** Whom a name or a pattern such as `kernel/a*` takes: as the server reads it, and the command line. */
async function named(only: string): Promise<string[]> {
  const found = await get<Page<AgentRow>>(address('agents', { only, limit: MOST_AGENTS }));
  if (found.next) {
    throw new Problem(0, 'too-many', 'The pattern takes too many agents', 'Name at most ' + MOST_AGENTS + ' with one pattern.', []);
  }
  return found.rows.map((row) => row.agent);
}

/** Each one's own config with the change: nobody becomes somebody else. */
async function configsWith(agents: string[], change: unknown): Promise<unknown[]> {
  const configs: unknown[] = [];
  for (const agent of agents) {
    const page = await get<AgentPage>(address('agent', { agent }));
    if (page.config) {
      configs.push({ ...(changed(page.config, change) as object), agent });
    }
  }
  return configs;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (failure) {
    throw new Problem(0, 'no-json', 'The config is no JSON', failure instanceof Error ? failure.message : '', []);
  }
}

function names(answer: Applied): string {
  const agents = answer.agents ?? [];
  return some(agents.length, 'agent') + ': ' + agents.slice(0, 12).map(visible).join(', ') + (agents.length > 12 ? ' …' : '');
}

export function askApply(agent: string, config: unknown): void {
  ask({
    title: 'Try a change of the config',
    scope: 'the agents whose names fit “Agents”',
    then: (
      <p>Change what you like below. What you change is changed in the same way in the config of each agent that is named; all else of theirs stays. First nothing is applied.</p>
    ),
    verb: 'See who would change',
    fields: [
      { name: 'only', label: 'Agents: one name, or a pattern such as kernel/a*', value: agent, needed: true },
      { name: 'config', label: 'Config, as JSON', value: pretty(config), rows: 14, needed: true },
    ],
    act: async (values) => {
      const only = (values['only'] ?? '').trim();
      const change = changeOf(config, parsed(values['config'] ?? ''));
      if (change === undefined) {
        throw new Problem(0, 'no-change', 'Nothing was changed', 'Change something of the config first.', []);
      }
      const configs = await configsWith(await named(only), change);
      const would = await post<Applied>('/api/do/apply', { only, configs, dryRun: true });
      return {
        title: 'Apply the change',
        scope: visible(only),
        then: (
          <>
            <p>It would change {names(would)}.</p>
            <Data value={change} label="The change" />
          </>
        ),
        verb: 'Apply it',
        dangerous: true,
        act: async () => 'Applied to ' + names(await post<Applied>('/api/do/apply', { only, configs, dryRun: false })),
      };
    },
  });
}
