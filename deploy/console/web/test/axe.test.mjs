// Every page in every state, in both colour schemes, at 320 px and at 200 % zoom: no violation, and no
// scrolling sideways. Wide and narrow are held to all rules, their other colours to contrast: that is what
// colours may break.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch, open, overflow, rows, violations, visit } from './browser.mjs';
import { Mock } from './mock.mjs';
import { ALL, PAGES } from './pages.mjs';

const CONTRAST = 'color-contrast';
const LOOKS = [
  { name: 'light', width: 1280, scheme: 'light', rules: {} },
  { name: 'dark', width: 1280, scheme: 'dark', rules: { runOnly: [CONTRAST] } },
  { name: 'zoomed to 200 %', width: 640, scheme: 'light', rules: { runOnly: [CONTRAST] } },
  { name: '320 px', width: 320, scheme: 'dark', rules: {} },
];
const MOST_ROWS = 300;

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

async function check(page, name) {
  const found = [];
  for (const look of LOOKS) {
    await page.emulateMedia({ colorScheme: look.scheme });
    await page.setViewportSize({ width: look.width, height: 900 });
    const wide = await overflow(page);
    if (wide > 0) {
      found.push(name + ' (' + look.name + ') is wider than the window by ' + wide + ' px');
    }
    found.push(...(await violations(page, look.rules)).map((one) => name + ' (' + look.name + ') ' + one));
  }
  const count = await rows(page);
  if (count > MOST_ROWS) {
    found.push(name + ' holds ' + count + ' rows');
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return found;
}

for (const state of ['empty', 'loading', 'full', 'many', 'broken']) {
  describe('In the state ' + state, () => {
    for (const [name, address] of Object.entries(state === 'full' ? ALL : PAGES)) {
      it(name + ' is for everybody', async () => {
        const mock = await new Mock(state === 'broken' ? 'full' : state).start();
        const { page, wrong, context } = await open(browser, mock);
        await visit(page, mock, address, state === 'loading');
        if (state === 'broken') {
          mock.vanish();
          await page.waitForSelector('.banner');
        }
        const found = await check(page, name);
        await context.close();
        await mock.stop();
        assert.deepEqual([...found, ...wrong], []);
      });
    }
  });
}

describe('Besides', () => {
  it('the login is for everybody', async () => {
    const mock = await new Mock('full', { loggedIn: false }).start();
    const { page, wrong, context } = await open(browser, mock);
    await visit(page, mock, '/now');
    const found = await check(page, 'login');
    await context.close();
    await mock.stop();
    assert.deepEqual([...found, ...wrong], []);
  });

  for (const [name, button] of [['halt', 'Halt everything …'], ['publish', 'Publish a trigger …'], ['help', 'Keys']]) {
    it('the dialog ' + name + ' is for everybody', async () => {
      const mock = await new Mock().start();
      const { page, wrong, context } = await open(browser, mock);
      await visit(page, mock, '/now');
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.waitForSelector('dialog[open]');
      const found = await check(page, name);
      await context.close();
      await mock.stop();
      assert.deepEqual([...found, ...wrong], []);
    });
  }
});
