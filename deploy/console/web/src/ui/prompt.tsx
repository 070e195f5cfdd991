import { useState } from 'preact/hooks';
import { ask } from '../lib/api';
import { useLoad } from '../lib/load';
import { brief, bytes, count, pretty, some } from '../lib/text';
import type { Message, Prompt } from '../lib/types';
import { Share } from './bits';
import { Nothing, Show } from './page';
import { Data, Long, T } from './text';

const SHOWN = 40;

/** A turn's prompt: its parts and their sizes, what is new in it, its messages, and its proof. */
export function PromptView({ run, turn }: { run: string; turn: number }) {
  const prompt = useLoad<Prompt>(ask('prompt', { run, turn }), { fixed: true });
  return <Show of={prompt}>{(data) => <Body prompt={data} />}</Show>;
}

function Body({ prompt }: { prompt: Prompt }) {
  const added = new Set(prompt.before?.added ?? []);
  const [old, setOld] = useState(false);
  const messages = prompt.messages.map((message, index) => ({ message, index }));
  const shown = prompt.before && !old ? messages.filter(({ index }) => added.has(index)) : messages;
  return (
    <>
      <p>
        <Proof matches={prompt.matches} hash={prompt.hash} journaled={prompt.journaled ?? null} />
      </p>
      <Parts prompt={prompt} />
      <h4>Changed since the last turn</h4>
      {prompt.before ? (
        <p>
          Against turn {prompt.before.turn}: {some(prompt.before.same, 'leading message')} the same,{' '}
          {count(prompt.before.added.length)} new, {count(prompt.before.removed)} no longer there.{' '}
          <button type="button" class="quiet" aria-pressed={old} onClick={() => setOld(!old)}>
            {old ? 'Show the new ones alone' : 'Show all ' + count(messages.length)}
          </button>
        </p>
      ) : (
        <p>This is the run’s first prompt: all of it is new.</p>
      )}
      <Messages messages={shown} isNew={(index) => !prompt.before || added.has(index)} />
      <Tools tools={prompt.tools} />
    </>
  );
}

export function Proof({ matches, hash, journaled }: { matches: boolean; hash: string; journaled: string | null }) {
  return matches ? (
    <span class="state good">
      <span aria-hidden="true">✔</span> Rebuilt, and its hash is the journal’s:{' '}
      <code class="hash">
        <T text={hash} />
      </code>
    </span>
  ) : (
    <span class="state bad">
      <span aria-hidden="true">✖</span> Rebuilt as{' '}
      <code class="hash">
        <T text={hash} />
      </code>
      , but the journal says{' '}
      <code class="hash">
        <T text={journaled ?? 'nothing'} />
      </code>
    </span>
  );
}

function Parts({ prompt }: { prompt: Prompt }) {
  return (
    <table class="parts">
      <caption>Prompt by parts, {bytes(prompt.bytes)} in all</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col" class="number">
            Size
          </th>
          <th scope="col" class="number">
            Share
          </th>
          <th scope="col">Drawn</th>
        </tr>
      </thead>
      <tbody>
        {prompt.parts.slice(0, SHOWN).map((part) => (
          <tr key={part.name}>
            <th scope="row">
              <T text={part.name} />
            </th>
            <td class="number">{bytes(part.bytes)}</td>
            <td class="number">{(part.share * 100).toFixed(1)} %</td>
            <td class="drawn">
              <Share share={part.share} label={(part.share * 100).toFixed(1) + ' % of the prompt'} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function messageText(message: Message): string {
  switch (message.role) {
    case 'system':
      return message.text;
    case 'user':
      return message.parts.map((part) => (part.type === 'text' ? part.text : '[image ' + part.sha256 + ', ' + part.mediaType + ']')).join('\n');
    case 'assistant':
      return [message.text, ...message.calls.map((call) => '→ ' + call.name + ' ' + call.arguments)].join('\n');
    case 'tool':
      return message.text;
  }
}

export function Messages({ messages, isNew }: { messages: { message: Message; index: number }[]; isNew: (index: number) => boolean }) {
  const [all, setAll] = useState(false);
  if (messages.length === 0) {
    return <Nothing>No message.</Nothing>;
  }
  const shown = all ? messages.slice(0, 200) : messages.slice(-SHOWN);
  return (
    <>
      {shown.length < messages.length ? (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          Show earlier messages ({count(messages.length - shown.length)} more)
        </button>
      ) : null}
      <ol class="messages">
        {shown.map(({ message, index }) => (
          <li key={index} class={'message ' + message.role + (isNew(index) ? ' new' : '')}>
            <p class="who">
              {index + 1}. {message.role}
              {message.role === 'tool' ? (
                <>
                  {' '}
                  <T text={message.tool} />
                  {message.error ? ' (error)' : ''}
                </>
              ) : null}
              {isNew(index) ? <span class="mark">new</span> : null}
            </p>
            <Long text={messageText(message)} label={'Message ' + (index + 1)} shown={700} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Tools({ tools }: { tools: Prompt['tools'] }) {
  return (
    <details>
      <summary>{some(tools.length, 'tool')} offered</summary>
      <ul class="plain">
        {tools.slice(0, 100).map((tool) => (
          <li key={tool.name}>
            <strong>
              <T text={tool.name} />
            </strong>
            {tool.description ? (
              <>
                : <bdi class="t">{brief(tool.description, 400)}</bdi>
              </>
            ) : null}
            {tool.parameters ? <Data value={pretty(tool.parameters)} label={'Parameters of a tool'} shown={200} /> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
