// The parts without a page: what is shown of texts, what differs, and where a step lies in time.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { STRINGS } from './hostile.mjs';

let vite;
let lib;
before(async () => {
  vite = await createServer({ root: fileURLToPath(new URL('..', import.meta.url)), server: { middlewareMode: true, hmr: false, ws: false }, logLevel: 'error', appType: 'custom' });
  const names = ['text', 'diff', 'story'];
  lib = Object.assign({}, ...(await Promise.all(names.map((name) => vite.ssrLoadModule('/src/lib/' + name + '.ts')))));
});
after(() => vite.close());

describe('What is shown of a text', () => {
  const cases = [
    ['plain words, naïve café, 日本語, привет', 'plain words, naïve café, 日本語, привет'],
    ['a\u202Eb', 'a⟨U+202E⟩b'],
    ['a\u200Db\u200B', 'a⟨U+200D⟩b⟨U+200B⟩'],
    ['\x1b[31m', '⟨U+001B⟩[31m'],
    ['line\nline\ttab', 'line\nline\ttab'],
    ['a\rb', 'a⟨U+000D⟩b'],
    ['\ud800', '⟨U+D800⟩'],
    ['\u{e0041}', '⟨U+E0041⟩'],
    ['❤️ 1️⃣', '❤️ 1️⃣'],
    ['a\ufe0f', 'a⟨U+FE0F⟩'],
    ['مرحبا', 'مرحبا'],
  ];
  cases.forEach(([given, shown]) => it(JSON.stringify(given) + ' is ' + JSON.stringify(shown), () => assert.equal(lib.visible(given), shown)));

  it('piles of accents are cut off, and nothing hidden is left in any hostile text', () => {
    assert.match(lib.visible('Z' + '\u0351'.repeat(10)), /^Z\u0351{3}(⟨U\+0351⟩){7}$/);
    STRINGS.forEach((text) => assert.doesNotMatch(lib.visible(text), /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u));
  });

  it('money is as exact as it came', () => {
    assert.deepEqual(['0', '0.0421', '12.3', 0, null].map(lib.usd), ['$0.00', '$0.0421', '$12.30', '$0.00', '–']);
  });
});

describe('What differs', () => {
  it('of two texts made anew from the difference is the second, whatever they are', () => {
    let seed = 7;
    const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    for (let turn = 0; turn < 500; turn++) {
      const make = () => Array.from({ length: random(12) }, () => 'abc'[random(3)]);
      const [before, after] = [make(), make()];
      const lines = lib.diff(before, after);
      assert.deepEqual(lines.filter((line) => line.sign !== '-').map((line) => line.text), after);
      assert.deepEqual(lines.filter((line) => line.sign !== '+').map((line) => line.text), before);
    }
  });
});

describe('Where a step lies', () => {
  const line = (at, ended) => ({ kind: 'event', id: 'x', turn: 0, told: {}, at: new Date(at).toISOString(), ended: new Date(ended).toISOString(), seq: null });

  it('in sequence each is as wide as the next', () => {
    assert.deepEqual(lib.barsOf([line(0, 1), line(9, 10)], 'sequence').map((bar) => [bar.from, bar.to]), [[0, 0.5], [0.5, 1]]);
  });

  it('in time idle gaps are squeezed, and said', () => {
    const bars = lib.barsOf([line(0, 1_000), line(3_601_000, 3_602_000)], 'time');
    assert.equal(bars[1].squeezed, 3_600_000);
    assert.ok(bars[0].to - bars[0].from > 0.4 && bars[1].to - bars[1].from > 0.4);
    assert.ok(Math.abs(bars[1].to - 1) < 1e-9 && bars[0].from === 0);
  });

  it('in time steps keep their order and stay within the whole', () => {
    const bars = lib.barsOf([line(0, 500), line(100, 400), line(450, 900), line(10_000, 10_000)], 'time');
    bars.forEach((bar) => assert.ok(bar.from >= 0 && bar.to <= 1 + 1e-9 && bar.from <= bar.to, JSON.stringify(bar)));
    assert.ok(bars[1].from > bars[0].from && bars[2].from > bars[1].from && bars[3].from > bars[2].to - 1e-9);
  });
});
