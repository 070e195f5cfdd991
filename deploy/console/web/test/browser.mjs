// A browser with its eyes open: what a page asks of others, what its policy refuses, and what breaks.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

function onPath(...names) {
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // The next name may be there.
    }
  }
  throw new Error('none of ' + names.join(', ') + ' is on the PATH');
}

export function launch() {
  return chromium.launch({ executablePath: onPath('chromium', 'chromium-browser', 'google-chrome'), args: ['--no-sandbox'] });
}

/** A page and what went wrong on it: outside requests, refusals of the policy, and exceptions. */
export async function open(browser, mock, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const wrong = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(mock.origin) && !request.url().startsWith('data:,')) {
      wrong.push('asked ' + request.url().slice(0, 200));
    }
  });
  page.on('pageerror', (error) => wrong.push('threw ' + String(error.stack).slice(0, 400)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text())) {
      wrong.push('said ' + message.text().slice(0, 300));
    }
  });
  page.on('dialog', (dialog) => {
    wrong.push('opened a dialog: ' + dialog.message());
    void dialog.dismiss();
  });
  return { page, wrong, context };
}

/** Goes there, and waits until what was asked for is shown. */
export async function visit(page, mock, address, loading = false) {
  await page.goto(mock.origin + address);
  await page.waitForFunction(
    (stillLoading) => document.querySelector('main h1') !== null && (stillLoading || document.querySelector('.waiting') === null),
    loading,
  );
}

/** When the first of what is sought was there, in milliseconds behind the navigation to an address. */
export async function firstSeen(page, address, selector) {
  await page.addInitScript((sought) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector(sought) !== null) {
        window.opened = performance.now();
        observer.disconnect();
      }
    }).observe(document, { childList: true, subtree: true });
  }, selector);
  await page.goto(address);
  return page.waitForFunction(() => window.opened).then((value) => value.jsonValue());
}

/** How long the slider takes, in milliseconds each, to show each of so many next entries. */
export async function sliderSteps(page, from, number) {
  const took = [];
  for (let step = 1; step <= number; step++) {
    took.push(
      await page.evaluate(async (next) => {
        const before = performance.now();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        await new Promise((resolve) => {
          const look = () => (document.querySelector('.moment strong')?.textContent === '#' + next && document.querySelector('.waiting') === null ? resolve() : requestAnimationFrame(look));
          look();
        });
        return performance.now() - before;
      }, from + step),
    );
  }
  return took;
}

/** What axe finds, in words; by all of its rules, or those that its options say. */
export async function violations(page, options = {}) {
  if (!(await page.evaluate('typeof axe === "object"'))) {
    await page.evaluate(AXE);
  }
  const found = await page.evaluate(async (chosen) => {
    const result = await axe.run(document, { resultTypes: ['violations'], ...chosen });
    return result.violations.map((one) => one.id + ': ' + one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + ' ' + node.any.map((any) => any.message).join('; ').slice(0, 200)).join(' | '));
  }, options);
  return found;
}

/** How far the page is wider than its window. */
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** How many rows of lists there are. */
export function rows(page) {
  return page.evaluate(() => document.querySelectorAll('tr, li, [role=option]').length);
}

/** Presses Tab until what is named has the focus. */
export async function tabTo(page, role, name, most = 200) {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element?.labels?.[0]?.textContent ?? '';
      return { tag: element?.tagName.toLowerCase() ?? '', name: (element?.getAttribute('aria-label') ?? (label || element?.textContent) ?? '').trim() };
    });
    if (here.tag === role && (name instanceof RegExp ? name.test(here.name) : here.name === name)) {
      return;
    }
  }
  throw new Error('no ' + role + ' ' + name + ' can be reached with Tab');
}
