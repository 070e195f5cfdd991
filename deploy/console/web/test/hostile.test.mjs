// Texts of somebody who means harm, in every place that takes a text: nothing runs, no request leaves,
// nothing is hidden, and the layout stands.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch, open, overflow, rows, visit } from './browser.mjs';
import { MEGABYTE, STRINGS } from './hostile.mjs';
import { Mock } from './mock.mjs';
import { ALL } from './pages.mjs';

// Each load begins with another text, so that each of them comes through many places.
const LOADS = 10;

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** What must not be on any page, whatever its texts say. */
async function harm(page) {
  return page.evaluate(() => {
    const found = [];
    if (window.pwned !== undefined) {
      found.push('a script ran: ' + window.pwned);
    }
    const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]|(?:^|[^\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/u;
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    const attributes = ['aria-label', 'title', 'alt', 'aria-valuetext', 'datetime'];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE && hidden.test(node.data)) {
        found.push('hidden in a text: ' + JSON.stringify(node.data.slice(0, 80)));
      }
      if (node.nodeType === Node.ELEMENT_NODE) {
        attributes.filter((name) => hidden.test(node.getAttribute(name) ?? '')).forEach((name) => found.push('hidden in ' + name + ': ' + JSON.stringify(node.getAttribute(name).slice(0, 80))));
      }
    }
    if (hidden.test(document.title)) {
      found.push('hidden in the title');
    }
    document.querySelectorAll('a[href]').forEach((link) => {
      if (link.origin !== location.origin) {
        found.push('a link leads elsewhere: ' + link.href.slice(0, 120));
      }
    });
    document.querySelectorAll('#app img, #app iframe, #app object, #app script, #app style, #app form, #app video, #app base').forEach((element) => {
      if (!(element.tagName === 'IMG' && new URL(element.src).pathname === '/api/picture')) {
        found.push('an element that no text may make: ' + element.outerHTML.slice(0, 120));
      }
    });
    if (document.querySelector('main h1') === null || getComputedStyle(document.querySelector('main')).display === 'none') {
      found.push('the page is gone');
    }
    return found.slice(0, 10);
  });
}

describe(STRINGS.length + ' hostile texts', () => {
  for (const [name, address] of Object.entries(ALL)) {
    it('do nothing on ' + name, async () => {
      const mock = await new Mock('hostile').start();
      const { page, wrong, context } = await open(browser, mock);
      const found = [];
      for (let load = 0; load < LOADS; load++) {
        mock.options.from = Math.floor((load * STRINGS.length) / LOADS) + load;
        await page.setViewportSize({ width: load % 2 === 0 ? 1280 : 320, height: 900 });
        await visit(page, mock, address);
        found.push(...(await harm(page)));
        const wide = await overflow(page);
        if (wide > 0) {
          found.push('wider than the window by ' + wide + ' px with texts from ' + mock.options.from);
        }
      }
      await context.close();
      await mock.stop();
      assert.deepEqual([...found, ...wrong], []);
    });
  }

  it('do nothing in the stream, in dialogs, and in what is said', async () => {
    const mock = await new Mock().start();
    const { page, wrong, context } = await open(browser, mock);
    await visit(page, mock, ALL.now);
    await page.waitForFunction(() => document.querySelector('.top .state.good') !== null);
    STRINGS.forEach((text, index) => mock.append({ agent: 'society/cal', seq: 100 + index, kind: text, tool: text, outcome: text }));
    await page.waitForFunction((last) => document.querySelector('.feed li')?.dataset.entry === 'society/cal#' + last, 99 + STRINGS.length);
    const found = await harm(page);
    assert.equal(await overflow(page), 0);
    await context.close();
    await mock.stop();
    assert.deepEqual([...found, ...wrong], []);
  });

  it('do nothing in the address', async () => {
    const mock = await new Mock().start();
    const { page, wrong, context } = await open(browser, mock);
    const found = [];
    for (const text of STRINGS.filter((_, index) => index % 9 === 0)) {
      const value = encodeURIComponent(text.slice(0, 300).toWellFormed?.() ?? text.slice(0, 300).replace(/[\ud800-\udfff]/gu, '?'));
      for (const address of ['/agents?q=' + value, '/search?q=' + value, '/inbox?id=' + value, '/audit?run=' + value, '/world?world=' + value + '&at=' + value]) {
        await visit(page, mock, address);
        found.push(...(await harm(page)), ...((await overflow(page)) > 0 ? ['wider than the window: ' + address.slice(0, 80)] : []));
      }
    }
    await context.close();
    await mock.stop();
    assert.deepEqual([...found, ...wrong], []);
  });

  it('of a megabyte are cut, and shown when asked for', async () => {
    const mock = await new Mock('full', { megabyte: MEGABYTE }).start();
    const { page, wrong, context } = await open(browser, mock);
    await visit(page, mock, ALL.run);
    const button = page.getByRole('button', { name: 'Show all (1,048,576 characters)' }).first();
    await button.waitFor();
    assert.ok((await page.evaluate(() => document.querySelector('main').textContent.length)) < 60_000);
    await button.click();
    await page.waitForFunction((length) => document.querySelector('.block.scrolls')?.textContent.length >= length, MEGABYTE.length);
    assert.equal(await overflow(page), 0);
    assert.ok((await rows(page)) < 300);
    await context.close();
    await mock.stop();
    assert.deepEqual(wrong, []);
  });
});
