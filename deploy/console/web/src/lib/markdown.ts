import { stateOf, type StoryLine } from './story';
import { pretty, usd, visible } from './text';
import type { RunRow } from './types';
import { toldWords } from './words';

/** A fence longer than any in the text, so that the text can't end it. */
function fenced(text: string, kind = ''): string {
  const shown = visible(text);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return fence + kind + '\n' + shown + '\n' + fence;
}

function inline(text: string): string {
  return visible(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()<>#+!|~&-]/g, (mark) => '\\' + mark);
}

function lineText(line: StoryLine): string {
  const state = stateOf(line);
  if (line.kind === 'turn') {
    const decision = line.decision;
    const text = decision?.outcome.text ?? '';
    return (
      '\n## Turn ' + line.turn + (state ? ' (' + inline(state) + ')' : '') + '\n' +
      (line.prompt ? '\nPrompt ' + line.prompt.hash + ', ' + line.prompt.messages + ' messages, ' + line.prompt.tools + ' tools\n' : '') +
      (text ? '\n' + fenced(text) + '\n' : '')
    );
  }
  if (line.kind === 'call') {
    const given = line.call === null ? '' : '\n' + fenced(line.call.arguments, 'json') + '\n';
    const check = line.call?.check;
    const misfit = check?.type === 'invalid' ? '\nSchema error: ' + inline(check.field + ': expected ' + check.expected + ', got ' + check.got) + '\n' : '';
    const result = line.result === null ? '' : '\n' + fenced(pretty(line.result.error ?? line.result.output ?? null), 'json') + '\n';
    return '\n### ' + inline(line.tool) + ' (' + inline(state ?? '') + ')\n' + given + misfit + result;
  }
  return '\n- ' + line.at + ' ' + inline(toldWords(line.told)) + '\n';
}

/** A run as Markdown in which nothing of its texts is markup. */
export function markdownOf(row: RunRow, lines: StoryLine[]): string {
  const head = [
    '# Run ' + inline(row.run),
    '',
    'Outcome ' + inline(row.outcome ?? 'open') + ', ' + row.turns + ' turns, ' + row.actions + ' actions, ' + usd(row.costUsd) + ', opened ' + row.opened,
    '',
  ].join('\n');
  return head + lines.map(lineText).join('');
}
