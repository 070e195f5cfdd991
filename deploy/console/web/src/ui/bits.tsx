import type { ComponentChildren } from 'preact';
import { here, href, type Query } from '../lib/route';
import { brief, own, visible } from '../lib/text';
import { ago, clock, time } from '../lib/time';
import { T } from './text';

// What a state looks like besides its word: never by colour alone.
const SIGNS: Record<string, [string, string]> = {
  idle: ['○', 'calm'],
  thinking: ['◐', 'busy'],
  acting: ['▶', 'busy'],
  waiting: ['◔', 'warn'],
  paused: ['‖', 'warn'],
  quarantined: ['✖', 'bad'],
  gone: ['–', 'calm'],
  open: ['◐', 'busy'],
  completed: ['✔', 'good'],
  done: ['✔', 'good'],
  answered: ['✔', 'good'],
  approved: ['✔', 'good'],
  fallback: ['!', 'warn'],
  refused: ['✖', 'bad'],
  failed: ['✖', 'bad'],
  invalid: ['✖', 'bad'],
  denied: ['✖', 'bad'],
  stuck: ['✖', 'bad'],
  deadline: ['✖', 'bad'],
  unknown: ['?', 'bad'],
  unknown_write: ['?', 'bad'],
  timed_out: ['✖', 'bad'],
  expired: ['✖', 'warn'],
  skipped: ['–', 'warn'],
  cancelled: ['–', 'warn'],
  preempted: ['–', 'warn'],
  deferred: ['◔', 'warn'],
  asked: ['◔', 'warn'],
  'in flight': ['…', 'busy'],
};

/** A state in a word, with a sign. */
export function State({ of }: { of: string | null | undefined }) {
  const word = (of ?? 'open').toLowerCase();
  const [sign, tone] = own(SIGNS, word) ?? (word.startsWith('out_of') ? ['✖', 'bad'] : ['•', 'calm']);
  return (
    <span class={'state ' + tone}>
      <span aria-hidden="true">{sign}</span> {brief(word.replaceAll('_', ' '), 40)}
    </span>
  );
}

export function Time({ at, fraction = false }: { at: string | null | undefined; fraction?: boolean }) {
  if (!at) {
    return <span>–</span>;
  }
  return (
    <time dateTime={visible(at)} title={visible(at)}>
      {visible(time(at, fraction))}
    </time>
  );
}

/** How long ago, growing. */
export function Ago({ at }: { at: string | null | undefined }) {
  return at ? <span class="whole" title={visible(at)}>{ago(at, clock.value)} ago</span> : <span>–</span>;
}

export function AgentLink({ agent, query = {} }: { agent: string; query?: Query }) {
  return (
    <a href={href('agent', { agent, ...query })}>
      <T text={agent} />
    </a>
  );
}

export function RunLink({ run, query = {}, short = false }: { run: string; query?: Query; short?: boolean }) {
  return (
    <a href={href('run', { run, ...query })}>
      <T text={short ? run.slice(run.indexOf(':') + 1) : run} />
    </a>
  );
}

export function SliderLink({ agent, seq, children }: { agent: string; seq: number; children?: ComponentChildren }) {
  return <a href={href('slider', { agent, at: seq })}>{children ?? '#' + seq}</a>;
}

/** A number with its name, in a list of such. */
export function Figure({ name, children, to }: { name: string; children: ComponentChildren; to?: string }) {
  return (
    <div class="figure">
      <dt>{to ? <a href={to}>{name}</a> : name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How much of a whole, drawn and said. */
export function Share({ share, label, cap = false }: { share: number; label: string; cap?: boolean }) {
  const part = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0));
  return (
    <svg class={'share' + (cap && part >= 0.9 ? ' high' : '')} viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={visible(label)}>
      <rect class="whole" width="100" height="6" />
      <rect class="part" width={part * 100} height="6" />
    </svg>
  );
}

/** Pages of one page's views: their addresses differ in one part. */
export function Tabs({ label, name, all, chosen }: { label: string; name: string; all: [string, string][]; chosen: string }) {
  return (
    <nav class="tabs" aria-label={label}>
      {all.map(([value, title]) => (
        <a key={value} href={here({ [name]: value })} aria-current={value === chosen ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
