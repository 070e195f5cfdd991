import { useEffect, useRef, useState } from 'preact/hooks';
import { get, Problem } from './api';
import { onBeat, type Beat } from './live';

export interface Loaded<T> {
  /** What is shown: of the address asked for, or of the one before it where `keep` says so. */
  data: T | null;
  problem: Problem | null;
  loading: boolean;
  /** Whether `data` is of the address before. */
  stale: boolean;
  /** When `data` came. */
  at: number;
  reload: () => void;
}

export interface Loading {
  /** Whether what came has changed what this address answers. */
  when?: (beat: Beat) => boolean;
  /** What the address before answered is shown until this one's has come. */
  keep?: boolean;
  /** The address answers the same for ever. */
  fixed?: boolean;
}

const EVERY_MS = 700;
const KEPT = 64;
const fixedAnswers = new Map<string, unknown>();

function kept(url: string, answer: unknown): void {
  fixedAnswers.set(url, answer);
  const oldest = fixedAnswers.keys().next().value;
  if (fixedAnswers.size > KEPT && oldest !== undefined) {
    fixedAnswers.delete(oldest);
  }
}

/** Asks ahead for what will probably be asked for. */
export function ahead(url: string): void {
  if (!fixedAnswers.has(url)) {
    get<unknown>(url).then(
      (answer) => kept(url, answer),
      () => undefined,
    );
  }
}

interface Answer<T> {
  url: string | null;
  data: T | null;
  problem: Problem | null;
  loading: boolean;
  at: number;
}

/** Loads an address, and loads it again when something happened that changes it. */
export function useLoad<T>(url: string | null, options: Loading = {}): Loaded<T> {
  const [answer, setAnswer] = useState<Answer<T>>({ url: null, data: null, problem: null, loading: true, at: 0 });
  const [turn, setTurn] = useState(0);
  const when = useRef(options.when);
  when.current = options.when;
  // An answer on its way is waited for, so that a slow server is not asked faster than it answers.
  const busy = useRef(false);
  const stale = useRef(false);

  useEffect(() => {
    if (url === null) {
      return;
    }
    const stop = new AbortController();
    const known = options.fixed ? (fixedAnswers.get(url) as T | undefined) : undefined;
    if (known !== undefined) {
      setAnswer({ url, data: known, problem: null, loading: false, at: Date.now() });
      return;
    }
    setAnswer((before) => ({ ...before, loading: true }));
    busy.current = true;
    const ended = (): void => {
      busy.current = false;
      if (stale.current) {
        stale.current = false;
        setTurn((before) => before + 1);
      }
    };
    const asked = get<T>(url, stop.signal).then(
      (data) => {
        if (options.fixed) {
          kept(url, data);
        }
        if (!stop.signal.aborted) {
          setAnswer({ url, data, problem: null, loading: false, at: Date.now() });
        }
      },
      (failure: unknown) => {
        if (!stop.signal.aborted) {
          const problem = failure instanceof Problem ? failure : new Problem(0, 'fault', 'The answer can’t be read', String(failure), []);
          setAnswer((before) => ({
            ...before,
            url,
            data: before.url === url ? before.data : null,
            problem,
            loading: false,
          }));
        }
      },
    );
    void asked.then(() => {
      if (!stop.signal.aborted) {
        ended();
      }
    });
    return () => stop.abort();
  }, [url, turn]);

  useEffect(() => {
    let last = Date.now();
    let later: number | undefined;
    const again = (): void => {
      later = undefined;
      last = Date.now();
      if (busy.current) {
        stale.current = true;
      } else {
        setTurn((before) => before + 1);
      }
    };
    const stop = onBeat((beat) => {
      if (later === undefined && (beat.anew || when.current?.(beat) === true)) {
        later = window.setTimeout(again, Math.max(0, EVERY_MS - (Date.now() - last)));
      }
    });
    return () => {
      stop();
      window.clearTimeout(later);
    };
  }, [url]);

  const same = answer.url === url;
  return {
    data: same || options.keep ? answer.data : null,
    problem: same ? answer.problem : null,
    loading: url !== null && (!same || answer.loading),
    stale: !same && options.keep === true && answer.data !== null,
    at: answer.at,
    reload: () => setTurn((before) => before + 1),
  };
}
