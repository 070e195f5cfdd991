// What the mock answers: society's own run, as the program printed it, and beside it `extras.mjs`.
import fs from 'node:fs';
import { BEA, CAL, CAL_RUN, DAY, HASH, waits } from './extras.mjs';

const society = JSON.parse(fs.readFileSync(new URL('fixtures/society.json', import.meta.url), 'utf8'));
export * from './extras.mjs';

function rowOf(agent, entry) {
  const { envelope, payload } = entry;
  const input = payload?.input ?? {};
  const turn = input.turn ?? input.action ?? '';
  const [run, step] = turn.includes('#') ? [turn.slice(0, turn.lastIndexOf('#')), turn.slice(turn.lastIndexOf('#') + 1)] : [null, null];
  const opened = (payload?.events ?? []).find((event) => event.run);
  return {
    agent,
    seq: envelope.seq,
    at: envelope.at,
    kind: envelope.kind,
    run: run ?? opened?.run ?? null,
    turn: step === null ? null : Number(step.split('.')[0]),
    tool: null,
    outcome: input.status ?? input.outcome?.type ?? null,
    bytes: entry.bytes,
    partition: entry.partition,
    offset: entry.offset,
    sound: true,
  };
}

export const entryRows = Object.fromEntries(
  Object.entries(society.entries).map(([agent, all]) => [agent, all.map((entry) => rowOf(agent, entry))]),
);

export function entryOf(agent, seq) {
  const found = society.entries[agent]?.find((entry) => entry.envelope.seq === seq);
  return found === undefined
    ? null
    : { row: rowOf(agent, found), envelope: found.envelope, payload: found.payload, why: null, findings: [] };
}

export const told = structuredClone(society.told);

// No call of society's run has arguments that don't fit: one is given the shape that they have then.
const market = told[CAL_RUN];
const jobs = market.find((one) => one.step?.type === 'decided' && one.turn === 3).step.decision;
jobs.outcome.toolCalls.push({
  id: 'call_3_2',
  name: 'do_work',
  arguments: '{"jobType":"minning"}',
  check: { type: 'invalid', field: 'jobType', expected: 'one of mining, trading, farming', got: "'minning'", nearest: 'mining' },
});
const worked = market.find((one) => one.step?.result?.action === CAL_RUN + '#4.1').step.result;
worked.receipts.push('ledger:op-41');
// Nor has society pictures: this is how a world tells of one, to its agent and beside its output.
worked.shown = [{ type: 'image', sha256: HASH, url: 'https://elsewhere.example/a.png', mediaType: 'image/png' }];
worked.output = { ...worked.output, screenshot: { sha256: HASH, url: 'https://elsewhere.example/a.png' } };

export const replays = society.replays;
export const prompts = society.prompts;

function closedOf(run) {
  return told[run].find((one) => one.step?.type === 'closed')?.step.run;
}

function runRow(run) {
  const all = told[run];
  const closed = closedOf(run);
  const opened = all.find((one) => one.step?.event?.type === 'run-opened').step.event;
  const decisions = all.filter((one) => one.step?.type === 'decided').map((one) => one.step.decision);
  return {
    run,
    agent: run.slice(0, run.indexOf(':')),
    trigger: opened.trigger,
    kind: opened.kind,
    opened: closed?.openedAt ?? all[0].step.at,
    closed: closed?.closedAt ?? null,
    outcome: closed?.outcome ?? null,
    turns: closed?.turns ?? 1,
    actions: closed?.actions.length ?? 0,
    failed: (closed?.actions ?? []).filter((action) => action.status !== 'DONE').length,
    promptTokens: decisions.reduce((sum, one) => sum + one.usage.input, 0),
    completionTokens: decisions.reduce((sum, one) => sum + one.usage.output, 0),
    costUsd: '0.0421',
    first: 1,
    last: 16,
  };
}

export const runRows = Object.keys(told)
  .map(runRow)
  .sort((a, b) => (a.opened < b.opened ? 1 : -1));
// One run is under way, so that there is something to cancel.
Object.assign(runRows.find((row) => row.run === 'society/gil:battle-gil'), { closed: null, outcome: null });

