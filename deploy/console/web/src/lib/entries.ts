import { useEffect, useRef, useState } from 'preact/hooks';
import { ask, get, Problem } from './api';
import { onBeat } from './live';
import type { Entries, EntryRow } from './types';

const BLOCK = 200;

/** An agent's journal entries, of which those are loaded that are in sight. */
export interface EntryWindow {
  first: number | null;
  last: number | null;
  problem: Problem | null;
  row: (seq: number) => EntryRow | undefined;
  need: (from: number, to: number) => void;
  /** The nearest entry before or behind that one with which another turn begins. */
  turnFrom: (seq: number, step: 1 | -1) => Promise<number>;
  reload: () => void;
}

interface Held {
  first: number | null;
  last: number | null;
  rows: Map<number, EntryRow>;
  asked: Map<number, Promise<void>>;
}

function nothing(): Held {
  return { first: null, last: null, rows: new Map(), asked: new Map() };
}

export function useEntries(agent: string): EntryWindow {
  const held = useRef(nothing());
  const of = useRef(agent);
  const [, setVersion] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (of.current !== agent) {
    of.current = agent;
    held.current = nothing();
  }

  const load = (block: number): Promise<void> => {
    const into = held.current;
    const known = into.asked.get(block);
    if (known) {
      return known;
    }
    const reading = get<Entries>(ask('entries', { agent, from: block * BLOCK, limit: BLOCK })).then(
      (page) => {
        page.rows.forEach((row) => into.rows.set(row.seq, row));
        into.first = page.first;
        into.last = Math.max(into.last ?? -1, page.last);
        if (into === held.current) {
          setProblem(null);
          setVersion((before) => before + 1);
        }
      },
      (failure: unknown) => {
        into.asked.delete(block);
        if (into === held.current) {
          setProblem(failure instanceof Problem ? failure : new Problem(0, 'fault', 'The entries can’t be read', String(failure), []));
        }
      },
    );
    into.asked.set(block, reading);
    return reading;
  };

  useEffect(() => {
    void load(0);
    return onBeat((beat) => {
      const into = held.current;
      const own = beat.entries.filter((entry) => entry.agent === agent);
      if (own.length > 0) {
        own.forEach((entry) => into.rows.set(entry.seq, entry));
        into.last = Math.max(into.last ?? -1, ...own.map((entry) => entry.seq));
        setVersion((before) => before + 1);
      }
    });
  }, [agent]);

  const rowAt = async (seq: number): Promise<EntryRow | undefined> => {
    if (!held.current.rows.has(seq)) {
      await load(Math.floor(seq / BLOCK));
    }
    return held.current.rows.get(seq);
  };
  const turnFrom = async (seq: number, step: 1 | -1): Promise<number> => {
    const name = (row: EntryRow | undefined): string => (row?.turn ? (row.run ?? '') + '#' + row.turn : '');
    const { first, last } = held.current;
    const here = name(await rowAt(seq));
    let at = seq;
    while (at + step >= (first ?? 0) && at + step <= (last ?? 0)) {
      at += step;
      const there = name(await rowAt(at));
      if (there !== '' && there !== here) {
        return at;
      }
    }
    return at;
  };

  return {
    first: held.current.first,
    last: held.current.last,
    problem,
    row: (seq) => held.current.rows.get(seq),
    need: (from, to) => {
      for (let block = Math.floor(from / BLOCK); block <= Math.floor(to / BLOCK); block++) {
        void load(block);
      }
    },
    turnFrom,
    reload: () => {
      held.current.asked.clear();
      void load(0);
    },
  };
}
