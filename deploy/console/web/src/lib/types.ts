// What the server answers. Values that are absent may be left out or null: both mean the same.

export type Maybe<T> = T | null | undefined;
export type Json = unknown;
export type Money = string | number;

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
  version: string;
  fullText: boolean;
  /** Why texts are not searched, where they are not. */
  whyNot?: Maybe<string>;
  sealed?: Maybe<boolean>;
  expiresAt?: Maybe<string>;
  spendCapUsd?: Maybe<Money>;
}

export interface Halt {
  scope: string;
  by: string;
  at: string;
  reason?: Maybe<string>;
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

export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
  check: { type: 'valid'; args: Json } | InvalidArguments;
  tool?: Maybe<string>;
  simulate?: Maybe<boolean>;
}

export interface InvalidArguments {
  type: 'invalid';
  field: string;
  expected: string;
  got: string;
  nearest?: Maybe<string>;
}

export interface Usage {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

export interface Decision {
  turn: string;
  agent: string;
  outcome: { type: string; text?: string; toolCalls?: ToolCall[]; raw?: string } & Record<string, Json>;
  model?: Maybe<string>;
  candidate?: Maybe<string>;
  usage?: Maybe<Usage>;
  costUsd: Money;
  attempts: number;
  latencyMs: number;
  requestHash?: Maybe<string>;
  notes?: Maybe<string[]>;
}

export interface ActionResult {
  action: string;
  status: string;
  output?: Json;
  error?: Maybe<{ code: string; message: string; field?: Maybe<string>; retriable: boolean }>;
  worldVersion?: Maybe<number>;
  receipts: string[];
  shown?: Maybe<Part[]>;
}

export type Part = { type: 'text'; text: string } | { type: 'image'; sha256: string; url: string; mediaType: string };

export interface View {
  asOf: string;
  version: number;
  state: Json;
  summary: string;
  tokens: number;
}

export interface RunClosed {
  run: string;
  outcome: string;
  summary: string;
  turns: number;
  costUsd: Money;
  openedAt: string;
  closedAt: string;
}

export interface Trigger {
  id?: Maybe<string>;
  agent?: string;
  kind: string;
  at?: Maybe<string>;
  subject?: Maybe<{ type: string; id: string }>;
  text?: Maybe<string>;
  data?: Json;
}

export type Step = { agent: string; at: string } & (
  | { type: 'published'; id: string; trigger: Trigger }
  | { type: 'triggered'; trigger: Trigger }
  | { type: 'turn-opened'; turn: string; bytes: number }
  | { type: 'saw'; view: View }
  | { type: 'decided'; decision: Decision }
  | { type: 'acted'; result: ActionResult; tool: string }
  | { type: 'progressed'; progress: { action: string; step: string; receipt?: Maybe<string> }; tool: string }
  | { type: 'closed'; run: RunClosed }
  | { type: 'dropped'; drop: { trigger: string; reason: string } }
  | { type: 'noted'; event: { type: string } & Record<string, Json> }
);

export type Told =
  | { type: 'happened'; run?: Maybe<string>; turn: number; step: Step }
  | { type: 'prompt'; run: string; turn: number; messages: number; tools: number; hash: string; journaled?: Maybe<string> }
  | { type: 'differs'; run: string; turn: number; entry: number; detail: string }
  | { type: 'checked'; run: string; prompts: number; unchecked: number; differences: number };

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
  next?: Maybe<number>;
  findings: number;
}

export type Message =
  | { role: 'system'; text: string }
  | { role: 'user'; parts: Part[] }
  | { role: 'assistant'; text: string; calls: ToolCall[]; raw?: Maybe<string>; candidate?: Maybe<string> }
  | { role: 'tool'; callId: string; tool: string; text: string; error: boolean; shown?: Maybe<Part[]> };

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

export interface PlanStep {
  text: string;
  done: boolean;
}

export interface AgentState {
  at: string;
  config?: Maybe<Json>;
  paused: boolean;
  poisoned: number;
  queue: { trigger: Trigger; bytes: number; until?: Maybe<string> }[];
  money: { day?: Maybe<string>; spentUsd: Money };
  memory: {
    facts: { key: string; value: string; subject?: Maybe<string> }[];
    notes: { text: string; subject?: Maybe<string> }[];
    exchanges: { at: string; kind: string; subject?: Maybe<string>; outcome?: Maybe<string>; text: string }[];
    work?: Maybe<{ iteration: number; plan: PlanStep[] }>;
  };
  run?: Maybe<OpenRun>;
  parked?: Maybe<OpenRun>;
  lastRun?: Maybe<string>;
  halt?: Maybe<{ scope: string; by: string; since: string }>;
}

export interface OpenRun {
  id: string;
  origin: { trigger: string; kind: string; subject?: Maybe<{ type: string; id: string }> };
  openedAt: string;
  deadline: string;
  turns: number;
  actions: number;
  spentUsd: Money;
  goals: { plan: PlanStep[]; owed: string[]; replied: string[]; reminded: boolean };
  phase: { type: string; text?: string; open?: { callId: string; tool: string; kind: string; args: Json; progress: string }[] } & Record<string, Json>;
}

export interface Then {
  agent: string;
  seq: number;
  at: string;
  state: AgentState;
  transcript: Maybe<Message>[];
  view?: Maybe<View>;
  viewAt?: Maybe<string>;
  differences: number;
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

export interface Standing {
  configured: boolean;
  enabled: boolean;
  paused: boolean;
  quarantined: boolean;
  doing?: Maybe<{ stage: { run: string; turn: number; activity: string }; calls: string[]; spentUsd: Money; capUsd?: Maybe<Money>; deadline: string; openedAt: string }>;
  money?: Json;
}

export interface Question {
  approval: string;
  argsHash: string;
  rule: string;
  matched: Json;
  roles: string[];
  people: number;
  askedAt: string;
  expiresAt: string;
  allowed: string[];
  worldVersion?: Maybe<number>;
  viewHash?: Maybe<string>;
  preview?: Json;
  difference?: Maybe<string>;
}

export interface Ask {
  action: string;
  tool: string;
  args: Json;
  actor: string;
  kind: string;
  subject?: Maybe<string>;
  question: Question;
  words?: Maybe<{ subject: string; answer: string }[]>;
}

export interface UnknownWrite {
  action: string;
  tool: string;
  args?: Json;
}

export interface StandingGrant {
  grant: string;
  rule: string;
  pattern: Json;
  left: number;
  until: string;
  by: string;
}

export type Waits =
  | { type: 'asked'; agent: string; ask: Ask }
  | { type: 'in-doubt'; agent: string; write: UnknownWrite }
  | { type: 'granted'; agent: string; grant: StandingGrant };

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
  total?: Maybe<CostRow>;
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
  checkpoints: { at: string; entries: number; signed: boolean }[];
  last?: Maybe<VerifyReport>;
}

export interface WorldRow {
  world: string;
  agents: number;
  draws: boolean;
  declared: boolean;
  retired: boolean;
}

export interface Mark {
  x: number;
  y: number;
  kind: string;
  label: string;
}

export type Drawing =
  | { type: 'grid' | 'hexes'; title: string; marks: Mark[] }
  | { type: 'graph'; title: string; nodes: { id: string; kind: string; label: string }[]; edges: { from: string; to: string; label: string }[] }
  | { type: 'table'; title: string; columns: string[]; rows: string[][] }
  | { type: 'picture'; title: string; hash: string; mediaType?: Maybe<string> };

export interface Panel {
  title: string;
  drawings: Drawing[];
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
