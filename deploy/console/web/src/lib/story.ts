import type { ActionResult, Decision, Told, ToolCall } from './types';

// A run's story as lines: a turn, the calls of its decision, and whatever else happened. A result
// finds its call by the action's id, which is the turn's with the call's number behind a dot.

export interface CallLine {
  kind: 'call';
  id: string;
  turn: number;
  /** The action's id; null of a call that no action can be of. */
  action: string;
  call: ToolCall | null;
  tool: string;
  result: ActionResult | null;
  progress: { at: string; step: string; receipt: string | null }[];
  at: string;
  ended: string | null;
  seq: number | null;
}

export interface TurnLine {
  kind: 'turn';
  id: string;
  turn: number;
  prompt: Extract<Told, { type: 'prompt' }> | null;
  decision: Decision | null;
  at: string;
  ended: string | null;
  seq: number | null;
}

export interface EventLine {
  kind: 'event';
  id: string;
  turn: number;
  told: Told;
  at: string;
  ended: string | null;
  seq: number | null;
}

export type StoryLine = TurnLine | CallLine | EventLine;

const LOOPS_OWN = new Set(['plan', 'remember', 'note', 'recall', 'observe', 'wait', 'finish']);

/** Whether the loop itself answers calls of that tool. */
export function isLoopsOwn(tool: string): boolean {
  return LOOPS_OWN.has(tool);
}

class Telling {
  readonly lines: StoryLine[] = [];
  private readonly turns = new Map<number, TurnLine>();
  private readonly calls = new Map<string, CallLine>();
  private last = '';

  take(told: Told, seq: number | null, index: number): void {
    if (told.type === 'prompt') {
      const turn = this.turn(told.turn, seq);
      turn.prompt = told;
      return;
    }
    if (told.type === 'happened') {
      this.last = told.step.at;
      if (told.step.type === 'decided') {
        this.decided(told.turn, told.step.decision, told.step.at, seq);
        return;
      }
      if (told.step.type === 'acted' && this.acted(told.turn, told.step.result, told.step.tool, told.step.at, seq)) {
        return;
      }
      if (told.step.type === 'progressed') {
        const call = this.calls.get(told.step.progress.action);
        if (call) {
          call.progress.push({ at: told.step.at, step: told.step.progress.step, receipt: told.step.progress.receipt ?? null });
          return;
        }
      }
    }
    const turn = told.type === 'checked' ? 0 : told.turn;
    const at = told.type === 'happened' ? told.step.at : this.last;
    this.lines.push({ kind: 'event', id: 'e' + index, turn, told, at, ended: at, seq: told.type === 'differs' ? told.entry : seq });
  }

  private turn(number: number, seq: number | null): TurnLine {
    let line = this.turns.get(number);
    if (line === undefined) {
      line = { kind: 'turn', id: 't' + number, turn: number, prompt: null, decision: null, at: this.last, ended: null, seq };
      this.turns.set(number, line);
      this.lines.push(line);
    }
    return line;
  }

  private decided(number: number, decision: Decision, at: string, seq: number | null): void {
    const turn = this.turn(number, seq);
    turn.decision = decision;
    turn.seq = seq ?? turn.seq;
    turn.ended = at;
    turn.at = turn.at === '' ? new Date(Date.parse(at) - decision.latencyMs).toISOString() : turn.at;
    (decision.outcome.toolCalls ?? []).forEach((call, index) => {
      const action = decision.turn + '.' + (index + 1);
      const own = isLoopsOwn(call.tool ?? call.name);
      const failed = call.check.type === 'invalid';
      const line: CallLine = {
        kind: 'call',
        id: number + '.' + (index + 1),
        turn: number,
        action,
        call,
        tool: call.tool ?? call.name,
        result: null,
        progress: [],
        at,
        ended: own || failed ? at : null,
        seq,
      };
      this.calls.set(action, line);
      this.lines.push(line);
    });
  }

