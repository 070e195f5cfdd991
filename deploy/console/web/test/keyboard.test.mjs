// Every action, with the keyboard alone; and none by one key that was pressed by accident.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { launch, open, tabTo, visit } from './browser.mjs';
import { Mock } from './mock.mjs';
import { ALL } from './pages.mjs';

let browser;
let mock;
let page;
let wrong;
let context;
before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  mock = await new Mock().start();
  ({ page, wrong, context } = await open(browser, mock, { permissions: ['clipboard-read', 'clipboard-write'] }));
});
afterEach(async () => {
  await context.close();
  await mock.stop();
  assert.deepEqual(wrong, []);
});

async function posted(name) {
  await page.waitForFunction(() => document.querySelector('.said p') !== null);
  const post = mock.posts.find((one) => one.name === name);
  assert.ok(post, 'posted ' + JSON.stringify(mock.posts));
  assert.equal(post.csrf, 'csrf-of-this-session');
  return post.json;
}

async function deed(button, verb, fill = async () => undefined) {
  await tabTo(page, 'button', button);
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  await fill();
  await tabTo(page, 'button', verb);
  await page.keyboard.press('Enter');
}

describe('With the keyboard alone', () => {
  it('everything is halted, with its scope named and a reason', async () => {
    await visit(page, mock, ALL.now);
    await deed('Halt everything …', 'Halt everything', async () => {
      assert.match(await page.locator('dialog').innerText(), /Scope: everything: all agents of all worlds/);
      await tabTo(page, 'input', 'Reason, for the record');
      await page.keyboard.type('A leak');
    });
    assert.deepEqual(await posted('do/halt'), { scope: 'all', reason: 'A leak' });
  });

  it('a halt is ended', async () => {
    await visit(page, mock, ALL.now);
    await deed('End this halt …', 'End the halt');
    assert.deepEqual(await posted('do/unhalt'), { scope: 'emerald' });
  });

  it('a world is halted', async () => {
    await visit(page, mock, ALL.world);
    await deed('Halt this world …', 'Halt eternum');
    assert.deepEqual(await posted('do/halt'), { scope: 'eternum', reason: null });
  });

  it('an agent is paused', async () => {
    await visit(page, mock, ALL.agent);
    await deed('Pause …', 'Pause the agent');
    assert.deepEqual(await posted('do/pause'), { agent: 'society/cal' });
  });

  it('an agent is resumed', async () => {
    await visit(page, mock, '/agent?agent=society%2Fdov');
    await deed('Resume …', 'Resume the agent');
    assert.deepEqual(await posted('do/resume'), { agent: 'society/dov' });
  });

  it('a run is cancelled', async () => {
    await visit(page, mock, '/run?run=society%2Fgil%3Abattle-gil');
    await deed('Cancel this run …', 'Cancel the run');
    assert.deepEqual(await posted('do/cancel'), { agent: 'society/gil', run: 'society/gil:battle-gil' });
  });

  it('a trigger is published', async () => {
    await visit(page, mock, ALL.agent);
    await deed('Publish a trigger …', 'Publish', async () => {
      await tabTo(page, 'textarea', 'Text');
      await page.keyboard.type('Hello');
    });
    assert.deepEqual(await posted('do/publish'), { agent: 'society/cal', kind: 'chat.message', text: 'Hello' });
  });

  it('a config is applied to a share of the agents, after it was seen who would change', async () => {
    await visit(page, mock, ALL['agent-config']);
    const { config } = await page.evaluate(() => fetch('/api/agent?agent=society%2Fcal').then((response) => response.json()));
    await deed('Change the config …', 'See who would change', async () => {
      await tabTo(page, 'input', /^Agents: one name/);
      await page.keyboard.press('Control+A');
      await page.keyboard.type('society/*a*');
      await tabTo(page, 'textarea', /^Config, as JSON/);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(JSON.stringify({ ...config, caps: { usdPerRun: 2, usdPerDay: 10 } }));
    });
    await page.getByText('It would change 3 agents').waitFor();
    assert.equal(mock.posts[0].json.dryRun, true);
    await tabTo(page, 'button', 'Apply it');
    await page.keyboard.press('Enter');
    await page.getByText(/^Applied to 3 agents/).waitFor();
    const { only, configs, dryRun } = mock.posts[1].json;
    assert.deepEqual([only, dryRun], ['society/*a*', false]);
    // Each keeps what it is, and gets what was changed.
    assert.deepEqual(configs.map((one) => [one.agent, one.actor, one.caps.usdPerRun]), ['ada', 'bea', 'cal'].map((name) => ['society/' + name, name, 2]));
    assert.deepEqual(configs[2], { ...config, caps: { usdPerRun: 2, usdPerDay: 10 } });
  });

  it('a question is approved by two keys, never by one', async () => {
    await visit(page, mock, ALL.inbox);
    await page.keyboard.press('Enter');
    await page.keyboard.press('y');
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Yes, approve send_message of society/bea' }).waitFor();
    assert.deepEqual(mock.posts, []);
    await page.keyboard.press('Escape');
    await page.keyboard.press('y');
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    assert.deepEqual(mock.posts, []);
    await page.keyboard.press('a');
    await page.keyboard.press('y');
    const json = await posted('do/answer');
    assert.deepEqual([json.approval, json.kind, json.argsHash.length], ['16f2edac5b164d10', 'approve', 64]);
  });

  it('a question is rejected with a reason, and single letters typed into it do nothing', async () => {
    await visit(page, mock, ALL.inbox);
    await tabTo(page, 'input', /^Reason/);
    await page.keyboard.type('a y r y');
    await tabTo(page, 'button', 'Reject');
    await page.keyboard.press('Enter');
    assert.deepEqual(mock.posts, []);
    await page.keyboard.press('Enter');
    const json = await posted('do/answer');
    assert.deepEqual([json.kind, json.reason], ['deny', 'a y r y']);
  });

  it('a question is approved with other arguments', async () => {
    await visit(page, mock, ALL.inbox);
    await tabTo(page, 'summary', 'Approve with other arguments');
    await page.keyboard.press('Enter');
    await tabTo(page, 'textarea', 'Arguments, as JSON');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{"userId":"user-456","content":"No."}');
    await tabTo(page, 'button', 'Approve as edited');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    const json = await posted('do/answer');
    assert.deepEqual([json.kind, json.args], ['edit', { userId: 'user-456', content: 'No.' }]);
  });

  it('the next question is reached with j, a write in doubt is another question', async () => {
    await visit(page, mock, ALL.inbox);
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'May society/gil join_battle?' }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Did buy_item of society/cal happen?' }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('y');
    assert.deepEqual(mock.posts, []);
    await page.keyboard.press('n');
    await page.keyboard.press('y');
    assert.deepEqual(await posted('do/confirm'), { agent: 'society/cal', action: 'society/cal:market-1#5.1', happened: false, reason: null });
  });

  it('dead letters are sent back, after a dry run', async () => {
    await visit(page, mock, ALL.letters);
    await tabTo(page, 'button', 'Choose all on this page');
    await page.keyboard.press('Enter');
    await deed('Send 3 letters back …', 'See what would go');
    await page.getByText('2 letters would go back to where they came from, 1 would be refused.').waitFor();
    await page.getByText('refused: past notAfter').waitFor();
    await tabTo(page, 'button', 'Send 2 letters back');
    await page.keyboard.press('Enter');
    await page.getByText('2 letters sent back').waitFor();
    assert.deepEqual(mock.posts.map((post) => [post.json.ids, post.json.dryRun]), [[['0:7', '0:6', '1:3'], true], [['0:7', '1:3'], false]]);
  });

  it('the journal is verified, and a run exported', async () => {
    await visit(page, mock, ALL.audit);
    await tabTo(page, 'button', 'Verify everything');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /128 folded again, in 1\.4 s/.test(document.querySelector('main [role=status]')?.textContent ?? ''));
    await visit(page, mock, ALL.audit + '?run=society%2Fcal%3Amarket-1');
    assert.equal(await page.getByRole('link', { name: 'Export this run' }).getAttribute('href'), '/api/audit/export?run=society%2Fcal%3Amarket-1');
  });

  it('the slider goes by entry, and with Shift by turn', async () => {
    await visit(page, mock, ALL.slider);
    const at = async (seq) => page.waitForFunction((expected) => location.search.includes('at=' + expected) && document.querySelector('.moment strong').textContent === '#' + expected, seq);
    await page.keyboard.press('ArrowRight');
    await at(10);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await at(8);
    await page.keyboard.press('Shift+ArrowRight');
    await at(9);
    await page.keyboard.press('Shift+ArrowRight');
    await at(12);
    await page.keyboard.press('Shift+ArrowLeft');
    await at(10);
  });

  it('the steps of a run are walked with the arrows', async () => {
    await visit(page, mock, ALL.run);
    await tabTo(page, 'div', 'Steps of the run');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: /^do_work/ }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'checked' }).waitFor();
    await page.keyboard.press('Home');
    await page.getByRole('heading', { name: 'run opened' }).waitFor();
  });

  it('a run is copied as Markdown, and the command that gets it', async () => {
    await visit(page, mock, ALL.run);
    await tabTo(page, 'button', 'Copy curl');
    await page.keyboard.press('Enter');
    await page.getByText('The command is copied').waitFor();
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^curl 'http.*\/api\/run\?run=society%2Fcal%3Amarket-1'/);
    await tabTo(page, 'button', 'Copy as Markdown');
    await page.keyboard.press('Enter');
    await page.getByText('The run is copied').waitFor();
    const markdown = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(markdown, /^# Run society\/cal:market\\-1\n/);
    assert.match(markdown, /### buy\\_item \(REFUSED\)/);
    assert.match(markdown, /Schema error: jobType: expected one of mining, trading, farming/);
  });

  it('pages are reached with g, the keys with ?, and single letters can be turned off', async () => {
    await visit(page, mock, ALL.now);
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await tabTo(page, 'input', 'Single letters do something');
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    await page.keyboard.press('a');
    await page.keyboard.press('y');
    assert.deepEqual(mock.posts, []);
  });

  it('a dialog gives the focus back, and Enter alone does nothing in it', async () => {
    await visit(page, mock, ALL.now);
    await tabTo(page, 'button', 'Halt everything …');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Enter');
    assert.ok(await page.locator('dialog[open]').count());
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Halt everything …');
    assert.deepEqual(mock.posts, []);
  });

  it('the skip link leads past the pages', async () => {
    await visit(page, mock, ALL.now);
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to the page');
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  });
});