export function agentRow(agent, state = 'idle') {
  const run = runRows.find((row) => row.agent === agent);
  return {
    agent,
    world: agent.split('/')[0],
    state,
    seq: (entryRows[agent]?.length ?? 8) - 1,
    at: DAY + '03:42:31.026Z',
    since: DAY + '03:42:31.026Z',
    openRun: run && run.closed === null ? run.run : null,
    runs: run ? 1 : 0,
    costUsd: '0.0421',
    words: run ? (told[run.run].findLast((one) => one.step?.type === 'decided')?.step.decision.outcome.text ?? null) : null,
  };
}

export const agentRows = [
  ['society/ada', 'idle'],
  [BEA, 'waiting'],
  [CAL, 'idle'],
  ['society/dov', 'paused'],
  ['society/eli', 'quarantined'],
  ['society/fay', 'thinking'],
  ['society/gil', 'acting'],
].map(([agent, state]) => agentRow(agent, state));

const configs = [
  { seq: 0, at: DAY + '03:42:26.712Z', version: 1, changed: [] },
  { seq: 18, at: DAY + '03:42:31.500Z', version: 2, changed: ['/instructions/strategy'] },
];

/** The second version of cal's config, which differs in a line. */
export function configEntry(seq) {
  const first = entryOf(CAL, 0);
  if (seq === 0) {
    return first;
  }
  const changed = structuredClone(first);
  changed.row.seq = seq;
  changed.payload.input.instructions.strategy = 'Stay fed. Save half of what is earned.';
  return changed;
}

export function agentPage(agent) {
  const row = agentRows.find((one) => one.agent === agent) ?? agentRow(agent);
  const all = replays[agent];
  const seqs = all === undefined ? [] : Object.keys(all).map(Number);
  // Cal is shown in the middle of its run, where it has a goal, a plan and a call under way.
  const now = all === undefined ? null : structuredClone(agent === CAL ? all[9] : all[Math.max(...seqs)]);
  if (agent === CAL) {
    now.state.memory.facts.push({ key: 'best job', value: 'mining pays 50', subject: 'market' });
    now.state.memory.notes.push({ text: 'Food costs 5 gold.', subject: null });
    now.state.memory.exchanges.push({ at: DAY + '03:40:00Z', kind: 'chat.message', subject: 'user-1', outcome: 'COMPLETED', text: 'Said hello.' });
    now.state.queue.push({ trigger: { id: 'msg-300', agent, kind: 'chat.message', text: 'Are you hungry?' }, bytes: 80 });
  }
  return {
    row,
    status: { agent, seq: row.seq, at: row.at, askedAt: row.at, since: row.since, differences: 0, standing: { configured: true, enabled: true, paused: false, quarantined: false, queue: [], money: {} } },
    config: now?.state.config ?? null,
    configs: agent === CAL ? configs : configs.slice(0, 1),
    now,
    waits: waits.filter((one) => one.agent === agent),
    tools: ['get_my_stats', 'buy_item', 'do_work'],
  };
}

export function promptOf(run, turn) {
  const messages = prompts[run]?.[turn];
  if (messages === undefined) {
    return null;
  }
  const text = messages.map((message) => JSON.stringify(message));
  const before = prompts[run][turn - 1]?.map((message) => JSON.stringify(message));
  const same = before === undefined ? 0 : before.findIndex((one, index) => one !== text[index]);
  const leading = same < 0 ? before.length : same;
  const one = told[run].find((item) => item.type === 'prompt' && item.turn === turn);
  const sizes = { instructions: text[0].length, view: 320, history: text.slice(1).join('').length, tools: 4100 };
  const whole = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  return {
    run,
    turn,
    hash: one.hash,
    journaled: one.journaled,
    matches: one.hash === one.journaled,
    bytes: whole,
    parts: Object.entries(sizes).map(([name, bytes]) => ({ name, bytes, share: bytes / whole })),
    messages,
    tools: [{ name: 'do_work', description: 'Work for gold.', parameters: { type: 'object' } }],
    before: before === undefined ? null : { turn: turn - 1, same: leading, added: text.flatMap((_, index) => (index >= leading ? [index] : [])), removed: before.length - leading },
  };
}

export const actions = {
  [CAL_RUN + '#1.1']: { effect: 'READ', mode: 'EXECUTE', lane: CAL, safety: null, ledger: null },
  [CAL_RUN + '#4.1']: {
    effect: 'WRITE',
    mode: 'EXECUTE',
    lane: CAL,
    safety: 'LEDGER',
    ledger: { type: 'outcome', action: CAL_RUN + '#4.1', at: DAY + '03:42:30.530Z', result: { status: 'DONE' } },
  },
};
