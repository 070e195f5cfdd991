import { signal } from '@preact/signals';
import { queryText, type Query } from './route';
import { serverSays } from './time';
import type { Session } from './types';

/** What the server says is wrong, as `application/problem+json` has it. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly title: string,
    readonly detail: string,
    readonly fields: { field: string; expected: string; got: string }[],
  ) {
    super(detail || title);
  }
}

/** Undefined until it is known, null where nobody is logged in. */
export const session = signal<Session | null | undefined>(undefined);

async function problem(response: Response): Promise<Problem> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const text = (name: string): string => (typeof body[name] === 'string' ? (body[name] as string) : '');
  const fields = Array.isArray(body['errors']) ? (body['errors'] as Problem['fields']) : [];
  return new Problem(response.status, text('type'), text('title') || 'The server answered ' + response.status, text('detail'), fields);
}

async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { credentials: 'same-origin', redirect: 'error', ...init });
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') {
      throw failure;
    }
    throw new Problem(0, 'unreachable', 'The console’s server can’t be reached', '', []);
  }
  serverSays(response.headers.get('Date'));
  if (response.ok) {
    return response;
  }
  const found = await problem(response);
  if (response.status === 401 && path !== '/api/login') {
    session.value = null;
  }
  throw found;
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await send(path, { headers: { Accept: 'application/json' }, ...(signal ? { signal } : {}) });
  return (await response.json()) as T;
}

/** The same, with where the answer stands on the log: a stream that begins there misses nothing of it. */
export async function getAt<T>(path: string): Promise<{ answer: T; position: string | null }> {
  const response = await send(path, { headers: { Accept: 'application/json' } });
  return { answer: (await response.json()) as T, position: response.headers.get('X-Playloop-Position') };
}

export async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await send(path, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Playloop-Csrf': session.value?.csrf ?? '',
    },
    body: JSON.stringify(body),
  });
  return (response.status === 204 ? null : await response.json()) as T;
}

/** Reads who is logged in. */
export async function readSession(): Promise<void> {
  try {
    session.value = await get<Session>('/api/session');
  } catch (failure) {
    if (!(failure instanceof Problem) || failure.status !== 401) {
      throw failure;
    }
  }
}

/** The address with which the API is asked. */
export function ask(path: string, query: Query = {}): string {
  return '/api/' + path + queryText(query);
}

function quoted(text: string): string {
  return "'" + text.replaceAll("'", "'\\''") + "'";
}

/** The command that gets the same. */
export function curl(path: string): string {
  return 'curl ' + quoted(location.origin + path) + ' -H "Authorization: Bearer $PLAYLOOP_TOKEN"';
}

/** Whether the session may do what a scope names. */
export function may(scope: string): boolean {
  const who = session.value;
  if (!who || who.readOnly) {
    return false;
  }
  const [verb, of] = scope.split(':');
  return who.scopes.some((has) => {
    const [hasVerb, hasOf] = has.split(':');
    return has === 'admin' || has === scope || (hasVerb === verb && (hasOf === '*' || of === undefined));
  });
}

/** Whether it may pause, resume, cancel and halt. */
export function mayControl(): boolean {
  return may('control');
}

/** Whether it may change configs, verify, and send dead letters back. */
export function mayAdminister(): boolean {
  return may('admin');
}

/** Whether it may publish for some agent; of that agent's world where it is known. */
export function mayPublish(world = ''): boolean {
  return may(world === '' ? 'publish' : 'publish:' + world);
}
