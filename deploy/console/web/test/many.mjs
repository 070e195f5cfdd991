// Ten thousand of everything.
import * as data from './data.mjs';

const MANY = 10_000;
const list = (make) => Array.from({ length: MANY }, (_, index) => make(index));
const states = ['idle', 'thinking', 'acting', 'waiting', 'paused', 'quarantined'];

export const agents = list((index) => ({ ...data.agentRows[0], agent: 'society/a' + String(index).padStart(5, '0'), state: states[index % 6] }));
export const runs = list((index) => ({ ...data.runRows[index % data.runRows.length], run: 'society/cal:many-' + index }));
export const waits = list((index) => {
  const one = structuredClone(data.waits[0]);
  one.ask.question.approval = 'question-' + index;
  return one;
});
export const letters = list((index) => ({ ...data.letters[index % 3], id: '0:' + index }));
export const found = list((index) => ({ agent: data.CAL, seq: index, run: data.CAL_RUN, at: '2026-11-28T03:42:30.408Z', kind: 'decision-made', snippet: 'Mining pays 50.' }));
export const entryRows = list((index) => ({ ...data.entryRows[data.CAL][index % 17], seq: index, turn: Math.floor(index / 5) + 1 }));
export const seen = Array.from({ length: 200 }, (_, index) => ({
  ...data.seenIn('eternum', null)[0],
  agent: 'eternum/a' + index,
  panel: { v: 1, title: 'Block', drawings: [{ type: 'hexes', title: 'Map', marks: Array.from({ length: 500 }, (__, mark) => ({ x: mark % 25, y: Math.floor(mark / 25), kind: 'kind ' + (mark % 5), label: 'Mark ' + mark })) }] },
}));

const turns = [];
for (let turn = 1; turn <= MANY / 4; turn++) {
  const at = new Date(Date.parse('2026-11-28T00:00:00Z') + turn * 4_000).toISOString();
  const later = new Date(Date.parse(at) + 900).toISOString();
  const id = data.CAL_RUN + '#' + turn;
  const call = (number) => ({ id: 'call_' + number, name: 'do_work', arguments: '{"jobType":"mining"}', check: { type: 'valid', args: { jobType: 'mining' } } });
  turns.push(
    { type: 'prompt', run: data.CAL_RUN, turn, messages: 9, tools: 14, hash: data.HASH, journaled: data.HASH },
    {
      type: 'happened', run: data.CAL_RUN, turn,
      step: { type: 'decided', agent: data.CAL, at, decision: { v: 1, turn: id, agent: data.CAL, outcome: { type: 'answered', text: 'Turn ' + turn, raw: '{}', toolCalls: [call(1), call(2)] }, costUsd: '0', attempts: 1, latencyMs: 300, model: 'rehearsal' } },
    },
    ...[1, 2].map((number) => ({
      type: 'happened', run: data.CAL_RUN, turn,
      step: { type: 'acted', agent: data.CAL, at: later, tool: 'do_work', result: { v: 1, action: id + '.' + number, agent: data.CAL, status: turn % 50 === 0 ? 'FAILED' : 'DONE', output: { gold: turn }, receipts: [] } },
    })),
  );
}

const PART = 2_000;

export function told(run, from) {
  return {
    row: { ...data.runRows.find((row) => row.run === data.CAL_RUN), run, turns: MANY / 4, first: 0, last: MANY - 1 },
    told: turns.slice(from, from + PART),
    seqs: turns.slice(from, from + PART).map((_, index) => from + index),
    actions: {},
    next: from + PART < turns.length ? String(from + PART) : null,
    findings: 0,
  };
}
