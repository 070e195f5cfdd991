import { signal } from '@preact/signals';

/** How far the server's clock is ahead of ours, in ms: countdowns are by the server's. */
let ahead = 0;

export function serverSays(date: string | null): void {
  const at = date === null ? NaN : Date.parse(date);
  if (!Number.isNaN(at)) {
    // The header has whole seconds, so only a difference beyond that says something.
    const difference = at - Date.now();
    ahead = Math.abs(difference) < 2000 ? 0 : difference;
  }
}

export function now(): number {
  return Date.now() + ahead;
}

/** The time, each second, for what counts down. */
export const clock = signal(Date.now());

export function keepTime(): void {
  window.setInterval(() => {
    if (!document.hidden) {
      clock.value = now();
    }
  }, 1000);
}

function parts(iso: string): [string, string] | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) {
    return null;
  }
  const text = date.toISOString();
  return [text.slice(0, 10), text.slice(11, 23)];
}

/** The time of day in UTC, with the day where that is another one. */
export function time(iso: string, fraction = false): string {
  const found = parts(iso);
  if (found === null) {
    return iso;
  }
  const [day, clockTime] = found;
  const shown = fraction ? clockTime : clockTime.slice(0, 8);
  return day === new Date(now()).toISOString().slice(0, 10) ? shown : day + ' ' + shown;
}

/** A span of time in words that fit a table. */
export function span(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 1000) {
    return Math.round(left) + ' ms';
  }
  const seconds = left / 1000;
  if (seconds < 10) {
    return seconds.toFixed(1) + ' s';
  }
  if (seconds < 60) {
    return Math.floor(seconds) + ' s';
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return minutes + ' min ' + Math.floor(seconds % 60) + ' s';
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? hours + ' h ' + (minutes % 60) + ' min' : Math.floor(hours / 24) + ' days';
}

/** How long ago. */
export function ago(iso: string, from: number): string {
  return span(from - Date.parse(iso));
}
