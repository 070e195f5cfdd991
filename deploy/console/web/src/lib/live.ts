import { batch, signal } from '@preact/signals';
import { ask, getAt, readSession, session } from './api';
import type { AgentRow, EntryRow, InboxCounts, Now, RunRow } from './types';

// One stream a tab carries all that happens. Each journal entry has a number of its own, by agent
// without a gap: what comes twice is left out here, and what is missing is told from.

export type LiveEntry = EntryRow & { agent: string };

/** What came within one beat. */
export interface Beat {
  entries: LiveEntry[];
  runs: RunRow[];
  agents: AgentRow[];
  inbox: boolean;
  letters: boolean;
  /** Something was missed: whatever is shown is loaded anew. */
  anew: boolean;
}

const BEAT_MS = 100;
const FEED = 50;
const RETRY_MS = [500, 1000, 2000, 4000, 8000];

export const link = signal<{ state: 'connecting' | 'open' | 'lost'; since: number }>({ state: 'connecting', since: Date.now() });

/** How many entries there are, as far as this page knows. */
export const entries = signal(0);

/** The newest entries, newest first. */
export const feed = signal<LiveEntry[]>([]);
export const inboxCounts = signal<InboxCounts | null>(null);
export const deadLetters = signal<number | null>(null);

/** How often something came twice, and how many were missed: none of it is shown twice. */
export const repeats = signal(0);
export const missed = signal(0);

const newest = new Map<string, number>();
const listeners = new Set<(beat: Beat) => void>();
let waiting: Beat = nothing();
let timer: number | undefined;
let source: EventSource | null = null;
let lastId: string | null = null;
let reader: string | null = null;
let tries = 0;
let retry: number | undefined;

function nothing(): Beat {
  return { entries: [], runs: [], agents: [], inbox: false, letters: false, anew: false };
}

/** Tells of each beat until the answer is called. */
export function onBeat(listener: (beat: Beat) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function flush(): void {
  timer = undefined;
  const beat = waiting;
  waiting = nothing();
  batch(() => {
    if (beat.entries.length > 0) {
      entries.value += beat.entries.length;
      feed.value = [...beat.entries.slice(-FEED).reverse(), ...feed.value].slice(0, FEED);
    }
    listeners.forEach((listener) => listener(beat));
  });
}

function came(): Beat {
  timer ??= window.setTimeout(flush, BEAT_MS);
  return waiting;
}

function entry(one: LiveEntry): void {
  const before = newest.get(one.agent);
  if (before !== undefined && one.seq <= before) {
    repeats.value++;
    return;
  }
  if (before !== undefined && one.seq > before + 1) {
    missed.value += one.seq - before - 1;
    beginAnew();
    return;
  }
  newest.set(one.agent, one.seq);
  came().entries.push(one);
}

function listen<T>(to: EventSource, name: string, take: (value: T) => void): void {
  to.addEventListener(name, (event) => {
    const message = event as MessageEvent<string>;
    if (message.lastEventId !== '') {
      lastId = message.lastEventId;
    }
    take(JSON.parse(message.data) as T);
  });
}

function lost(): void {
  if (link.value.state !== 'lost') {
    link.value = { state: 'lost', since: Date.now() };
  }
}

function again(): void {
  window.clearTimeout(retry);
  const wait = RETRY_MS[Math.min(tries++, RETRY_MS.length - 1)];
  retry = window.setTimeout(() => {
    // The stream can't say why it was refused; the session's own address can.
    readSession().then(() => (lastId === null ? begin() : connect()), again);
  }, wait);
}

function connect(): void {
  if (!session.value) {
    return;
  }
  source?.close();
  const stream = new EventSource('/api/live' + (lastId === null ? '' : '?from=' + encodeURIComponent(lastId)));
  source = stream;
  stream.onopen = () => {
    tries = 0;
    link.value = { state: 'open', since: Date.now() };
  };
  stream.onerror = () => {
    if (source === stream) {
      lost();
      stream.close();
      again();
    }
  };
  listen<LiveEntry>(stream, 'entry', entry);
  listen<LiveEntry[]>(stream, 'entries', (all) => all.forEach(entry));
  listen<RunRow>(stream, 'run', (run) => came().runs.push(run));
  listen<AgentRow>(stream, 'agent', (agent) => came().agents.push(agent));
  listen<InboxCounts>(stream, 'inbox', (counts) => {
    inboxCounts.value = counts;
    came().inbox = true;
  });
  listen<unknown>(stream, 'letter', () => {
    deadLetters.value = (deadLetters.value ?? 0) + 1;
    came().letters = true;
  });
  listen<unknown>(stream, 'gone', beginAnew);
}

/** What is shown is loaded anew, and the stream begins where that stands. */
function beginAnew(): void {
  source?.close();
  source = null;
  lastId = null;
  came().anew = true;
  void begin();
}

/** Goes on for who has come back, as after a restart of the server, and begins for anybody else: nobody sees what another one saw. */
export function resume(): void {
  const who = session.value?.name ?? null;
  if (lastId !== null && who === reader) {
    connect();
    return;
  }
  reader = who;
  lastId = null;
  feed.value = [];
  repeats.value = 0;
  missed.value = 0;
  void begin();
}

/** Begins where the counts were read, so that no entry is counted twice or not at all. */
export async function begin(): Promise<void> {
  try {
    const { answer: now, position } = await getAt<Now>(ask('now'));
    batch(() => {
      entries.value = now.entries;
      inboxCounts.value = now.inbox;
      deadLetters.value = now.deadLetters;
    });
    newest.clear();
    waiting.entries = [];
    lastId = position;
    connect();
  } catch {
    lost();
    again();
  }
}

/** Ends it, as on a log-out. */
export function end(): void {
  source?.close();
  source = null;
  window.clearTimeout(retry);
}