  private acted(number: number, result: ActionResult, tool: string, at: string, seq: number | null): boolean {
    const known = this.calls.get(result.action);
    if (known) {
      known.result = result;
      known.ended = at;
      known.seq = seq ?? known.seq;
      return true;
    }
    if (!result.action.includes('.')) {
      return false;
    }
    // A fallback's action has no call; a story that begins in its middle doesn't show it.
    const id = result.action.slice(result.action.lastIndexOf('#') + 1);
    const line: CallLine = { kind: 'call', id, turn: number, action: result.action, call: null, tool, result, progress: [], at, ended: at, seq };
    this.calls.set(result.action, line);
    this.lines.push(line);
    return true;
  }
}

export function linesOf(told: Told[], seqs: readonly (number | null | undefined)[]): StoryLine[] {
  const telling = new Telling();
  told.forEach((one, index) => telling.take(one, seqs[index] ?? null, index));
  return telling.lines;
}

/** How a line ended, in the word that is shown as its state; null where it has none. */
export function stateOf(line: StoryLine): string | null {
  if (line.kind === 'turn') {
    return line.decision === null ? 'in flight' : line.decision.outcome.type;
  }
  if (line.kind === 'call') {
    if (line.call?.check.type === 'invalid') {
      return 'invalid';
    }
    return line.result === null ? (line.ended === null ? 'in flight' : 'answered') : line.result.status;
  }
  const told = line.told;
  if (told.type === 'happened' && told.step.type === 'closed') {
    return told.step.run.outcome;
  }
  return told.type === 'differs' ? 'failed' : null;
}

export function hasFailed(line: StoryLine): boolean {
  const state = (stateOf(line) ?? '').toUpperCase();
  return ['INVALID', 'REFUSED', 'FAILED', 'EXPIRED', 'UNKNOWN', 'TIMED_OUT', 'STUCK', 'DEADLINE'].includes(state) || state.startsWith('OUT_OF') || state === 'UNKNOWN_WRITE';
}

export interface Bar {
  /** Both from 0 to 1. */
  from: number;
  to: number;
  /** Idle time before it that is drawn shorter than it was, in ms. */
  squeezed: number;
}

const GAP_SHARE = 0.04;
const LEAST_GAP_MS = 250;

/** Where each line lies: as one block after another, or in time with idle gaps drawn short. */
export function barsOf(lines: StoryLine[], scale: 'sequence' | 'time'): Bar[] {
  if (scale === 'sequence') {
    return lines.map((_, index) => ({ from: index / lines.length, to: (index + 1) / lines.length, squeezed: 0 }));
  }
  const times = lines.map((line) => {
    const from = Date.parse(line.at);
    const to = Date.parse(line.ended ?? line.at);
    return [from, Math.max(from, to)] as const;
  });
  const order = times.map((_, index) => index).sort((a, b) => (times[a]?.[0] ?? 0) - (times[b]?.[0] ?? 0));
  let reach = times[order[0] ?? 0]?.[0] ?? 0;
  let work = 0;
  const gaps: { at: number; ms: number }[] = [];
  for (const index of order) {
    const [from, to] = times[index] ?? [0, 0];
    if (from - reach > LEAST_GAP_MS) {
      gaps.push({ at: from, ms: from - reach });
    } else {
      work += Math.max(0, from - reach);
    }
    work += Math.max(0, to - Math.max(from, reach));
    reach = Math.max(reach, to);
  }
  // A gap is never drawn longer than it was.
  const drawn = Math.max(LEAST_GAP_MS, work * GAP_SHARE);
  const whole = Math.max(1, work + gaps.reduce((sum, gap) => sum + Math.min(gap.ms, drawn), 0));
  const start = times[order[0] ?? 0]?.[0] ?? 0;
  const placed = (at: number): number => {
    let lost = 0;
    for (const gap of gaps) {
      if (gap.at > at) {
        break;
      }
      lost += gap.ms - Math.min(gap.ms, drawn);
    }
    return (at - start - lost) / whole;
  };
  return times.map(([from, to]) => {
    const gap = gaps.find((one) => one.at === from);
    return { from: placed(from), to: placed(to), squeezed: gap && gap.ms > drawn ? gap.ms : 0 };
  });
}
