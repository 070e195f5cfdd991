// Who asks for less motion gets none, on any page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch, open, visit } from './browser.mjs';
import { Mock } from './mock.mjs';
import { ALL } from './pages.mjs';

let browser;
let mock;
before(async () => {
  browser = await launch();
  mock = await new Mock().start();
});
after(async () => {
  await browser.close();
  await mock.stop();
});

/** What moves, or would: by CSS, by SVG, or by a script. */
function moving(page) {
  return page.evaluate(() => {
    const found = document.getAnimations().map((one) => 'runs ' + one.constructor.name);
    document.querySelectorAll('animate, animateMotion, animateTransform, marquee, blink').forEach((one) => found.push('has ' + one.nodeName));
    const lasts = (times) => times.split(',').some((time) => parseFloat(time) > 0);
    for (const element of document.querySelectorAll('*')) {
      for (const part of [null, '::before', '::after']) {
        const style = getComputedStyle(element, part);
        if (lasts(style.transitionDuration) || lasts(style.animationDuration) || style.scrollBehavior === 'smooth') {
          found.push(element.nodeName + '.' + element.className + (part ?? '') + ' moves');
        }
      }
    }
    return [...new Set(found)];
  });
}

describe('With reduced motion', () => {
  for (const [name, address] of Object.entries(ALL)) {
    it(name + ' stands still', async () => {
      const { page, wrong, context } = await open(browser, mock, { reducedMotion: 'reduce' });
      await visit(page, mock, address);
      const found = await moving(page);
      await context.close();
      assert.deepEqual([...found, ...wrong], []);
    });
  }

  it('a dialog stands still', async () => {
    const { page, context } = await open(browser, mock, { reducedMotion: 'reduce' });
    await visit(page, mock, '/now');
    await page.getByRole('button', { name: 'Halt everything …', exact: true }).click();
    await page.waitForSelector('dialog[open]');
    const found = await moving(page);
    await context.close();
    assert.deepEqual(found, []);
  });

  it('and without it something moves, so that this is seen', async () => {
    const { page, context } = await open(browser, mock, { reducedMotion: 'no-preference' });
    await visit(page, mock, '/now');
    const found = await moving(page);
    await context.close();
    assert.notDeepEqual(found, []);
  });
});
