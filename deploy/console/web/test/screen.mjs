// A browser with pages of a real console open, for a benchmark. Arguments: the address, a token,
// and an agent. What is asked comes as lines, each answer is JSON in one line: `count`, `take`
// (what was shown since the last time, and when), `clicks N AGENT` (pauses and resumes it by turns;
// when each click was).
import readline from 'node:readline';
import { launch } from './browser.mjs';

const [origin, token, agent] = process.argv.slice(2);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });

async function at(address) {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(origin + address);
  const live = () => page.waitForFunction(() => document.querySelector('.top')?.textContent.includes('● live'));
  const field = page.locator('#token');
  await Promise.race([field.waitFor(), live()]);
  if (await field.count()) {
    await field.fill(token);
    await page.getByRole('button', { name: 'Log in' }).click();
  }
  await live();
  return page;
}

const now = await at('/now');
const count = () => now.evaluate(() => Number(document.querySelector('[data-counter=entries]').textContent.replace(/\D/g, '')));

// Looked at when a frame is made, timed when it was drawn.
await now.evaluate(() => {
  window.named = [];
  window.counted = [];
  const known = new Set();
  let asked = false;
  const drawn = new MessageChannel();
  let frame = null;
  drawn.port1.onmessage = () => {
    const at = performance.timeOrigin + performance.now();
    frame.entries.forEach((one) => window.named.push([one, at]));
    window.counted.push([at, frame.count]);
    asked = false;
  };
  new MutationObserver(() => {
    if (asked) {
      return;
    }
    asked = true;
    requestAnimationFrame(() => {
      const entries = [...document.querySelectorAll('.feed [data-entry]')].map((one) => one.dataset.entry).filter((one) => !known.has(one));
      entries.forEach((one) => known.add(one));
      frame = { entries, count: Number(document.querySelector('[data-counter=entries]').textContent.replace(/\D/g, '')) };
      drawn.port2.postMessage(null);
    });
  }).observe(document.documentElement, { childList: true, subtree: true, characterData: true });
});
await at('/agent?agent=' + encodeURIComponent(agent));
await now.bringToFront(); // what is in the background is drawn once a second

const ASKED = {
  count,
  take: () =>
    now.evaluate(() => {
      const { named, counted } = window;
      window.named = [];
      window.counted = [];
      return { named, counted };
    }),
  async clicks(number, whose) {
    const page = await at('/agent?agent=' + encodeURIComponent(whose));
    await page.evaluate(() => {
      window.clicked = [];
      document.addEventListener(
        'click',
        (event) => {
          if (/^(Pause|Resume) the agent$/.test(event.target.textContent)) {
            window.clicked.push(performance.timeOrigin + event.timeStamp);
          }
        },
        true,
      );
    });
    for (let index = 0; index < Number(number); index++) {
      const verb = index % 2 === 0 ? 'Pause' : 'Resume';
      await page.getByRole('button', { name: verb + ' …' }).click();
      await page.locator('dialog').getByRole('button', { name: verb + ' the agent' }).click();
      await page.locator('dialog').waitFor({ state: 'detached' });
    }
    const clicked = await page.evaluate(() => window.clicked);
    await page.close();
    await now.bringToFront();
    return clicked;
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [asked, ...words] = line.split(' ');
  console.log(JSON.stringify(await ASKED[asked](...words)));
}
await browser.close();
