import { brief, own } from './text';
import type { Step, Told } from './types';

// What happened, in a line.

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value) ?? '';
}

const EVENT_FIELDS: Record<string, string[]> = {
  'run-opened': ['trigger', 'kind'],
  'trigger-dropped': ['trigger', 'reason'],
  'trigger-queued': ['trigger', 'position'],
  'trigger-joined': ['trigger'],
  'route-changed': ['from', 'to'],
  'approval-asked': ['tool'],
  'approval-answered': ['answer', 'reason'],
  'approval-ended': ['how', 'by'],
  'approval-ignored': ['why'],
  'run-resumed': ['waited'],
  'work-held': ['scope', 'by'],
  'work-resumed': ['scope', 'by', 'held'],
  poisoned: ['error'],
  overrun: ['usd'],
};

function stepWords(step: Step): string {
  switch (step.type) {
    case 'published':
    case 'triggered':
      return 'Trigger ' + step.trigger.kind + ': ' + (step.trigger.text ?? '');
    case 'turn-opened':
      return 'Turn opened';
    case 'saw':
      return 'Saw: ' + step.view.summary;
    case 'decided':
      return 'Decided: ' + (step.decision.outcome.text ?? step.decision.outcome.type);
    case 'acted':
      return step.tool + ' ' + step.result.status;
    case 'progressed':
      return step.tool + ': ' + step.progress.step;
    case 'closed':
      return 'Run closed, ' + step.run.outcome + ': ' + step.run.summary;
    case 'dropped':
      return 'Trigger dropped: ' + step.drop.reason;
    case 'noted': {
      const fields = own(EVENT_FIELDS, step.event.type) ?? [];
      const said = fields.filter((name) => step.event[name] !== undefined && step.event[name] !== null).map((name) => text(step.event[name]));
      const name = step.event.type.replaceAll('-', ' ');
      return name.charAt(0).toUpperCase() + name.slice(1) + (said.length === 0 ? '' : ': ' + said.join(', '));
    }
  }
}

export function toldWords(told: Told): string {
  switch (told.type) {
    case 'happened':
      return brief(stepWords(told.step), 300);
    case 'prompt':
      return 'Prompt of ' + told.messages + ' messages and ' + told.tools + ' tools';
    case 'differs':
      return 'The journal differs at entry ' + told.entry + ': ' + brief(told.detail, 200);
    case 'checked':
      return told.differences === 0
        ? 'Checked: ' + told.prompts + ' prompts rebuilt, nothing differs'
        : 'Checked: ' + told.differences + ' differences';
  }
}
