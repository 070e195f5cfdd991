// A page is its address: loaded anew it shows the same, and each step within it is in the address.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch, open, visit } from './browser.mjs';
import { Mock } from './mock.mjs';
import { ALL } from './pages.mjs';

let browser;
let mock;
let page;
let context;
before(async () => {
  browser = await launch();
  mock = await new Mock().start();
  ({ page, context } = await open(browser, mock));
});
after(async () => {
  await context.close();
  await browser.close();
  await mock.stop();
});

/** What is shown, but for how long ago things were. */
async function shown() {
  await page.waitForFunction(() => document.querySelector('main h1') !== null && document.querySelector('.waiting') === null);
  const text = await page.evaluate(() => document.querySelector('main').innerText);
  return text.replace(/\d+ (min|h|days?|ms)( \d+ (s|min))?( ago)?|[\d.]+ s( ago)?/g, 'T');
}

describe('An address', () => {
  for (const [name, address] of Object.entries(ALL)) {
    it('of ' + name + ' shows the same again', async () => {
      await visit(page, mock, address);
      const before = await shown();
      await page.reload();
      assert.equal(await shown(), before);
      assert.equal(await page.evaluate(() => location.pathname + location.search), address);
    });
  }

  const steps = [
    ['a filter', ALL.agents, async () => { await page.getByLabel('State').selectOption('idle'); }, /state=idle/],
    ['a word', ALL.agents, async () => { await page.getByLabel('Name has').fill('bea'); await page.keyboard.press('Enter'); }, /q=bea/],
    ['a tab', ALL.agent, async () => { await page.getByRole('link', { name: 'Config' }).click(); }, /tab=config/],
    ['a version', ALL['agent-config'], async () => { await page.getByRole('link', { name: '1', exact: true }).click(); }, /version=0/],
    ['a step', ALL.run, async () => { await page.getByRole('option').nth(4).click(); }, /step=1\.1/],
    ['a scale', ALL.run, async () => { await page.getByRole('link', { name: 'By time' }).click(); }, /scale=time/],
    ['what failed', ALL.run, async () => { await page.getByRole('link', { name: 'Show failed steps alone' }).click(); }, /only=failed/],
    ['an entry', ALL.slider, async () => { await page.getByRole('button', { name: 'Entry →' }).click(); }, /at=10/],
    ['what is shown of it', ALL.slider, async () => { await page.getByRole('link', { name: 'View', exact: true }).click(); }, /show=view/],
    ['a question', ALL.inbox, async () => { await page.getByRole('link', { name: /join_battle/ }).click(); }, /id=6f05ec8f846998c6/],
    ['a cause', ALL.letters, async () => { await page.getByRole('link', { name: 'JSON: unexpected end at 17' }).click(); }, /cause=JSON/],
    ['a grouping', ALL.cost, async () => { await page.getByRole('link', { name: 'By day' }).click(); }, /by=day/],
    ['a moment', ALL.world, async () => { await page.getByLabel(/^At the time/).fill('2026-11-28T03:42:30Z'); await page.keyboard.press('Enter'); }, /at=2026-11-28T03%3A42%3A30Z/],
  ];
  for (const [what, address, act, expected] of steps) {
    it('has ' + what + ' in it', async () => {
      await visit(page, mock, address);
      await act();
      await page.waitForFunction((source) => new RegExp(source).test(location.search), expected.source);
      const before = await shown();
      await page.reload();
      assert.equal(await shown(), before);
    });
  }

  it('of a time on the slider becomes that of the entry', async () => {
    await visit(page, mock, '/slider?agent=society%2Fcal&at=2026-11-28T03%3A42%3A30.500Z');
    await page.waitForFunction(() => location.search.includes('at=9'));
  });

  it('is left with the browser’s way back', async () => {
    await visit(page, mock, ALL.agents);
    await page.getByRole('link', { name: 'society/cal' }).click();
    await page.getByRole('heading', { name: 'Agent society/cal' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor();
  });
});
