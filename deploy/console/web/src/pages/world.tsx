import { ask, mayControl } from '../lib/api';
import { MarksDrawing } from '../draw/map';
import { PanelView } from '../draw/panel';
import { useLoad } from '../lib/load';
import { go, here, href, param } from '../lib/route';
import { brief, count, some } from '../lib/text';
import type { Page, Seen, WorldRow, WorldSeen } from '../lib/types';
import { AgentLink, SliderLink, Time } from '../ui/bits';
import { Head, Nothing, Section, Show } from '../ui/page';
import { Filter, Pager, Table } from '../ui/table';
import { Long, T } from '../ui/text';
import { askHalt } from './deeds';

export function WorldPage() {
  const world = param('world');
  return world === null ? <Worlds /> : <OneWorld world={world} />;
}

function Worlds() {
  const path = ask('worlds');
  const worlds = useLoad<Page<WorldRow>>(path, { when: (beat) => beat.agents.length > 0 });
  return (
    <>
      <Head title="Worlds" path={path} />
      <Show of={worlds}>
        {(page) => (
          <Table
            label="Worlds"
            rows={page.rows.slice(0, 200)}
            rowKey={(row) => row.world}
            none="No agent lives in any world yet."
            columns={[
              { name: 'World', cell: (row) => <a href={href('world', { world: row.world })}><T text={row.world} /></a> },
              { name: 'Agents', number: true, cell: (row) => <a href={href('agents', { world: row.world })}>{count(row.agents)}</a> },
              { name: 'Draws itself', cell: (row) => (row.draws ? 'yes' : 'no') },
              { name: 'Declared as data', cell: (row) => (row.declared ? 'yes' : 'no') },
              { name: 'Retired', cell: (row) => (row.retired ? 'yes' : 'no') },
            ]}
          />
        )}
      </Show>
    </>
  );
}

function OneWorld({ world }: { world: string }) {
  const at = param('at');
  const path = ask('world', { world, at, cursor: param('cursor') });
  const seen = useLoad<WorldSeen>(path, {
    when: (beat) => at === null && beat.entries.some((entry) => entry.agent.startsWith(world + '/')),
    keep: true,
  });
  return (
    <>
      <Head title="World" name={world} path={path}>
        {mayControl() ? (
          <button type="button" class="danger" onClick={() => askHalt(world)}>
            Halt this world …
          </button>
        ) : null}
      </Head>
      <div class="filters" role="search" aria-label="Moment">
        <Filter name="at" label="At the time, such as 2026-11-21T09:00:00Z" value={at} set={(value) => go(here({ at: value }), 'replace')} />
        {at === null ? null : <a href={here({ at: null })}>Back to now</a>}
      </div>
      <p class={at === null ? 'moment' : 'moment past'}>
        {at === null ? (
          'Now: each picture is what that agent saw last.'
        ) : (
          <>
            <strong>
              What the agents saw at <Time at={at} fraction />.
            </strong>{' '}
            Not what the world was: nobody keeps that.
          </>
        )}
      </p>
      <Show of={seen}>{(data) => <Body data={data} />}</Show>
    </>
  );
}

/** As many rows as a page holds twice, in a list and beside the picture; the server sends half of that at a time. */
const MOST = 100;

function Body({ data }: { data: WorldSeen }) {
  const shown = data.seen.slice(0, MOST);
  if (data.seen.length === 0) {
    return <Nothing>No agent had seen anything of this world by then.</Nothing>;
  }
  const agent = param('agent');
  const chosen = shown.find((one) => one.agent === agent) ?? shown[0];
  const trails = shown.map((one) => ({ agent: one.agent, spots: (one.trail ?? []).slice(-100) }));
  return (
    <>
      <Everybody seen={shown} more={data.next != null || shown.length < data.seen.length} />
      <div class="split world">
        <div class="lists">
          <Section title="Agents and their last words">
            <ul class="choices">
              {shown.map((one) => (
                <li key={one.agent}>
                  <a href={here({ agent: one.agent })} aria-current={one === chosen ? 'true' : undefined}>
                    <T text={one.agent} />
                    <span class="muted">
                      {one.words ? <bdi class="t">“{brief(one.words.text, 90)}”</bdi> : 'has said nothing'}
                    </span>
                  </a>
                </li>
              ))}
            </ul>
            <Pager next={data.next} shown={shown.length} total={null} />
          </Section>
        </div>
        <section class="detail" aria-label="What the agent saw" tabIndex={0}>
          {chosen ? <One seen={chosen} trails={trails.filter((trail) => trail.spots.length > 1)} /> : null}
        </section>
      </div>
    </>
  );
}

/** Where each of them says that it is, on one picture. Of worlds without places there is none. */
function Everybody({ seen, more }: { seen: Seen[]; more: boolean }) {
  const placed = seen.flatMap((one) => {
    const last = one.trail?.at(-1);
    return last ? [{ agent: one.agent, ...last }] : [];
  });
  if (placed.length < 2) {
    return null;
  }
  const hexes = seen.some((one) => one.panel?.drawings.some((drawing) => drawing.type === 'hexes'));
  const marks = placed.map((one) => ({ x: one.x, y: one.y, kind: 'agent', label: one.agent.slice(one.agent.indexOf('/') + 1) }));
  return (
    <Section title="Where all of them are">
      <div class="twin">
        <MarksDrawing drawing={{ type: hexes ? 'hexes' : 'grid', title: 'Where all of them are', marks }} trails={[]} />
        <Table
          label="Where each of them is"
          rows={placed}
          rowKey={(one) => one.agent}
          none=""
          columns={[
            { name: 'Agent', cell: (one) => <a href={here({ agent: one.agent })}><T text={one.agent} /></a> },
            { name: 'x', number: true, cell: (one) => String(one.x) },
            { name: 'y', number: true, cell: (one) => String(one.y) },
            { name: 'Seen at', cell: (one) => <Time at={one.at} /> },
          ]}
        />
      </div>
      <p class="muted">
        {some(placed.length, 'agent')}, each where it was when it last saw itself{placed.length < seen.length ? '; ' + some(seen.length - placed.length, 'other') + ' did not say where' : ''}
        {more ? '; those of further pages of the list are not on it' : ''}.
      </p>
    </Section>
  );
}

function One({ seen, trails }: { seen: Seen; trails: { agent: string; spots: { x: number; y: number }[] }[] }) {
  return (
    <>
      <h2>
        What <AgentLink agent={seen.agent} /> saw
      </h2>
      <p>
        {seen.viewAt ? (
          <>
            At <Time at={seen.viewAt} fraction />, entry <SliderLink agent={seen.agent} seq={seen.seq} />
          </>
        ) : (
          'It has seen nothing yet.'
        )}
      </p>
      {seen.words ? (
        <>
          <p class="muted">
            Last words, at <Time at={seen.words.at} />
          </p>
          <Long text={seen.words.text} shown={300} label="Last words" />
        </>
      ) : null}
      {seen.panel ? <PanelView panel={seen.panel} trails={trails} /> : <Nothing>Its world draws nothing of what it saw.</Nothing>}
      <Trail seen={seen} />
    </>
  );
}

function Trail({ seen }: { seen: Seen }) {
  const trail = seen.trail ?? [];
  if (trail.length === 0) {
    return null;
  }
  return (
    <details>
      <summary>Trail: {count(trail.length)} places</summary>
      <ol class="plain">
        {trail.slice(-60).map((spot, index) => (
          <li key={index}>
            <Time at={spot.at} />: {spot.x}, {spot.y}
          </li>
        ))}
      </ol>
    </details>
  );
}
