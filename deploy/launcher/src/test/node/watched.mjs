// Somebody who watches a console's page, whatever becomes of its server. Arguments: the page's
// address, and the folder for pictures. What is asked comes as lines; each answer is JSON in one
// line: `state`, `login TOKEN`, `picture NAME`, `end`.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { launch, visit } from './browsing.mjs';

const [origin, pictures] = process.argv.slice(2);
fs.mkdirSync(pictures, { recursive: true });
const browser = await launch();
const { page, wrong } = await visit(browser, origin + '/now');

// Which entries were ever shown, and what was shown twice at a time.
await page.evaluate(() => {
  window.shown = new Set();
  window.twice = [];
  new MutationObserver(() => {
    const now = [...document.querySelectorAll('.feed [data-entry]')].map((one) => one.dataset.entry);
    now.filter((one, index) => now.indexOf(one) !== index).forEach((one) => window.twice.push(one));
    now.forEach((one) => window.shown.add(one));
  }).observe(document.documentElement, { childList: true, subtree: true });
});

function state() {
  return page.evaluate(() => {
    const number = (name) => Number((document.querySelector('[data-counter=' + name + ']')?.textContent ?? '0').replace(/\D/g, ''));
    const top = document.querySelector('.top')?.textContent ?? '';
    return {
      link: document.querySelector('#token') ? 'login' : /● live/.test(top) ? 'live' : /connection lost/.test(top) ? 'lost' : 'connecting',
      entries: number('entries'),
      repeats: number('repeats'),
      missed: number('missed'),
      shown: [...window.shown],
      twice: window.twice,
      feed: [...document.querySelectorAll('.feed [data-entry]')].map((one) => one.dataset.entry),
    };
  });
}

const ASKED = {
  state,
  async login(token) {
    await page.locator('#token').fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
    return state();
  },
  async picture(name) {
    await page.screenshot({ path: path.join(pictures, name + '.png') });
    return {};
  },
  async end() {
    await browser.close();
    assert.deepEqual(wrong, []);
    return {};
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [asked, word] = line.split(' ');
  console.log(JSON.stringify(await ASKED[asked](word)));
  if (asked === 'end') {
    break;
  }
}
process.exit(0);
