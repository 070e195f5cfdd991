// Records as the server's own schemas have them. Values that are absent may be left out or null: both
// mean the same.

export type Maybe<T> = T | null | undefined;
export type Json = unknown;
export type Money = string | number;

export interface Halt {
  scope: string;
  by: string;
  at: string;
  reason?: Maybe<string>;
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

export type Message =
  | { role: 'system'; text: string }
  | { role: 'user'; parts: Part[] }
  | { role: 'assistant'; text: string; calls: ToolCall[]; raw?: Maybe<string>; candidate?: Maybe<string> }
  | { role: 'tool'; callId: string; tool: string; text: string; error: boolean; shown?: Maybe<Part[]> };

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
  /** Left out where it was not asked for. */
  transcript?: Maybe<Message>[];
  view?: Maybe<View>;
  viewAt?: Maybe<string>;
  differences: number;
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
