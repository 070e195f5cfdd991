// What people do on the page of a system that runs, each by what they would click. Arguments: the
// page's address, the folder for pictures, what is done, about what, and each person's token. What
// the page says of it is printed as JSON in one line.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { click, launch, logIn, said, tells, visit } from './browsing.mjs';

const [origin, pictures, deed, about, ...tokens] = process.argv.slice(2);
fs.mkdirSync(pictures, { recursive: true });
// Names of others, which lead to this machine.
const browser = await launch('--host-resolver-rules=MAP *.example 127.0.0.1');
const tabs = [];

/** The next person's tab, who logs in at that address. */
async function person(address) {
  const tab = await visit(browser, new URL(address, origin).href);
  await logIn(tab.page, tokens[tabs.length]);
  tabs.push(tab);
  return tab.page;
}

const picture = (page, name) => page.screenshot({ path: path.join(pictures, 'click-' + name + '.png') });

/** Opens the question of that agent. */
async function open(page, agent) {
  await page.locator('ul.choices a').filter({ hasText: agent }).click();
  await page.waitForSelector('.deliberate');
  await tells(page.locator('section.detail').page(), agent);
}

async function approve(page, agent) {
  await open(page, agent);
  await click(page, 'Approve');
  await page.getByRole('button', { name: /^Yes, approve / }).click();
}

/** A server of somebody else's, on this machine. */
async function serve(answer) {
  const server = http.createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return server.address().port;
}

/** Shows that address within the page, and returns what can be read there. */
async function framed(page, address) {
  await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        const frame = Object.assign(document.createElement('iframe'), { onload: resolve, src });
        document.body.replaceChildren(frame);
      }),
    address,
  );
  return page.frames().at(-1).evaluate(() => document.documentElement.textContent);
}

/** Lets the page send a form there, as any page may without asking, and returns what is answered. */
async function sent(page, address, body) {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.evaluate(
    ([action, name]) => {
      const form = Object.assign(document.createElement('form'), { action, method: 'post', enctype: 'text/plain' });
      form.append(Object.assign(document.createElement('input'), { name }));
      document.body.replaceChildren(form);
      form.submit();
    },
    [address, body],
  );
  return (await answered).status();
}

/** The same by a script, which can't read the answer. */
async function fetched(page, address, body) {
  const answered = page.waitForResponse(address);
  await page.evaluate(([to, text]) => fetch(to, { method: 'POST', mode: 'no-cors', credentials: 'include', body: text }).catch(() => null), [address, body]);
  return (await answered).status();
}

const DEEDS = {
  async cancel() {
    const page = await person('/run?run=' + encodeURIComponent(about));
    await click(page, 'Cancel this run …');
    await tells(page, 'Cancel this run');
    await click(page.locator('dialog'), 'Cancel the run');
    const words = await said(page, 'is cancelled');
    await page.waitForFunction(() => /cancelled/.test(document.querySelector('.facts')?.textContent ?? ''));
    assert.equal(await page.getByRole('button', { name: 'Cancel this run …' }).count(), 0, 'what is closed is offered to be cancelled');
    await picture(page, 'cancelled');
    return words;
  },

  async confirm() {
    const page = await person('/inbox');
    await open(page, about);
    await tells(page, 'It was sent, and no answer came', 'releases nothing');
    await page.locator('#reason').fill('the cellar is empty');
    await picture(page, 'confirming'); // what is armed does not wait for it
    await click(page, 'It happened');
    await click(page, 'Yes, I know that it happened');
    const words = await said(page, 'has happened');
    await tells(page, 'No write is in doubt');
    return words;
  },

  async edit() {
    const page = await person('/inbox');
    await open(page, about);
    await page.getByText('Approve with other arguments').click();
    const edited = page.locator('#edited');
    assert.deepEqual(JSON.parse(await edited.inputValue()), { jobType: 'farming' });
    await edited.fill('{"jobType": ');
    await click(page, 'Approve as edited');
    await click(page, 'Yes, approve these arguments');
    await said(page, 'The arguments are no JSON');
    await edited.fill('{"jobType": "mining"}');
    await picture(page, 'editing');
    await click(page, 'Approve as edited');
    await click(page, 'Yes, approve these arguments');
    return said(page, 'Your edit is journaled');
  },

  async two() {
    const first = await person('/inbox');
    await approve(first, about);
    const one = await said(first, 'must still agree');
    const second = await person('/inbox');
    await open(second, about);
    await tells(second, '2 people with', '1 person is missing', 'approve');
    await picture(second, 'the-second-of-two');
    await approve(second, about);
    const two = await said(second, 'Your approval is journaled');
    await tells(first, 'Nothing waits for approval');
    return [one, two];
  },

  /** Pages of others try, in the browser of somebody who may: what they see, and what is answered. */
  async elsewhere() {
    const own = await person('/agent?agent=' + encodeURIComponent(about));
    await tells(own, 'Pause …');
    const others = await serve((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<body></body>'));
    // What lies between says the right Host, and to such a name a browser does not say where it was led from.
    const between = await serve((asked, response) =>
      http.get(origin + asked.url, (answer) => {
        response.writeHead(answer.statusCode, answer.headers);
        answer.pipe(response);
      }),
    );
    const pause = origin + '/api/do/pause';
    const rebound = origin.replace('127.0.0.1', 'rebound.example');
    const body = JSON.stringify({ agent: about });
    const seen = [];
    const statuses = [];
    /** In a tab of its own, as some of them lead it away. */
    const at = async (address, tries) => {
      const page = await own.context().newPage();
      await page.goto(address);
      const found = await tries(page);
      await page.close();
      return found;
    };
    for (const host of ['127.0.0.1', 'elsewhere.example']) {
      const elsewhere = 'http://' + host + ':' + others;
      for (const address of [own.url(), rebound, 'http://between.example:' + between]) {
        seen.push(await at(elsewhere, (page) => framed(page, address)));
      }
      for (const address of [pause, rebound + '/api/do/pause']) {
        statuses.push(await at(elsewhere, (page) => sent(page, address, body)));
      }
      statuses.push(await at(elsewhere, (page) => fetched(page, pause, body)));
    }
    // By itself it is there.
    await at('http://between.example:' + between, (page) => page.getByRole('button', { name: 'Log in' }).waitFor());
    return { seen, statuses };
  },

  /** Looks at what would be sent, and sends nothing. */
  async dry() {
    const page = await person('/letters');
    await page.getByRole('checkbox', { name: 'Choose letter ' + about }).check();
    await click(page, 'Send 1 letter back …');
    const dialog = page.locator('dialog');
    await click(dialog, 'See what would go');
    await dialog.getByText('1 letter would go back').waitFor();
    const words = await dialog.innerText();
    await picture(page, 'dry-run');
    await click(dialog, 'Leave as it is');
    await dialog.waitFor({ state: 'detached' });
    return words;
  },

  async redrive() {
    const page = await person('/letters');
    await page.getByRole('checkbox', { name: 'Choose letter ' + about }).check();
    await click(page, 'Send 1 letter back …');
    await click(page.locator('dialog'), 'See what would go');
    await click(page.locator('dialog'), 'Send 1 letter back');
    return said(page, 'sent back');
  },
};

const words = await DEEDS[deed]().catch(async (failure) => {
  await Promise.all(tabs.map((tab, index) => picture(tab.page, 'failed-' + deed + '-' + index)));
  throw failure;
});
await browser.close();
tabs.forEach((tab) => assert.deepEqual(tab.wrong, []));
console.log(JSON.stringify({ words }));
