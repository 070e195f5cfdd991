// What the API answers to each address, by the scenario.
import * as data from './data.mjs';
import { hostile } from './hostile.mjs';
import * as many from './many.mjs';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const PAGE = 100;

const fits = (pattern, agent) => new RegExp('^' + pattern.replaceAll('?', '.').replaceAll('*', '.*') + '$').test(agent);

function page(rows, query, more = {}) {
  const from = Number(query.get('cursor') ?? 0);
  const limit = Number(query.get('limit') ?? PAGE);
  const next = from + limit < rows.length ? String(from + limit) : null;
  return { rows: rows.slice(from, from + limit), next, total: rows.length, ...more };
}

function session(mock) {
  return {
    name: mock.options.name ?? 'operator',
    scopes: mock.options.scopes ?? ['read:*', 'control', 'publish:*', 'approve:*', 'admin'],
    csrf: 'csrf-of-this-session',
    readOnly: mock.options.readOnly,
    source: mock.options.readOnly ? { kind: 'file', name: 'society.jsonl' } : { kind: 'cluster', name: '127.0.0.1:9092' },
    programs: !mock.options.readOnly,
    version: '0.1.0',
    fullText: !mock.options.readOnly,
    whyNot: mock.options.readOnly ? 'sealed' : undefined,
    sealed: mock.options.readOnly,
    expiresAt: null,
    spendCapUsd: '25',
  };
}

function now(mock, set) {
  const count = (state) => set.agents.filter((row) => row.state === state).length;
  const empty = set.agents.length === 0;
  return {
    agents: Object.fromEntries([...['idle', 'thinking', 'acting', 'waiting', 'paused', 'quarantined'].map((state) => [state, count(state)]), ['total', set.agents.length]]),
    halts: empty ? [] : [{ scope: 'emerald', by: 'mia', at: '2026-11-28T03:00:00Z', reason: 'The emulator is being moved.' }],
    turnsInFlight: count('thinking'),
    oldestWait: empty ? null : { agent: data.BEA, run: 'society/bea:msg-200', what: 'person', since: '2026-11-28T03:42:29.398Z' },
    spentToday: { calls: empty ? 0 : 37, promptTokens: empty ? 0 : 74_200, completionTokens: empty ? 0 : 2_900, costUsd: empty ? '0' : '0.2947' },
    caps: empty ? [] : [{ scope: 'society', usdPerDay: '10', spentUsd: '9.4' }, { scope: 'all', usdPerDay: '100', spentUsd: '9.7' }],
    inbox: { asked: set.waits.filter((one) => one.type === 'asked').length, inDoubt: set.waits.filter((one) => one.type === 'in-doubt').length, granted: empty ? 0 : 1 },
    deadLetters: set.letters.length,
    recent: set.runs.slice(0, 20),
    entries: (empty ? 0 : 128) + mock.log.filter(([event]) => event === 'entry').length,
    behind: empty ? 0 : 3,
    at: new Date().toISOString(),
  };
}

function setOf(scenario) {
  if (scenario === 'empty') {
    return { agents: [], runs: [], waits: [], letters: [], worlds: [] };
  }
  return scenario === 'many'
    ? { agents: many.agents, runs: many.runs, waits: many.waits, letters: many.letters, worlds: data.worldRows }
    : { agents: data.agentRows, runs: data.runRows, waits: data.waits, letters: data.letters, worlds: data.worldRows };
}

function causes(letters) {
  const all = new Map();
  letters.forEach((letter) => all.set(letter.cause, [...(all.get(letter.cause) ?? []), letter]));
  return [...all].map(([cause, some]) => ({ cause, count: some.length, oldest: some.at(-1).at, newest: some[0].at }));
}

function cost(set, query) {
  const by = query.get('by') ?? 'agent';
  const keys = { agent: set.agents.map((row) => row.agent), model: ['rehearsal', 'large'], world: ['society', 'emerald'], day: ['2026-11-27', '2026-11-28'] };
  const rows = (set.agents.length === 0 ? [] : keys[by]).map((key, index) => ({
    key, calls: 4 + index, promptTokens: 9_000 + index, completionTokens: 310, cachedTokens: 120, costUsd: (0.01 * (index + 1)).toFixed(4),
  }));
  return { rows, total: { key: '', calls: 37, promptTokens: 74_200, completionTokens: 2_900, cachedTokens: 800, costUsd: '0.2947' }, caps: now({ log: [] }, set).caps, compare: query.get('compare') ? { agents: query.get('compare'), rows, total: { key: 'all', calls: 12, promptTokens: 30_000, completionTokens: 900, cachedTokens: 100, costUsd: '0.0600' } } : null };
}

