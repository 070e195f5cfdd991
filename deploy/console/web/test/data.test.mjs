// Each page has what it is there for: a page that lacks a datum fails here.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch, open, visit } from './browser.mjs';
import { Mock } from './mock.mjs';
import { ALL } from './pages.mjs';

/** By page: what its text must have. */
const DATA = {
  now: [
    /◐ thinking\s*1/, /▶ acting\s*1/, /waiting\s*1/, /idle\s*2/, /paused\s*1/, /quarantined\s*1/, /In all\s*7/,
    /Turns in flight\s*1/, /Oldest wait\s*society\/bea waits for a person in msg-200, since/, /Cost\s*\$0\.2947/, /Model calls\s*37/,
    /society: \$9\.40 of \$10\.00 a day/, /at most \$25\.00/, /Questions in the inbox\s*2/, /Writes in doubt\s*1/, /Dead letters\s*3/,
    /emerald is halted by mia since .*The emulator is being moved/, /battle-gil\s*society\/gil\s*battle\.started\s*◐ open/, /Halt everything/, /Publish a trigger/,
  ],
  'now-compared': [/What\s*society\/a\*\s*against society\/b\*/, /turns in flight\s*1\s*1/, /cost today\s*\$0\.2947/],
  agents: [/society\/bea\s*society\s*◔ waiting/, /battle-gil/, /#18/, /\$0\.0421/, /I have food\. I eat it\./],
  agent: [
    /Goals\s*Answer schedule\.market \(market-1\) about market market/, /Plan\s*☐\s*open:\s*buy food\s*☐\s*open:\s*eat/, /Facts\s*best job\s*mining pays 50/,
    /Memories[\s\S]*Said hello[\s\S]*Food costs 5 gold/, /Queue\s*chat\.message msg-300\s*Are you hungry\?/, /Live step\s*▶ acting in market-1, turn 4, 5 actions/,
    /do_work write, out \{"jobType":"mining"\}/, /get_my_stats, buy_item, do_work/, /Pause …/, /Halt this agent …/, /Publish a trigger …/,
  ],
  'agent-config': [/2\s*#18[\s\S]*\/instructions\/strategy/, /-\s*"strategy": "Stay fed\. Work when the purse is empty\."/, /\+\s*"strategy": "Stay fed\. Save half of what is earned\."/, /Change the config …/],
  'agent-waits': [/Did buy_item happen\?/],
  'agent-runs': [/market-1/],
  runs: [/market-1\s*society\/cal\s*schedule\.market\s*✔ completed/, /\$0\.0421/, /3\.9 s/],
  run: [
    /Turn 4/, /✔ answered by rehearsal in 6 ms, \$0\.00, 1 attempt; tokens: 2,360 in \(0 cached\), 49 out \(0 reasoning\)/, /Mining pays 50/,
    /Arguments\s*\{\s*"jobType": "mining"\s*\}/, /Schema error\s*none/, /Result\s*\{\s*"job": "mining"/, /Receipts\s*ledger:op-41/, /Effect safety\s*write, ledger:/, /Ledger\s*\{\s*"type": "outcome"/,
    /Rebuilt, and its hash is the journal’s: fdcdd3e04f/, /instructions\s*[\d.]+ KiB\s*[\d.]+ %/, /view\s*320 B/, /history/, /tools/,
    /Against turn 3: \d+ leading messages the same, \d+ new, \d+ no longer there/, /By sequence/, /By time/, /Copy as Markdown/, /24 steps of 26 items/,
  ],
  'run-time': [/buy_item ✖ refused/, /insufficient_gold/, /Insufficient gold\. Need 50, have 0/],
  'run-failed': [/2 steps of 26 items/, /Show all steps/],
  'run-invalid': [/do_work ✖ invalid/, /jobType: expected one of mining, trading, farming, got 'minning'; did you mean mining\?/, /it was not carried out; the model was told why/],
  slider: [/What the agent was and saw at entry #9 of 18, .*decision-made in market-1, turn 4/, /Verify from here/, /⇤ Turn/, /Entry →/, /What it was at\s*▶ acting/, /#9\s*decision-made/],
  'slider-view': [/What the agent saw last, at .*: version 1, as of/, /You are Cal\. Health 20\/100/, /"gold": 0/],
  'slider-panel': [/What the agent saw, at/, /health\s*energy\s*morale\s*gold\s*20\s*30\s*50\s*0/, /Iron Guard\s*community\s*battle-789 Rival Faction/],
  'slider-prompt': [/The prompt of turn 4 of/, /Rebuilt, and its hash is the journal’s/],
  'slider-entry': [/Envelope\s*\{/, /"payloadHash"/, /Payload\s*\{/, /partition 1, offset/],
  worlds: [/emerald\s*1\s*yes\s*no\s*no/],
  world: [/Now: each picture is what that agent saw last/, /“I have food\. I eat it\.”/, /Map \(hexes\)/, /1\s*0\s*explorer\s*Explorer 12/, /Halt this world …/, /Trail: 4 places/, /Where all of them are/, /eternum\/ari\s*5\s*6/, /eternum\/bel\s*6\s*6/, /2 agents, each where it was when it last saw itself\./],
  'world-past': [/What the agents saw at 03:42:30|What the agents saw at 2026-11-28 03:42:30/, /Not what the world was/, /Map 0\.9 \(grid\)/, /6\s*7\s*npc\s*NPC 3/, /Screen \(picture\)/, /Back to now/],
  'world-graph': [/Battles \(graph\)/, /Rival Faction\s*enemy/],
  inbox: [
    /May society\/bea send_message\?/, /Nobody’s word counts after 2099-11-29 03:42:29: \d+ days left/, /The world says that it would do this:\s*\{\s*"wouldSend": true/, /Arguments\s*\{/,
    /Rule\s*first-words/, /Matched\s*\{\s*"trust": 0\.1/, /2 people with the role moderator; 1 person is missing/, /mia: approve/, /Asked 12 times: 8 approved, 1 edited, 2 rejected, 1 expired/, /Leave the old attack out of it/,
    /In doubt: did it happen\?[\s\S]*buy_item/, /Approved in advance by mia, rule first-words, 3 times more until/,
  ],
  'inbox-doubt': [/Did buy_item of society\/cal happen\?/, /This releases nothing/, /"quantity": 10/, /It did not happen/],
  letters: [/tool buy_item: the world is retired\s*2/, /JSON: unexpected end at 17\s*1/, /0:7\s*.*\s*executor\s*playloop\.actions 0:120/, /Key\s*society\/cal/, /Worker\.java:81/, /"kind":"chat\.message"/, /Send 0 letters back …/],
  cost: [/society\/ada\s*4\s*9,000\s*120\s*310\s*\$0\.0100/, /In all\s*37/, /society: \$9\.40 of \$10\.00 a day/, /By model/, /By world/, /By day/],
  'cost-compared': [/What\s*society\/a\*\s*against society\/b\*/, /Cost a call/, /Calls\s*37\s*12/, /Cost\s*\$0\.2947\s*\$0\.0600/, /2026-11-27/],
  search: [/#9\s*society\/cal\s*market-1.*\s*.*decision-made\s*Mining pays 50/],
  audit: [/Verify everything/, /128 entries/, /2026-11-28 03:43:00|03:43:00/, /2\s*✔ verified/, /1\s*✖ not what was signed\s*signature: it does not fit the body/, /0\s*\? unknown\s*nobody here knows the key 5e1f/, /Name a run first/, /society\/ada\s*#7\s*a3a3/],
};

const DRAWN = { run: 'svg.bar rect', world: 'svg.map polyline.trail', 'world-past': 'img.picture', 'world-graph': 'svg.map line.edge', slider: 'input[type=range]' };

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

describe('What a page is there for', () => {
  for (const [name, expected] of Object.entries(DATA)) {
    it(name + ' shows it', async () => {
      const { page, wrong, context } = await open(browser, mock);
      await visit(page, mock, ALL[name]);
      const text = await page.evaluate(() => document.querySelector('main').innerText.replace(/ /g, ' '));
      const lacks = expected.filter((one) => !one.test(text)).map(String);
      if (DRAWN[name]) {
        assert.ok(await page.locator(DRAWN[name]).count(), name + ' draws ' + DRAWN[name]);
      }
      if (name !== 'unknown') {
        assert.match(await page.locator('.curl code').innerText(), /^curl 'http.*\/api\/.*' -H "Authorization: Bearer \$PLAYLOOP_TOKEN"$/);
      }
      await context.close();
      assert.deepEqual([...lacks, ...wrong], [], text);
    });
  }

  it('a tampered entry is marked where it is, and in its run', async () => {
    const tampered = await new Mock('full', { differs: true }).start();
    const { page, context } = await open(browser, tampered);
    await visit(page, tampered, '/slider?agent=society%2Fcal&at=5');
    await page.getByText('this entry does not verify').waitFor();
    assert.match(await page.locator('.entry.unsound').innerText(), /#5[\s\S]*✖/);
    await page.getByRole('button', { name: 'Verify from here' }).click();
    await page.getByText('✖ 1 difference, the first at entry 5: stateHash').waitFor();
    assert.deepEqual(tampered.verified, { agent: 'society/cal', from: 5 });
    await visit(page, tampered, ALL.run);
    await page.getByText('The journal of this run differs').waitFor();
    await visit(page, tampered, ALL.audit);
    await page.getByRole('button', { name: 'Verify everything' }).click();
    await page.getByText('✖ #5').waitFor();
    await context.close();
    await tampered.stop();
  });

  it('a moment that has not come is not taken for the one before it', async () => {
    const { page, context } = await open(browser, mock);
    await visit(page, mock, '/slider?agent=society%2Fcal&at=9');
    await page.waitForFunction(() => document.querySelector('.mind') !== null);
    let fail;
    const failing = new Promise((resolve) => {
      fail = resolve;
    });
    await page.route('**/api/replay?agent=society%2Fcal&at=14&without=transcript', async (route) => {
      await failing;
      await route.abort();
    });
    await page.locator('[role=option]', { hasText: '#14' }).click();
    await page.locator('.moment strong', { hasText: '#14' }).waitFor();
    await page.locator('.waiting').waitFor();
    fail();
    await page.locator('.trouble').waitFor();
    assert.equal(await page.locator('.mind').count(), 0);
    await context.close();
  });

  it('in the place of a picture that nobody keeps it says so', async () => {
    const unkept = await new Mock('full', { unkept: true }).start();
    const { page, context } = await open(browser, unkept);
    await visit(page, unkept, ALL['world-past']);
    await page.getByText(/The picture [0-9a-f]{64} is not kept here/).waitFor();
    assert.equal(await page.locator('img.picture').count(), 0);
    await context.close();
    await unkept.stop();
  });

  it('what an action showed is drawn, once, and from here', async () => {
    const { page, context } = await open(browser, mock);
    await visit(page, mock, '/run?run=society%2Fcal%3Amarket-1&step=4.1');
    const picture = page.locator('.detail img.picture');
    await picture.waitFor();
    assert.equal(await picture.count(), 1);
    assert.match(await picture.getAttribute('src'), /^\/?api\/picture\?hash=(a3){32}$/);
    await context.close();
  });

  it('a read-only session has no controls, and says so', async () => {
    const readOnly = await new Mock('full', { readOnly: true }).start();
    const { page, context } = await open(browser, readOnly);
    for (const address of Object.values(ALL)) {
      await visit(page, readOnly, address);
      const buttons = await page.locator('main button').allInnerTexts();
      assert.deepEqual(buttons.filter((text) => /Halt|Pause|Resume|Publish|Cancel this|Change the config|Approve|Reject|happen|Send/.test(text)), [], address);
      assert.ok(await page.getByText('read-only: nothing can be changed here').count());
      assert.equal(await page.locator('.curl').count(), 0, 'no token is taken there: ' + address);
    }
    await visit(page, readOnly, ALL.search);
    await page.getByText('The journals are sealed, so their texts are not searched here').waitFor();
    await context.close();
    await readOnly.stop();
  });
});
