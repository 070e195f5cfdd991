import { post } from '../lib/api';
import { ask } from '../ui/dialog';
import { visible } from '../lib/text';

// What people do to agents, each with its scope in words. What comes of it is the operator's value,
// whose type says whether it was done.

interface Answer {
  type?: string;
  nearest?: string | null;
  answer?: { type?: string };
}

/** What the operator's answer says, in a sentence. */
export function answerWords(answer: unknown, done: string): string {
  const value = (answer ?? {}) as Answer;
  const type = value.type ?? '';
  if (/^(no-|nobody)/.test(type)) {
    return 'Nothing was done: there is none of that name' + (value.nearest ? '; did you mean ' + visible(value.nearest) + '?' : '');
  }
  if (type === 'refused' || type === 'not-halted') {
    return 'Nothing was done: ' + type.replace('-', ' ') + (value.answer?.type ? ', ' + value.answer.type : '');
  }
  if (type === 'awaited') {
    return 'It is on the log, and the journal has not told of it yet';
  }
  return done;
}

export function scopeWords(scope: string): string {
  if (scope === 'all') {
    return 'everything: all agents of all worlds';
  }
  return scope.includes('/') ? 'the agent ' + visible(scope) + ' alone' : 'all agents of the world ' + visible(scope);
}

export function askHalt(scope: string): void {
  ask({
    title: 'Halt',
    scope: scopeWords(scope),
    then: <p>No model call and no write begins within it from now on. What is under way ends. Nothing is lost.</p>,
    verb: 'Halt ' + (scope === 'all' ? 'everything' : visible(scope)),
    dangerous: true,
    fields: [{ name: 'reason', label: 'Reason, for the record' }],
    act: async (values) => answerWords(await post('/api/do/halt', { scope, reason: values['reason'] || null }), 'Halted: ' + scopeWords(scope)),
  });
}

export function askUnhalt(scope: string): void {
  ask({
    title: 'End a halt',
    scope: scopeWords(scope),
    then: <p>What waited goes on, with its time limits later by the time it waited.</p>,
    verb: 'End the halt',
    act: async () => answerWords(await post('/api/do/unhalt', { scope }), 'The halt is over: ' + scopeWords(scope)),
  });
}

export function askPause(agent: string): void {
  ask({
    title: 'Pause',
    scope: scopeWords(agent),
    then: <p>Its triggers queue up, and no run is opened until it is resumed. An open run goes on to its end.</p>,
    verb: 'Pause the agent',
    act: async () => answerWords(await post('/api/do/pause', { agent }), visible(agent) + ' is paused'),
  });
}

export function askResume(agent: string): void {
  ask({
    title: 'Resume',
    scope: scopeWords(agent),
    then: <p>What waits in its queue is taken up.</p>,
    verb: 'Resume the agent',
    act: async () => answerWords(await post('/api/do/resume', { agent }), visible(agent) + ' goes on'),
  });
}

export function askCancel(agent: string, run: string): void {
  ask({
    title: 'Cancel a run',
    scope: 'the run ' + visible(run) + ' of ' + visible(agent) + ' alone',
    then: <p>It is closed as cancelled. A write that is under way still ends, and its result is journaled.</p>,
    verb: 'Cancel the run',
    dangerous: true,
    act: async () => answerWords(await post('/api/do/cancel', { agent, run }), visible(run) + ' is cancelled'),
  });
}

export function askPublish(agent: string): void {
  ask({
    title: 'Publish a trigger',
    scope: agent === '' ? 'the one agent that you name' : scopeWords(agent),
    then: <p>It goes to the agent as yours, and is journaled with your name.</p>,
    verb: 'Publish',
    fields: [
      ...(agent === '' ? [{ name: 'agent', label: 'Agent, such as society/ada', needed: true }] : []),
      { name: 'kind', label: 'Kind', value: 'chat.message', needed: true },
      { name: 'text', label: 'Text', rows: 4 },
    ],
    act: async (values) => {
      const to = agent || (values['agent'] ?? '').trim();
      const answer = await post('/api/do/publish', { agent: to, kind: (values['kind'] ?? '').trim(), text: values['text'] ?? '' });
      return answerWords(answer, 'Published for ' + visible(to));
    },
  });
}