function told(run, mock, query) {
  if (mock.scenario === 'many') {
    return many.told(run, Number(query.get('cursor') ?? 0));
  }
  const known = data.told[run];
  if (known === undefined) {
    return undefined;
  }
  const all = mock.options.megabyte ? withText(known, mock.options.megabyte) : known;
  return {
    row: data.runRows.find((row) => row.run === run),
    told: mock.options.differs ? [...all, { type: 'differs', run, turn: 2, entry: 5, detail: 'stateHash: expected 12ab, got 34cd' }] : all,
    seqs: all.map((_, index) => Math.min(index, 16)),
    actions: data.actions,
    next: null,
    findings: mock.options.differs ? 1 : 0,
  };
}

/** The story with that text as what the model said in each turn. */
function withText(known, text) {
  return structuredClone(known).map((one) => {
    if (one.step?.type === 'decided') {
      one.step.decision.outcome.text = text;
    }
    return one;
  });
}

function entries(agent, query, mock) {
  const rows = mock.scenario === 'many' ? many.entryRows : (data.entryRows[agent] ?? []);
  const live = mock.log.filter(([event, entry]) => event === 'entry' && entry.agent === agent).map(([, entry]) => entry);
  const all = [...rows, ...live];
  const from = Number(query.get('from') ?? 0);
  const part = all.filter((row) => row.seq >= from).slice(0, Number(query.get('limit') ?? PAGE));
  return {
    rows: mock.options.differs ? part.map((row) => (row.seq === 5 ? { ...row, sound: false } : row)) : part,
    next: null,
    first: 0,
    last: all.length - 1,
  };
}

function replayed(agent, at) {
  const all = data.replays[agent] ?? data.replays[data.CAL];
  const seqs = Object.keys(all).map(Number);
  if (!/^\d+$/.test(at)) {
    const before = seqs.filter((seq) => all[seq].at <= at);
    return before.length === 0 ? undefined : all[Math.max(...before)];
  }
  const seq = seqs.includes(Number(at)) ? Number(at) : Math.max(...seqs);
  return { ...all[seq], agent, seq: Number(at) };
}

const POSTS = {
  'POST audit/verify': (json, mock) => ((mock.verified = json), {
    entries: 128, folded: 128, took: { at: '2026-11-28T03:44:00Z', seconds: 1.4 },
    findings: mock.options.differs ? [{ agent: data.CAL, seq: 5, detail: 'stateHash: expected 12ab, got 34cd' }] : [],
  }),
  'POST letters/redrive': (json) =>
    json.dryRun
      ? { would: json.ids.map((id) => ({ id, topic: 'playloop.actions', refused: data.letters.find((one) => one.id === id)?.refused ?? null })), sent: [] }
      : { would: [], sent: json.ids },
  'POST do/answer': (json) => ({ type: 'journaled', agent: data.BEA, event: { type: 'approval-answered', answer: json.kind, missing: 0 } }),
  'POST do/confirm': () => ({ type: 'journaled', agent: data.CAL, event: { type: 'write-confirmed' } }),
  'POST do/apply': (json) => ({ agents: json.configs.map((config) => config.agent), dryRun: json.dryRun }),
};

