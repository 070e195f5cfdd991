// Ten thousand entries open at once, and only what is in sight is in the page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { firstSeen, launch, open, rows, sliderSteps } from './browser.mjs';
import { Mock } from './mock.mjs';

/** No measures, which a busy machine would miss: how long it took is said, and what hangs is noticed. */
const OPENS_MS = 5_000;
const STEP_MS = 2_000;
const MOST_ROWS = 300;
const TRIES = 3;

let browser;
let mock;
before(async () => {
  browser = await launch();
  mock = await new Mock('many').start();
});
after(async () => {
  await browser.close();
  await mock.stop();
});

/** How long it took from the navigation until the first line was there, at best of some tries. */
async function opens(address, line) {
  const took = [];
  let held = 0;
  for (let turn = 0; turn < TRIES; turn++) {
    const { page, wrong, context } = await open(browser, mock);
    took.push(await firstSeen(page, mock.origin + address, line));
    held = Math.max(held, await rows(page));
    assert.deepEqual(wrong, []);
    await context.close();
  }
  return { took: Math.min(...took), held };
}

describe('Ten thousand', () => {
  for (const [what, address, line] of [
    ['entries of a run', '/run?run=society%2Fcal%3Amany-1', '[role=option]'],
    ['entries on the slider', '/slider?agent=society%2Fcal&at=9000', '[role=option]'],
    ['open approvals', '/inbox', '.choices a'],
    ['agents', '/agents', 'tbody tr'],
    ['dead letters', '/letters', 'tbody tr'],
  ]) {
    it(what + ' open, with at most 300 rows', async (test) => {
      const { took, held } = await opens(address, line);
      test.diagnostic(Math.round(took) + ' ms, ' + held + ' rows');
      assert.ok(took <= OPENS_MS, took + ' ms');
      assert.ok(held <= MOST_ROWS, held + ' rows');
    });
  }

  it('entries of a run are all there, and walked through with at most 300 rows', async () => {
    const { page, wrong, context } = await open(browser, mock);
    await page.goto(mock.origin + '/run?run=society%2Fcal%3Amany-1');
    await page.getByText('7,500 steps of 10,000 items').waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: /^do_work/ }).waitFor();
    await page.waitForFunction(() => location.search.includes('step=2500.2'));
    for (const share of [0.1, 0.5, 0.9, 0]) {
      await page.evaluate((part) => {
        const box = document.querySelector('[role=listbox]');
        box.scrollTop = part * box.scrollHeight;
      }, share);
      await page.waitForFunction((part) => Math.abs(Number(document.querySelector('[role=option]').getAttribute('aria-posinset')) - part * 7500) < 60, share);
      assert.ok((await rows(page)) <= MOST_ROWS);
    }
    await context.close();
    assert.deepEqual(wrong, []);
  });

  it('steps of the slider are taken one by one, a hundred of them', async (test) => {
    const { page, wrong, context } = await open(browser, mock);
    await page.goto(mock.origin + '/slider?agent=society%2Fcal&at=100');
    await page.waitForFunction(() => document.querySelector('.mind') !== null);
    const took = await sliderSteps(page, 100, 100);
    took.sort((a, b) => a - b);
    test.diagnostic('p95 ' + Math.round(took[94]) + ' ms');
    assert.ok(took[94] <= STEP_MS, took[94] + ' ms');
    await context.close();
    assert.deepEqual(wrong, []);
  });
});
