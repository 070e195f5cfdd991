// A browser before a real console, for a benchmark. Argument: the address that lets in. What is asked comes as
// lines, each answer is JSON in one line: `open SELECTOR ADDRESS` (`>` for blanks; milliseconds from the navigation until the first
// such element is there, and how many rows the page has), `steps AGENT FROM N` (milliseconds of each of so many
// steps of the slider).
import readline from 'node:readline';
import { firstSeen, launch, rows, sliderSteps } from './browser.mjs';

const [door] = process.argv.slice(2);
const { origin } = new URL(door);
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const first = await context.newPage();
await first.goto(door);
await first.waitForFunction(() => document.querySelector('main h1') !== null && !location.hash.includes('token'));
await first.close();

const ASKED = {
  async open(selector, address) {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const took = await firstSeen(page, origin + address, selector.replaceAll('>', ' '));
    const held = await rows(page);
    await page.close();
    return { took, rows: held };
  },

  async steps(agent, from, number) {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(origin + '/slider?agent=' + encodeURIComponent(agent) + '&at=' + from);
    await page.waitForFunction(() => document.querySelector('.mind') !== null);
    const took = await sliderSteps(page, Number(from), Number(number));
    await page.close();
    return took;
  },
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [asked, ...words] = line.split(' ');
  console.log(JSON.stringify(await ASKED[asked](...words)));
}
await browser.close();