const GETS = {
  session: (query, mock) => session(mock),
  now: (query, mock, set) => now(mock, set),
  agents: (query, mock, set) =>
    page(set.agents.filter((row) => row.agent.includes(query.get('q') ?? '') && fits(query.get('only') ?? '*', row.agent) && (!query.get('state') || row.state === query.get('state')) && (!query.get('world') || row.world === query.get('world'))), query),
  agent: (query, mock) => (mock.scenario === 'empty' ? emptyAgent(query.get('agent')) : data.agentPage(query.get('agent'))),
  runs: (query, mock, set) => page(set.runs.filter((row) => (!query.get('agent') || row.agent === query.get('agent')) && (!query.get('outcome') || row.outcome === query.get('outcome'))), query),
  run: (query, mock) => (mock.scenario === 'empty' ? { row: { ...data.runRows[0], run: query.get('run') }, told: [], seqs: [], actions: {}, next: null, findings: 0 } : told(query.get('run'), mock, query)),
  prompt: (query, mock) => (mock.scenario === 'many' ? data.promptOf(data.CAL_RUN, 2) : (data.promptOf(query.get('run'), Number(query.get('turn'))) ?? undefined)),
  replay: (query, mock) => {
    const then = mock.scenario === 'empty' ? undefined : replayed(query.get('agent'), query.get('at'));
    if (then === undefined) {
      return undefined;
    }
    const { transcript, ...rest } = then;
    return query.get('without') === 'transcript' ? rest : { ...rest, transcript };
  },
  entries: (query, mock) => (mock.scenario === 'empty' ? { rows: [], next: null, first: 0, last: -1 } : entries(query.get('agent'), query, mock)),
  entry: (query) => {
    const seq = Number(query.get('seq'));
    return query.get('agent') === data.CAL && (seq === 0 || seq === 18) ? data.configEntry(seq) : (data.entryOf(query.get('agent'), seq) ?? undefined);
  },
  panel: (query) => ({ agent: query.get('agent'), seq: Number(query.get('at')), viewAt: data.replays[data.CAL][9].viewAt, panel: data.panels[data.CAL] }),
  picture: (query, mock) => (mock.options.unkept ? undefined : PNG),
  worlds: (query, mock, set) => page(set.worlds, query),
  world: (query, mock) => ({ world: query.get('world'), at: query.get('at'), seen: mock.scenario === 'empty' ? [] : mock.scenario === 'many' ? many.seen : data.seenIn(query.get('world'), query.get('at')), next: null }),
  inbox: (query, mock, set) => page(set.waits, query),
  'inbox/history': (query) => ({ tool: query.get('tool'), asked: 12, approved: 8, rejected: 2, expired: 1, edited: 1, last: [{ agent: data.BEA, run: 'society/bea:msg-200', at: '2026-11-28T03:42:29.973Z', by: ['mia'], kind: 'DENIED', reason: 'Leave the old attack out of it.' }] }),
  letters: (query, mock, set) => page(set.letters.filter((one) => !query.get('cause') || one.cause === query.get('cause')), query, { causes: causes(set.letters) }),
  letter: (query) => data.wholeLetter(data.letters.find((one) => one.id === query.get('id')) ?? data.letters[0]),
  cost: (query, mock, set) => cost(set, query),
  search: (query, mock) => ({ ...page(mock.scenario === 'many' ? many.found : mock.scenario === 'empty' ? [] : [{ agent: data.CAL, seq: 9, run: data.CAL_RUN, at: '2026-11-28T03:42:30.408Z', kind: 'decision-made', snippet: 'Mining pays 50. I mine, and then try again.' }], query), fullText: !mock.options.readOnly }),
  audit: (query, mock, set) => ({
    entries: set.agents.length === 0 ? 0 : 128,
    heads: set.agents.map((row) => ({ agent: row.agent, seq: row.seq, hash: data.HASH })),
    checkpoints: set.agents.length === 0 ? [] : [
      { at: '2026-11-28T03:43:00Z', number: 2, entries: 128, state: 'verified', why: null },
      { at: '2026-11-28T03:42:00Z', number: 1, entries: 90, state: 'differs', why: 'signature: it does not fit the body' },
      { at: '2026-11-28T03:41:00Z', number: 0, entries: 12, state: 'unknown', why: 'nobody here knows the key 5e1f' },
    ],
    last: set.agents.length === 0 ? null : { entries: 128, folded: 128, findings: [], took: { at: '2026-11-28T03:44:00Z', seconds: 1.4 } },
  }),
};

function emptyAgent(agent) {
  return { row: { ...data.agentRow('society/nobody'), agent }, status: { differences: 0 }, config: null, configs: [], now: null, waits: [], tools: [] };
}

export function answer(name, query, mock) {
  if (mock.options.broken === name) {
    return {};
  }
  const post = POSTS[name] ?? (name.startsWith('POST do/') ? () => ({ type: 'done' }) : undefined);
  const found = post ? post(query, mock) : GETS[name]?.(query, mock, setOf(mock.scenario));
  return mock.scenario === 'hostile' && name !== 'session' && found !== undefined && !Buffer.isBuffer(found) ? hostile(found, mock.options.from ?? 0) : found;
}
