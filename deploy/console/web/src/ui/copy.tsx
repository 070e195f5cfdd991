import { curl } from '../lib/api';
import { say } from './said';

export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(what + ' is copied');
  } catch {
    // Without the right to the clipboard, as over plain HTTP, a person can still copy by hand.
    say('The browser does not let the page copy: select the text instead');
  }
}

export function Copy({ text, what, children }: { text: string | (() => string); what: string; children?: preact.ComponentChildren }) {
  return (
    <button type="button" class="quiet" onClick={() => copy(typeof text === 'string' ? text : text(), what)}>
      {children ?? 'Copy ' + what}
    </button>
  );
}

/** The command that gets what the page shows. */
export function Curl({ path }: { path: string }) {
  const command = curl(path);
  return (
    <div class="curl">
      <code tabIndex={0} role="region" aria-label="Command that gets the same">
        {command}
      </code>
      <Copy text={command} what="The command">
        Copy curl
      </Copy>
    </div>
  );
}
