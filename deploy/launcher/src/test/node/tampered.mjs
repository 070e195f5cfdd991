// Opens a journal in which one entry was changed, and looks for its mark on the Slider and on the
// run's page. Arguments: the address, the folder for pictures, the agent, the run, and the number.
import assert from 'node:assert/strict';
import path from 'node:path';
import fs from 'node:fs';
import { chromium } from 'playwright-core';

const [door, pictures, agent, run, seq] = process.argv.slice(2);
const folder = process.env.PATH.split(path.delimiter).find((one) => fs.existsSync(path.join(one, 'chromium')));
const browser = await chromium.launch({ executablePath: path.join(folder, 'chromium'), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
fs.mkdirSync(pictures, { recursive: true });
page.setDefaultTimeout(60_000);
await page.goto(door);
await page.waitForSelector('.figures');

async function shown(address, name, wanted) {
  await page.goto(new URL(address, door).href);
  const marked = (words) => words.every((one) => document.querySelector('main')?.innerText.includes(one));
  await page.waitForFunction(marked, wanted, { timeout: 20_000 }).catch(() => undefined);
  await page.screenshot({ path: path.join(pictures, name + '.png') });
  const text = await page.locator('main').innerText();
  for (const one of wanted) {
    assert.ok(text.includes(one), name + ' does not tell ' + one + ':\n' + text);
  }
  return text;
}

const slider = await shown('/slider?agent=' + encodeURIComponent(agent) + '&at=' + seq, 'tampered-slider', ['✖ this entry does not verify', '#' + seq]);
const told = await shown('/run?run=' + encodeURIComponent(run), 'tampered-run', ['✖ The journal of this run differs', 'differs at entry ' + seq]);
await browser.close();
assert.ok(slider.includes('✖'));
console.log(JSON.stringify({ slider, told }));
