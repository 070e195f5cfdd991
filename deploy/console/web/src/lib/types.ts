// What the API answers: lists, rows and pages of the server's records.

import type { Halt, Json, Maybe, Message, Money, Panel, Standing, Then, Told, Waits } from './records';

export type * from './records';

export interface Page<T> {
  rows: T[];
  next?: Maybe<string>;
  total?: Maybe<number>;
}

export interface Session {
  name: string;
  scopes: string[];
  csrf: string;
  readOnly: boolean;
  source: { kind: 'cluster' | 'data' | 'file'; name: string };
  /** Whether whoever brings the token of a principal may look. */
  programs: boolean;
  version: string;
  fullText: boolean;
  /** Why texts are not searched, where they are not. */
  whyNot?: Maybe<string>;
  sealed?: Maybe<boolean>;
  expiresAt?: Maybe<string>;
  spendCapUsd?: Maybe<Money>;
}

export interface Cap {
  scope: string;
  usdPerDay?: Maybe<Money>;
  spentUsd?: Maybe<Money>;
}

export interface InboxCounts {
  asked: number;
  inDoubt: number;
  granted: number;
}

export type AgentDoes = 'idle' | 'thinking' | 'acting' | 'waiting' | 'paused' | 'quarantined';

export interface Now {
  agents: Record<AgentDoes | 'total', number>;
  halts: Halt[];
  turnsInFlight: number;
  oldestWait?: Maybe<{ agent: string; run?: Maybe<string>; what: string; since: string }>;
  spentToday: {
    calls: number;
    promptTokens: number;
    completionTokens: number;
    costUsd: Money;
  };
  caps: Cap[];
  inbox: InboxCounts;
  deadLetters: number;
  recent: RunRow[];
  /** Why the index does not go on, where it does not. */
  problem?: Maybe<string>;
  entries: number;
  behind: number;
  at: string;
}

export interface AgentRow {
  agent: string;
  world: string;
  state: AgentDoes | 'gone';
  seq: number;
  at: string;
  since?: Maybe<string>;
  openRun?: Maybe<string>;
  runs: number;
  costUsd: Money;
  words?: Maybe<string>;
}

export interface RunRow {
  run: string;
  agent: string;
  trigger: string;
  kind: string;
  opened: string;
  closed?: Maybe<string>;
  outcome?: Maybe<string>;
  turns: number;
  actions: number;
  failed: number;
  promptTokens: number;
  completionTokens: number;
  costUsd: Money;
  arrived: number;
  first: number;
  last: number;
}

export interface EntryRow {
  agent?: string;
  seq: number;
  at: string;
  kind: string;
  run?: Maybe<string>;
  turn?: Maybe<number>;
  tool?: Maybe<string>;
  outcome?: Maybe<string>;
  bytes: number;
  partition?: number;
  offset?: number;
  sound?: Maybe<boolean>;
}

export interface Entries {
  rows: EntryRow[];
  next?: Maybe<number>;
  first: number;
  last: number;
}

export interface Finding {
  agent?: Maybe<string>;
  seq: number;
  detail: string;
}

export interface Entry {
  row: EntryRow;
  envelope: Json;
  payload?: Maybe<Json>;
  why?: Maybe<'sealed' | 'erased' | 'unreadable'>;
  findings?: Maybe<Finding[]>;
}

export interface ActionFacts {
  effect?: Maybe<string>;
  mode?: Maybe<string>;
  lane?: Maybe<string>;
  safety?: Maybe<string>;
  ledger?: Maybe<{ type: string; at?: string } & Record<string, Json>>;
}

export interface RunTold {
  row: RunRow;
  told: Told[];
  seqs?: Maybe<Maybe<number>[]>;
  actions?: Maybe<Record<string, ActionFacts>>;
  next?: Maybe<string>;
  findings: number;
}

export interface Prompt {
  run: string;
  turn: number;
  hash: string;
  journaled?: Maybe<string>;
  matches: boolean;
  bytes: number;
  /** The entry that opened the turn. */
  seq?: Maybe<number>;
  parts: { name: string; bytes: number; share: number }[];
  messages: Message[];
  tools: { name: string; description?: string; parameters?: Json }[];
  before?: Maybe<{ turn: number; same: number; added: number[]; removed: number }>;
}

export interface AgentPage {
  row: AgentRow;
  status: { standing?: Maybe<Standing>; why?: Json; since?: Maybe<string>; differences: number };
  config?: Maybe<Json>;
  configs: { seq: number; at: string; version: number; changed?: Maybe<string[]> }[];
  now?: Maybe<Then>;
  waits: Waits[];
  tools: string[];
}

export interface History {
  tool: string;
  asked: number;
  approved: number;
  rejected: number;
  expired: number;
  edited: number;
  last: { agent: string; run?: Maybe<string>; at: string; by?: Maybe<string[]>; kind: string; reason?: Maybe<string> }[];
}

export interface Letter {
  id: string;
  at: string;
  role: string;
  topic: string;
  partition: number;
  offset: number;
  cause: string;
}

/** A letter with all that is in it; `cut` says that its value is longer than what is here. */
export interface WholeLetter {
  letter: Letter;
  key?: Maybe<string>;
  value?: Maybe<string>;
  stack?: Maybe<string>;
  bytes?: Maybe<number>;
  cut?: Maybe<boolean>;
}

export interface Letters extends Page<Letter> {
  causes: { cause: string; count: number; oldest: string; newest: string }[];
}

export interface Redriven {
  would?: Maybe<{ id: string; topic: string; refused?: Maybe<string> }[]>;
  sent?: Maybe<string[]>;
}

export interface CostRow {
  key: string;
  calls: number;
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  costUsd: Money;
}

export interface Cost {
  rows: CostRow[];
  total: CostRow;
  compare?: Maybe<{ agents: string; rows: CostRow[]; total: CostRow }>;
  caps?: Maybe<Cap[]>;
}

export interface Found {
  agent: string;
  seq: number;
  run?: Maybe<string>;
  at: string;
  kind: string;
  snippet?: Maybe<string>;
}

export interface VerifyReport {
  entries: number;
  folded?: Maybe<number>;
  findings: Finding[];
  took?: Maybe<{ at: string; seconds: number }>;
}

export interface AuditNow {
  entries: number;
  heads: { agent: string; seq: number; hash: string }[];
  checkpoints: { at: string; number: number; entries: number; state: 'verified' | 'differs' | 'unknown'; why?: Maybe<string> }[];
  last?: Maybe<VerifyReport>;
}

export interface WorldRow {
  world: string;
  agents: number;
  draws: boolean;
  declared: boolean;
  retired: boolean;
}

export interface Seen {
  agent: string;
  seq: number;
  viewAt?: Maybe<string>;
  panel?: Maybe<Panel>;
  words?: Maybe<{ at: string; text: string }>;
  trail?: Maybe<{ x: number; y: number; at: string }[]>;
}

export interface WorldSeen {
  world: string;
  at?: Maybe<string>;
  seen: Seen[];
  next?: Maybe<string>;
}
