// A browser in which people come to a console's page, and what went wrong in it.
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const PATIENCE_MS = 90_000;

export function launch(...more) {
  const folder = process.env.PATH.split(path.delimiter).find((one) => fs.existsSync(path.join(one, 'chromium')));
  return chromium.launch({ executablePath: path.join(folder, 'chromium'), args: ['--no-sandbox', ...more] });
}

/** A tab of somebody's own, at that address. */
export async function visit(browser, address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const wrong = [];
  page.on('pageerror', (error) => wrong.push('threw ' + error.stack));
  page.on('console', (message) => {
    // That nobody is logged in yet, and that a server is away, is told so, too.
    if (message.type() === 'error' && !/Failed to load resource|ERR_/.test(message.text())) {
      wrong.push('said ' + message.text());
    }
  });
  await page.goto(address);
  return { page, wrong };
}

/** Types a principal's token into the page that asks for it. */
export async function logIn(page, token) {
  await page.locator('#token').fill(token);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForFunction(() => document.querySelector('.top')?.textContent.includes('● live'));
}

export async function click(scope, name) {
  await scope.getByRole('button', { name, exact: true }).click();
}

/** What the page says came of what was done, once it says that. */
export async function said(page, words) {
  await page.waitForFunction((wanted) => document.querySelector('.said p')?.textContent.includes(wanted), words).catch(async (failure) => {
    throw new Error('the page does not say "' + words + '" but:\n' + (await page.locator('body').innerText()), { cause: failure });
  });
  return (await page.locator('.said p bdi').innerText()).trim();
}

/** Whether the page tells all of that, in time. */
export async function tells(page, ...words) {
  await page.waitForFunction((wanted) => wanted.every((one) => document.querySelector('main')?.innerText.includes(one)), words).catch(async (failure) => {
    throw new Error('the page does not tell ' + words + ' but:\n' + (await page.locator('main').innerText()), { cause: failure });
  });
}
