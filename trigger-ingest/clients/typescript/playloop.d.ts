/** What a game may give as data. */
export type Json = string | number | boolean | null | readonly Json[]
  | {readonly [name: string]: Json | undefined};

export interface Options {
  /** Such as http://127.0.0.1:8080. */
  url: string;
  /** Left out or null where the gateway wants none. */
  token?: string | null;
  /** A URI reference; by it and its id an event is known. */
  source: string;
  /** Most events that wait; 10,000. */
  maxEvents?: number;
  /** Most bytes that wait; 8 MiB. */
  maxBytes?: number;
  /** Most events of a request; 100. */
  batchEvents?: number;
  /** Most bytes of a request; 1,000,000. */
  batchBytes?: number;
  /** How long the first event of a batch waits for others; 50. */
  lingerMs?: number;
  /** How long the gateway may take to answer; 10,000. */
  requestTimeoutMs?: number;
  /** How long to wait after a failure, doubled with each; 250. */
  backoffMs?: number;
  /** And at most; 30,000. */
  backoffMaxMs?: number;
  /** Never called within a call of the game. */
  onProblem?: ((problem: Problem) => void) | null;
}

export type Problem =
  /** One event is wrong, and was left out. `status` is missing where the client itself refused. */
  | {kind: "refused"; id?: string; status?: number; field?: string; expected?: string;
      got?: string; detail?: string}
  /** So many events had no room. */
  | {kind: "dropped"; count: number}
  /** Nothing is sent any more. */
  | {kind: "stopped"; status: number; detail: string};

/** `taken` is the sum of accepted, coalesced, dropped, refused and waiting. */
export interface Stats {
  taken: number;
  accepted: number;
  coalesced: number;
  dropped: number;
  refused: number;
  waiting: number;
  /** Texts that were too long. */
  cut: number;
  /** Batches that were to be sent again. */
  retries: number;
}

interface Own {
  /** Of the game's own; left out, a ULID. */
  id?: string;
  /** When it happened; a text is RFC 3339. Left out, now. */
  at?: Date | number | string;
}

export interface Trigger extends Own {
  /** Who should react, such as society/ada. */
  agent: string;
  /** What happened, such as chat.message. */
  kind: string;
  /** Who or what it is about. */
  subject?: {type: string; id: string};
  /** In words for the model; cut at 16,000 characters. */
  text?: string;
  data?: Json;
  /** The id of the message that is owed an answer. */
  replyTo?: string;
  /** 0 to 100; left out, that of its kind. */
  priority?: number;
  /** How many agents this chain of triggers has gone through. */
  hops?: number;
  /** Version of the world event that the agent is to have seen, as it was given with it. */
  worldVersion?: number;
}

interface Change extends Own {
  world: string;
  scene: string;
  /** Grows with each change of the entity; left out, the clock says it. */
  version?: number;
}

export interface Put extends Change {
  entity: string;
  kind: string;
  state: Json;
}

export interface Moved extends Change {
  entity: string;
  x: number;
  y: number;
}

export interface Removed extends Change {
  entity: string;
}

export interface ActorMoved extends Change {
  actor: string;
  to: string;
}

export interface Happening extends Change {
  kind: string;
  text: string;
  data?: Json;
}

export interface AnyEvent extends Own {
  type: string;
  data: Json;
}

/** A queue in memory, and a loop that empties it. Calls return whether the event was taken in. */
export class Playloop {
  constructor(options: Options);
  /** Something that an agent should react to. */
  trigger(event: Trigger): boolean;
  /** An entity is now so. */
  put(event: Put): boolean;
  /** An entity is now there. Of those that wait only the newest of an entity is sent. */
  moved(event: Moved): boolean;
  /** An entity is gone. */
  removed(event: Removed): boolean;
  /** An actor is in the scene `to` from now on. */
  actorMoved(event: ActorMoved): boolean;
  /** Something happened in a scene that leaves no state. */
  happening(event: Happening): boolean;
  /** Any event, as the gateway takes it. */
  send(event: AnyEvent): boolean;
  stats(): Stats;
  /** Waits until all that was taken so far has been answered; false where it has not. */
  flush(timeoutMs?: number): Promise<boolean>;
  /** Takes no more, sends what waits, and ends. What is left by then counts as dropped. */
  close(timeoutMs?: number): Promise<boolean>;
}
