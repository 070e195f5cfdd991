// Who is not logged in is told of each way in that there is, and of no other.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch, open, visit } from './browser.mjs';
import { Mock } from './mock.mjs';

describe('Whoever is not logged in', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(async () => {
    await browser.close();
  });

  for (const oidc of [true, false]) {
    it(oidc ? 'is led to who vouches for people' : 'is led nowhere where nobody vouches for people', async () => {
      const mock = await new Mock('full', { loggedIn: false, oidc }).start();
      const { page, context, wrong } = await open(browser, mock);
      try {
        await visit(page, mock, '/now');
        await page.getByLabel('Token').waitFor();
        const link = page.getByRole('link', { name: 'Log in with the account of your organisation' });
        if (oidc) {
          await link.click();
          await page.waitForURL('**/login/oidc/start');
          assert.ok(mock.asked.includes('GET /login/oidc/start'), 'the server itself is asked, and not the page');
        } else {
          await page.waitForLoadState('networkidle');
          assert.equal(await link.count(), 0);
        }
        assert.deepEqual(wrong, []);
      } finally {
        await context.close();
        await mock.stop();
      }
    });
  }
});
