// Pictures of every page in `target/screenshots`, for people to look at.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, open, visit } from './browser.mjs';
import { Mock } from './mock.mjs';
import { ALL } from './pages.mjs';

const FOLDER = fileURLToPath(new URL('../target/screenshots/', import.meta.url));
const LOOKS = [
  ['light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
  ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ['320', { viewport: { width: 320, height: 800 }, colorScheme: 'light' }],
];

let browser;
let mock;
before(async () => {
  fs.mkdirSync(FOLDER, { recursive: true });
  browser = await launch();
  mock = await new Mock().start();
});
after(async () => {
  await browser.close();
  await mock.stop();
});

describe('Pictures', () => {
  for (const [look, options] of LOOKS) {
    it('of every page, ' + look, async () => {
      const { page, context } = await open(browser, mock, options);
      for (const [name, address] of Object.entries(ALL)) {
        await visit(page, mock, address);
        const file = FOLDER + name + '-' + look + '.png';
        await page.screenshot({ path: file, fullPage: true });
        assert.ok(fs.statSync(file).size > 5_000, name);
      }
      await context.close();
    });
  }
});
