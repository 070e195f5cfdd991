import { useEffect, useState } from 'preact/hooks';
import { ask, get, Problem } from './api';
import { onBeat } from './live';
import type { ActionFacts, RunTold } from './types';

export interface Story {
  run: RunTold | null;
  facts: Record<string, ActionFacts>;
  seqs: (number | null)[];
  problem: Problem | null;
  /** Whether the story goes on beyond what is here. */
  loading: boolean;
}

const EVERY_MS = 500;

/** Loads a run's story part by part, so that its beginning is shown at once, and goes on with what comes. */
export function useStory(run: string): Story & { reload: () => void } {
  const [story, setStory] = useState<Story>({ run: null, facts: {}, seqs: [], problem: null, loading: true });
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    const stop = new AbortController();
    setStory((before) => (before.run?.row.run === run ? { ...before, loading: true } : { run: null, facts: {}, seqs: [], problem: null, loading: true }));
    const read = async (): Promise<void> => {
      let told: RunTold['told'] = [];
      let seqs: (number | null)[] = [];
      let facts: Record<string, ActionFacts> = {};
      let cursor: string | null | undefined;
      do {
        const part: RunTold = await get<RunTold>(ask('run', { run, cursor }), stop.signal);
        told = [...told, ...part.told];
        seqs = [...seqs, ...part.told.map((_, index) => part.seqs?.[index] ?? null)];
        facts = { ...facts, ...part.actions };
        cursor = part.next === cursor ? null : part.next;
        const all = { ...part, told };
        const more = cursor !== null && cursor !== undefined;
        // The story shown is replaced by a longer one only, so that a reader's place stays.
        setStory((before) =>
          more && (before.run?.told.length ?? 0) > told.length
            ? before
            : { run: all, facts, seqs, problem: null, loading: more },
        );
      } while (cursor !== null && cursor !== undefined);
    };
    read().catch((failure: unknown) => {
      if (!stop.signal.aborted) {
        const problem = failure instanceof Problem ? failure : new Problem(0, 'fault', 'The run can’t be read', String(failure), []);
        setStory((before) => ({ ...before, problem, loading: false }));
      }
    });
    return () => stop.abort();
  }, [run, turn]);

  useEffect(() => {
    let later: number | undefined;
    const stop = onBeat((beat) => {
      const about = beat.anew || beat.entries.some((entry) => entry.run === run) || beat.runs.some((row) => row.run === run);
      if (about && later === undefined) {
        later = window.setTimeout(() => {
          later = undefined;
          setTurn((before) => before + 1);
        }, EVERY_MS);
      }
    });
    return () => {
      stop();
      window.clearTimeout(later);
    };
  }, [run]);

  return { ...story, reload: () => setTurn((before) => before + 1) };
}
