// Text of players, models and worlds. It is only ever put into text nodes and attributes that are
// read aloud, and what would not be seen in it is written out.

const COMBINING = /\p{M}/u;
const PICTOGRAPH = /\p{Extended_Pictographic}/u;
const MAX_COMBINING = 3;

/** Whether a person would not see the character, or would see others in another order for it. */
function isHidden(point: number): boolean {
  return (
    (point < 0x20 && point !== 0x0a && point !== 0x09) ||
    (point >= 0x7f && point <= 0x9f) ||
    point === 0xad ||
    point === 0x034f ||
    point === 0x061c ||
    point === 0x115f ||
    point === 0x1160 ||
    point === 0x17b4 ||
    point === 0x17b5 ||
    (point >= 0x180b && point <= 0x180f) ||
    (point >= 0x200b && point <= 0x200f) ||
    (point >= 0x2028 && point <= 0x202e) ||
    (point >= 0x2060 && point <= 0x206f) ||
    point === 0x2800 ||
    point === 0x3164 ||
    (point >= 0xd800 && point <= 0xdfff) ||
    (point >= 0xfe00 && point <= 0xfe0e) ||
    point === 0xfeff ||
    point === 0xffa0 ||
    (point >= 0xfff0 && point <= 0xfffb) ||
    (point >= 0x1d173 && point <= 0x1d17a) ||
    (point >= 0xe0000 && point <= 0xe0fff)
  );
}

function written(point: number): string {
  return '\u27e8U+' + point.toString(16).toUpperCase().padStart(4, '0') + '\u27e9';
}

// Most texts have nothing to write out; this is what tells them apart cheaply.
const PLAIN = /^[\n\t\x20-\x7e\xa1-\xac\xae-\u02ff\u0400-\u0482\u048a-\u052f]*$/;

/** The text with what can't be seen in it written as `⟨U+202E⟩`. */
export function visible(text: string): string {
  if (PLAIN.test(text)) {
    return text;
  }
  let shown = '';
  let marks = 0;
  let before = '';
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    marks = COMBINING.test(character) && point !== 0xfe0f ? marks + 1 : 0;
    const stray = point === 0xfe0f && !PICTOGRAPH.test(before) && !/[0-9#*]/.test(before);
    shown += isHidden(point) || stray || marks > MAX_COMBINING ? written(point) : character;
    before = character;
  }
  return shown;
}

/** The first so many characters of the text, in one line. */
export function brief(text: string, length = 160): string {
  const start = text.slice(0, length * 2).replace(/\s+/g, ' ').trim();
  const cut = start.length > length || text.length > length * 2;
  return visible(cut ? start.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '') + '…' : start);
}

/** What a table has under a key that may come from outside, such as `constructor`. */
export function own<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Any value as JSON that a person reads. */
export function pretty(value: unknown): string {
  return value === undefined ? '' : (JSON.stringify(value, null, 2) ?? '');
}

/** Any value as JSON in one line. */
export function compact(value: unknown): string {
  return value === undefined ? '' : (JSON.stringify(value) ?? '');
}

/** How much text it is. */
export function bytes(count: number): string {
  if (count < 1024) {
    return count + ' B';
  }
  return count < 1024 * 1024 ? (count / 1024).toFixed(1) + ' KiB' : (count / 1024 / 1024).toFixed(1) + ' MiB';
}

export function count(number: number | null | undefined): string {
  return number === null || number === undefined ? '–' : number.toLocaleString('en-US');
}

/** An amount of USD, as exactly as it came. */
export function usd(amount: string | number | null | undefined): string {
  if (amount === null || amount === undefined) {
    return '–';
  }
  const text = String(amount);
  const [whole, fraction = ''] = text.split('.');
  const shown = /e/i.test(text) ? text : whole + '.' + fraction.padEnd(2, '0').slice(0, 6);
  return '$' + visible(shown.slice(0, 24));
}

/** `1 run`, `2 runs`. */
export function some(number: number, one: string, many = one + 's'): string {
  return count(number) + ' ' + (number === 1 ? one : many);
}
