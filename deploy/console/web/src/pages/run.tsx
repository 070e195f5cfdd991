import { useMemo } from 'preact/hooks';
import { ask, mayControl } from '../lib/api';
import { markdownOf } from '../lib/markdown';
import { go, here, href, param } from '../lib/route';
import { barsOf, hasFailed, linesOf, stateOf, type Bar, type StoryLine } from '../lib/story';
import { useStory, type Story } from '../lib/story-load';
import { brief, count, some, usd, visible } from '../lib/text';
import { clock, span, time } from '../lib/time';
import type { RunTold } from '../lib/types';
import { toldWords } from '../lib/words';
import { AgentLink, Figure, State, Tabs, Time } from '../ui/bits';
import { Copy } from '../ui/copy';
import { Head, Nothing, Trouble, Waiting } from '../ui/page';
import { Virtual } from '../ui/virtual';
import { askCancel } from './deeds';
import { Detail } from './run-step';

export function RunPage() {
  const run = param('run') ?? '';
  const story = useStory(run);
  const row = story.run?.row;
  return (
    <>
      <Head title="Run" name={run} path={ask('run', { run })}>
        {row && !row.closed && mayControl() ? (
          <button type="button" class="danger" onClick={() => askCancel(row.agent, run)}>
            Cancel this run …
          </button>
        ) : null}
      </Head>
      {story.problem ? <Trouble problem={story.problem} again={story.reload} /> : null}
      {story.run === null ? story.problem ? null : <Waiting /> : <Body run={story.run} story={story} />}
    </>
  );
}

function Body({ run, story }: { run: RunTold; story: Story }) {
  const scale = param('scale') === 'time' ? 'time' : 'sequence';
  const only = param('only') === 'failed';
  const all = useMemo(() => linesOf(run.told, story.seqs), [run.told, story.seqs]);
  const lines = useMemo(() => (only ? all.filter(hasFailed) : all), [all, only]);
  const bars = useMemo(() => barsOf(lines, scale), [lines, scale]);
  const step = param('step');
  const found = lines.findIndex((line) => line.id === step);
  const chosen = found >= 0 ? found : step === null && lines.length > 0 ? 0 : -1;
  const line = lines[chosen];
  const idle = bars.reduce((sum, bar) => sum + bar.squeezed, 0);
  return (
    <>
      <Facts run={run} />
      <div class="tools">
        <Tabs label="Scale" name="scale" all={[['sequence', 'By sequence'], ['time', 'By time']]} chosen={scale} />
        <a href={here({ only: only ? null : 'failed' })} class="toggle">
          {only ? 'Show all steps' : 'Show failed steps alone'}
        </a>
        <Copy text={() => markdownOf(run.row, all)} what="The run">
          Copy as Markdown
        </Copy>
        <span class="muted">
          {some(lines.length, 'step')} of {some(run.told.length, 'item')}
          {story.loading ? ', loading more …' : ''}
          {idle > 0 ? ', ' + span(idle) + ' of idle time squeezed' : ''}
        </span>
      </div>
      {lines.length === 0 ? (
        <Nothing>{only ? 'No step failed.' : 'Nothing is told of this run yet.'}</Nothing>
      ) : (
        <div class="split">
          <Virtual
            label="Steps of the run"
            count={lines.length}
            chosen={chosen}
            choose={(index) => go(here({ step: lines[index]?.id ?? null }), 'replace')}
            keyOf={(index) => lines[index]?.id ?? String(index)}
            line={(index) => <Line line={lines[index]} bar={bars[index]} scale={scale} />}
          />
          <section class="detail" aria-label="The chosen step" tabIndex={0}>
            {line ? <Detail line={line} lines={all} story={story} run={run.row} /> : <Nothing>Choose a step to see all of it.</Nothing>}
          </section>
        </div>
      )}
    </>
  );
}

function Facts({ run }: { run: RunTold }) {
  const row = run.row;
  const checked = run.told.find((told) => told.type === 'checked');
  const differs = run.findings > 0 || (checked?.type === 'checked' && checked.differences > 0);
  const to = row.closed ? Date.parse(row.closed) : clock.value;
  return (
    <>
      <dl class="figures facts">
        <Figure name="Agent">
          <AgentLink agent={row.agent} />
        </Figure>
        <Figure name="Outcome">
          <State of={row.outcome ?? 'open'} />
        </Figure>
        <Figure name="Trigger">
          <bdi class="t">{brief(row.kind + ' ' + row.trigger, 60)}</bdi>
        </Figure>
        <Figure name="Opened">
          <Time at={row.opened} />
        </Figure>
        <Figure name="Took">{span(to - Date.parse(row.opened))}</Figure>
        <Figure name="Turns">{count(row.turns)}</Figure>
        <Figure name="Actions">
          {count(row.actions)}
          {row.failed > 0 ? <span class="bad"> ({count(row.failed)} failed)</span> : ''}
        </Figure>
        <Figure name="Tokens in / out">
          {count(row.promptTokens)} / {count(row.completionTokens)}
        </Figure>
        <Figure name="Cost">{usd(row.costUsd)}</Figure>
        <Figure name="Journal entries">
          <a href={href('slider', { agent: row.agent, at: row.first })}>#{row.first}</a> to{' '}
          <a href={href('slider', { agent: row.agent, at: row.last })}>#{row.last}</a>
        </Figure>
      </dl>
      {differs ? (
        <p class="trouble" role="status">
          <strong>✖ The journal of this run differs from what follows from it:</strong> see the steps marked ✖, and{' '}
          <a href={href('audit', { agent: row.agent })}>Audit</a>.
        </p>
      ) : null}
    </>
  );
}

function Line({ line, bar, scale }: { line: StoryLine | undefined; bar: Bar | undefined; scale: string }) {
  if (line === undefined) {
    return null;
  }
  const state = stateOf(line);
  const took = line.ended === null ? null : Date.parse(line.ended) - Date.parse(line.at);
  return (
    <span class={'step of-' + line.kind}>
      <span class="at">{visible(time(line.at, true).slice(-12))}</span>
      <span class="what">
        <LineWords line={line} />
      </span>
      <span class="how">{state ? <State of={state} /> : null}</span>
      <span class="took">{took === null ? '…' : took > 0 ? span(took) : ''}</span>
      <svg class="bar" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1000 10">
        {bar ? <rect class={hasFailed(line) ? 'failed' : line.kind} x={bar.from * 1000} width={Math.max(4, (bar.to - bar.from) * 1000)} height="10" /> : null}
      </svg>
      {bar && bar.squeezed > 0 && scale === 'time' ? <span class="gap">after {span(bar.squeezed)} idle</span> : null}
    </span>
  );
}

function LineWords({ line }: { line: StoryLine }) {
  if (line.kind === 'turn') {
    return (
      <>
        <strong>Turn {line.turn}</strong> <bdi>{brief(line.decision?.outcome.text ?? '', 120)}</bdi>
      </>
    );
  }
  if (line.kind === 'call') {
    return (
      <>
        <bdi class="tool">{brief(line.tool, 64)}</bdi> <bdi class="muted">{brief(line.call?.arguments ?? '', 100)}</bdi>
      </>
    );
  }
  return <bdi>{toldWords(line.told)}</bdi>;
}
