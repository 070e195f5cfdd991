// A newcomer opens the address that a start printed, and answers a question with the keyboard.
// Arguments: the address, and the folder for pictures. What was seen and how long it took is
// printed as JSON in one line.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

const [door, pictures] = process.argv.slice(2);
const origin = new URL(door).origin;
const AGENT_SEEN_MS = 60_000;
const QUESTION_SEEN_MS = 120_000;
const PATIENCE_MS = 60_000;

fs.mkdirSync(pictures, { recursive: true });
const browser = await chromium.launch({ executablePath: onPath('chromium'), args: ['--no-sandbox'] });

function onPath(name) {
  const folder = process.env.PATH.split(path.delimiter).find((one) => fs.existsSync(path.join(one, name)));
  return path.join(folder, name);
}

/** A tab of a browser of its own, and what went wrong in it. */
async function tab(refusals) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const wrong = [];
  const loads = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin && !request.url().startsWith('data:')) {
      wrong.push('asked ' + request.url());
    }
    if (request.isNavigationRequest()) {
      loads.push(request.url());
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !refusals) {
      wrong.push(response.status() + ' of ' + response.url());
    }
  });
  page.on('pageerror', (error) => wrong.push('threw ' + error.stack));
  page.on('console', (message) => {
    if (message.type() === 'error' && !(refusals && /Failed to load resource/.test(message.text()))) {
      wrong.push('said ' + message.text());
    }
  });
  await page.exposeFunction('refusedByPolicy', (what) => wrong.push('policy: ' + what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => window.refusedByPolicy(event.violatedDirective + ' ' + event.blockedURI));
  });
  return { page, wrong, loads, context };
}

function counter(page) {
  return page.evaluate(() => Number((document.querySelector('[data-counter=entries]')?.textContent ?? '0').replace(/\D/g, '')));
}

async function picture(page, name) {
  await page.screenshot({ path: path.join(pictures, name + '.png') });
}

/** Tab, until what is named has the focus. */
async function tabTo(page, tag, name) {
  for (let pressed = 0; pressed < 200; pressed++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(
      ([wanted, text]) => document.activeElement?.tagName === wanted && document.activeElement.textContent.trim().startsWith(text),
      [tag, name],
    );
    if (found) {
      return;
    }
  }
  throw new Error('no ' + name + ' can be reached with Tab');
}

const { page, wrong, loads, context } = await tab(false);
const opened = Date.now();
const since = () => Date.now() - opened;
await page.goto(door, { waitUntil: 'commit' });
await page.waitForSelector('.figures');
const shown = since();
assert.ok(!page.url().includes('token'), 'the token is still in the address ' + page.url());
assert.ok(!(await page.evaluate(() => JSON.stringify(history.state) + document.documentElement.outerHTML)).includes(new URL(door).hash.slice(7)));

// An agent at work: its figure says so, or a step of it comes while one looks.
const seen = await page.waitForFunction(
  () => {
    const busy = [...document.querySelectorAll('.figure')].find((one) => /thinking|acting/.test(one.querySelector('dt')?.textContent ?? '') && Number(one.querySelector('dd')?.textContent) > 0);
    const step = document.querySelector('.feed [data-entry]');
    return busy ? 'figure: ' + busy.textContent : step ? 'step: ' + step.textContent : null;
  },
  null,
  { polling: 20, timeout: AGENT_SEEN_MS },
);
const agentSeen = since();
const agent = await seen.jsonValue();
await picture(page, 'newcomer-now');

// What waits, with all that one must know to answer.
await page.waitForFunction(() => /[1-9]/.test(document.querySelector('nav a[href^="/inbox"] .mark')?.textContent ?? ''));
const markSeen = since();
await tabTo(page, 'A', 'Inbox');
await page.keyboard.press('Enter');
await page.waitForSelector('.deliberate');
const question = await page.locator('section.detail').innerText();
const questionSeen = since();
for (const told of ['society/bea', 'send_message', 'I don\'t join enemies', 'user-456', 'first-words', '1 person with the role moderator', '1 person is missing', 'left']) {
  assert.ok(question.includes(told), 'the question does not tell ' + told + ':\n' + question);
}
assert.ok(questionSeen < QUESTION_SEEN_MS, 'the question was seen after ' + questionSeen + ' ms');
await picture(page, 'newcomer-inbox');

// Answered with the keyboard alone; one key alone answers nothing.
const before = await counter(page);
await page.keyboard.press('a');
await page.waitForSelector('.deliberate .armed');
assert.equal(await page.locator('.said p').count(), 0);
const answered = Date.now();
await page.keyboard.press('y');
const said = (await (await page.waitForSelector('.said p')).innerText()).trim();
const saidAfter = Date.now() - answered;
assert.match(said, /^Your approval is journaled/);
await page.waitForFunction((old) => Number(document.querySelector('[data-counter=entries]').textContent.replace(/\D/g, '')) > old, before, { polling: 'raf' });
const shownAfter = Date.now() - answered;
await picture(page, 'newcomer-answered');

// The run that asked closes on the page, and the counter counts all that was journaled.
await tabTo(page, 'A', 'Now');
await page.keyboard.press('Enter');
await page.waitForFunction(() => {
  const row = [...document.querySelectorAll('tr')].find((one) => one.textContent.includes('society/bea'));
  return /completed/.test(row?.textContent ?? '');
});
const closedAfter = Date.now() - answered;
await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 7 && [...document.querySelectorAll('tbody tr')].every((one) => /completed/.test(one.textContent)));
assert.ok((await page.locator('.feed [data-entry^="society/bea#"]').count()) > 0, 'no step of the run came while one looked');
await picture(page, 'newcomer-closed');
await page.getByRole('table').getByRole('link', { name: /msg-200/ }).first().click();
await page.waitForSelector('.facts');
await page.waitForFunction(() => /completed/.test(document.querySelector('.facts').textContent));
assert.match(await page.locator('main').innerText(), /send_message/);
await picture(page, 'newcomer-run');
const state = await page.context().cookies();
assert.deepEqual(state.map((one) => [one.httpOnly, one.sameSite]), [[true, 'Strict']]);

// Whoever takes the address a second time is told so.
const late = await tab(true);
await late.page.goto(door);
await late.page.waitForFunction(() => /The token was used/.test(document.body.textContent));
await picture(late.page, 'newcomer-late');
await late.context.close();

// The counter, once nothing more comes. A condition that is asked for by the page is not waited for
// where it is a promise: it is asked from here.
async function atRest() {
  const now = await page.evaluate(async () => (await fetch('/api/now')).json());
  return { now, rests: now.behind === 0 && now.agents.idle === now.agents.total && now.entries === (await counter(page)) };
}
const until = Date.now() + PATIENCE_MS;
let last = await atRest();
while (!last.rests && Date.now() < until) {
  await page.waitForTimeout(100);
  last = await atRest();
}
const entries = await counter(page);
assert.equal(entries, last.now.entries, 'the page counts otherwise than its server: ' + JSON.stringify(last.now.agents));
const odd = await page.locator('[data-counter=repeats], [data-counter=missed]').count();
assert.equal(odd, 0, 'something came twice, or was missed');
assert.deepEqual(loads, [door.slice(0, door.indexOf('#'))], 'it was loaded anew');
await context.close();
await browser.close();
assert.deepEqual(wrong, []);
assert.deepEqual(late.wrong, []);
console.log(JSON.stringify({ shown, agentSeen, agent, markSeen, questionSeen, answered, saidAfter, shownAfter, closedAfter, entries }));
