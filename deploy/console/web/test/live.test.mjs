// What happens is on the page once: not twice, and none of it missing, whatever becomes of the stream.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launch, open, visit } from './browser.mjs';
import { Mock } from './mock.mjs';
import { ALL } from './pages.mjs';

const AT_START = 128;

/** No measure: what never comes is noticed by it. */
const AT_MOST_MS = 15_000;

let browser;
let mock;
let page;
let wrong;
let context;
before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  mock = await new Mock().start();
  ({ page, wrong, context } = await open(browser, mock));
});
afterEach(async () => {
  await context.close();
  await mock.stop();
  assert.deepEqual(wrong, []);
});

const isLive = () => page.waitForFunction(() => document.querySelector('.top')?.textContent.includes('● live'));
const counts = (number) => page.waitForFunction((expected) => document.querySelector('[data-counter=entries]').textContent.replaceAll(',', '') === String(expected), number);
const shown = () => page.evaluate(() => [...document.querySelectorAll('[data-entry]')].map((one) => one.dataset.entry));

let seq = 18;
function append(number, agent = 'society/cal') {
  for (let index = 0; index < number; index++) {
    mock.append({ agent, seq: ++seq });
  }
}

describe('The stream', () => {
  beforeEach(() => (seq = 18));

  it('is one, and shows an entry when it comes', async (test) => {
    await visit(page, mock, ALL.now);
    await isLive();
    await page.evaluate(() => {
      window.shownAt = 0;
      new MutationObserver(() => {
        if (window.shownAt === 0 && document.querySelector('[data-entry]') !== null) {
          window.shownAt = Date.now();
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    const before = Date.now();
    append(1);
    await counts(AT_START + 1);
    const took = (await page.evaluate(() => window.shownAt)) - before;
    test.diagnostic(took + ' ms');
    assert.ok(took < AT_MOST_MS, 'it took ' + took + ' ms');
    assert.equal(mock.times('/api/live'), 1);
  });

  it('goes on where it was after each of 20 cuts: nothing is missing, nothing came twice', async () => {
    await visit(page, mock, ALL.now);
    await isLive();
    for (let cut = 0; cut < 20; cut++) {
      append(1);
      mock.cut();
      append(1);
      await counts(AT_START + 2 * (cut + 1));
    }
    const all = await shown();
    assert.equal(all.length, 40);
    assert.equal(new Set(all).size, 40);
    assert.deepEqual(all, Array.from({ length: 40 }, (_, index) => 'society/cal#' + (58 - index)));
    assert.equal(await page.locator('[data-counter=repeats], [data-counter=missed]').count(), 0);
  });

  it('that is lost is said with its time, what is shown stays, and what came meanwhile is there afterwards', async () => {
    await visit(page, mock, ALL.now);
    await isLive();
    append(3);
    await counts(AT_START + 3);
    mock.vanish();
    await page.getByText(/The connection to the console’s server is lost since \d\d:\d\d:\d\d/).waitFor();
    assert.ok(await page.getByText('battle.started').count());
    append(5);
    mock.comeBack();
    await isLive();
    await counts(AT_START + 8);
    assert.equal(await page.locator('.banner').count(), 0);
    const all = await shown();
    assert.equal(new Set(all).size, 8);
  });

  it('that sends an entry twice shows it once, and says so', async () => {
    await visit(page, mock, ALL.now);
    await isLive();
    append(2);
    seq--;
    append(2);
    await counts(AT_START + 3);
    assert.equal(new Set(await shown()).size, 3);
    assert.match(await page.locator('[data-counter=repeats]').innerText(), /^1 came twice/);
  });

  it('that skips an entry after a cut is found out', async () => {
    await visit(page, mock, ALL.now);
    await isLive();
    append(1);
    await counts(AT_START + 1);
    mock.options.skips = 1;
    mock.cut();
    append(3);
    await page.locator('[data-counter=missed]').waitFor();
    assert.match(await page.locator('[data-counter=missed]').innerText(), /^1 were missed/);
  });

  it('goes on for who logs in again, as after a restart of the server, and begins for somebody else', async () => {
    await visit(page, mock, ALL.now);
    await isLive();
    append(2);
    await counts(AT_START + 2);
    const logInAgain = async () => {
      mock.loggedIn = false;
      mock.cut();
      await page.getByLabel('Token').fill('mine');
      append(3);
      await page.keyboard.press('Enter');
      await isLive();
    };
    await logInAgain();
    await counts(AT_START + 5);
    assert.equal(new Set(await shown()).size, 5);
    mock.options.name = 'eve';
    await logInAgain();
    await counts(AT_START + 8);
    append(1);
    await counts(AT_START + 9);
    assert.deepEqual(await shown(), ['society/cal#27'], 'she sees what somebody else had seen');
    assert.equal(await page.locator('[data-counter=repeats], [data-counter=missed]').count(), 0);
  });

  it('whose position is gone is begun anew', async () => {
    await visit(page, mock, ALL.now);
    await isLive();
    append(1);
    await counts(AT_START + 1);
    mock.emit('gone', {});
    await mock.untilAsked('/api/live', 2);
    append(1);
    await page.waitForFunction(() => document.querySelectorAll('[data-entry]').length === 2);
  });

  it('brings new questions, dead letters and runs to their pages', async () => {
    await visit(page, mock, ALL.inbox);
    await isLive();
    const before = mock.times('/api/inbox?');
    mock.emit('inbox', { asked: 9, inDoubt: 1, granted: 0 });
    await page.waitForFunction(() => document.querySelector('.side a[href="/inbox"] .mark').textContent === '10');
    await mock.untilAsked('/api/inbox?', before + 1);
    mock.emit('letter', { id: '0:8', cause: 'x', at: '2026-11-28T03:44:00Z' });
    await page.waitForFunction(() => document.querySelector('.side a[href="/letters"] .mark').textContent === '4');
  });

  it('holds 500 entries a second of 1,000 agents', async () => {
    await visit(page, mock, ALL.now);
    await isLive();
    for (let round = 0; round < 10; round++) {
      for (let agent = 0; agent < 250; agent++) {
        mock.append({ agent: 'village/a' + ((round * 250 + agent) % 1000), seq: Math.floor((round * 250 + agent) / 1000) + 1 });
      }
      await counts(AT_START + (round + 1) * 250);
    }
    assert.equal((await shown()).length, 50);
  });
});

describe('An answer that is not as it should be', () => {
  it('is said in the place of its page, and no other page is touched', async () => {
    mock.options.broken = 'now';
    await visit(page, mock, ALL.now);
    await page.getByRole('heading', { name: 'This can’t be shown' }).waitFor();
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  });
});

describe('A session', () => {
  it('begins with the token of the start, which leaves the address, and is good once', async () => {
    mock.loggedIn = false;
    await visit(page, mock, '/agents#token=one-time-token');
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
    assert.equal(await page.evaluate(() => location.href), mock.origin + '/agents');
    mock.loggedIn = false;
    await visit(page, mock, '/agents?x=1#token=one-time-token');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.getByText('The token is not good').waitFor();
  });

  it('that has ended leads to the login, and back to where one was', async () => {
    await visit(page, mock, ALL.runs);
    mock.loggedIn = false;
    await page.getByRole('link', { name: 'Agents' }).click();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.getByLabel('Token').fill('mine');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  });
});
