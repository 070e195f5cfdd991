import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {setTimeout as pause} from "node:timers/promises";
import {village} from "./village.mjs";

const STEP = {actor: "mira", tool: "move", args: {direction: "right"}};

async function begun(self, action) {
  for (let i = 0; i < 500; i++) {
    if (self.stored().some((line) => line.begun === action)) {
      return;
    }
    await pause(20);
  }
  throw new Error(`${action} did not begin`);
}

test("the same id acts once: at once, later, and behind a kill and a new start", async (t) => {
  const self = await village(t);
  const {gateway, start} = self;
  let game = await start();
  const both = await Promise.all([1, 2].map(() => gateway.do({action: "one", ...STEP})));
  const later = await gateway.do({action: "one", ...STEP});
  await game.kill();
  game = await start();
  const behind = await gateway.do({action: "one", ...STEP});
  const asked = await gateway.do({action: "one", again: true, ...STEP});
  assert.equal(both[0].status, "done");
  for (const answer of [both[1], later, behind, asked]) {
    assert.deepEqual(answer, both[0]);
  }
  assert.equal((await game.seen("moves")).length, 1);
  assert.deepEqual(await game.place("mira"), {x: 4, y: 4});
});

test("what was refused is refused again, though it would be possible by now", async (t) => {
  const {gateway, start, enter} = await village(t);
  const game = await start();
  const say = {action: "hello", actor: "mira", tool: "say", args: {message: "Hello"}};
  assert.equal((await gateway.do(say)).error.code, "nobody_here");
  const alex = await enter(game, "Alex");
  assert.equal((await gateway.do(say)).error.code, "nobody_here");
  assert.equal(alex.said.length, 0);
});

test("what was cut off by a kill is unknown for ever, and is not done again", async (t) => {
  const self = await village(t);
  const {gateway, start} = self;
  let game = await start();
  gateway.do({action: "long", actor: "mira", tool: "pause", args: {ms: 10_000}}).catch(() => {});
  const waits = gateway.do({action: "behind", ...STEP});
  await begun(self, "long");
  await game.kill();
  game = await start();
  // a new connection is asked about both; what waited behind never began, but this store is young
  const [long, behind] = [await gateway.until(() =>
    gateway.answers.find(({action}) => action === "long"), "an answer about 'long'"), await waits];
  assert.deepEqual(long, {action: "long", status: "unknown"});
  assert.deepEqual(behind, {action: "behind", status: "unknown"});
  assert.deepEqual(await gateway.do({action: "long", actor: "mira", tool: "pause", args: {ms: 1}}),
    {action: "long", status: "unknown"});
});

test("of what was issued long behind its birth a store knows that it was not done", async (t) => {
  const self = await village(t);
  writeFileSync(join(self.folder, "village.log"), `{"born":${Date.now() - 3_600_000}}\n`);
  const {gateway, start} = self;
  const game = await start();
  const issued = Math.floor(Date.now() / 1000);
  const TOLD = [[issued, "not_done"], [issued - 3_600, "unknown"], [undefined, "unknown"]];
  for (const [when, status] of TOLD) {
    const action = `never-${when}`;
    assert.deepEqual(await gateway.do({action, again: true, ...STEP, issued: when}), {action, status});
  }
  // and after that word it may be ordered
  assert.equal((await gateway.do({action: `never-${issued}`, ...STEP})).status, "done");
  assert.equal((await game.seen("moves")).length, 1);
});

test("an answer that was lost on its way is asked for, and is the same", async (t) => {
  const {gateway, start} = await village(t);
  const game = await start();
  gateway.losesNextAnswer = true;
  const answer = await gateway.do({action: "lost", ...STEP});
  assert.equal(answer.output.moved, 1);
  assert.equal((await game.seen("moves")).length, 1);
});

test("a question about what is being done waits for its end", async (t) => {
  const {gateway, start} = await village(t);
  await start();
  const order = {action: "slow", actor: "mira", tool: "pause", args: {ms: 1_000}};
  const first = gateway.do(order);
  const asked = gateway.do({...order, again: true});
  assert.equal((await asked).status, "done");
  assert.equal((await first).status, "done");
});

test("before an answer goes out it lies in the store, with what it did", async (t) => {
  const self = await village(t);
  const {gateway, start} = self;
  await start();
  const answer = await gateway.do({action: "kept", ...STEP});
  const lines = self.stored();
  const end = lines.findIndex((line) => line.answer?.action === "kept");
  assert.ok(lines.findIndex((line) => line.begun === "kept") < end);
  assert.deepEqual(lines[end].answer, answer);
  assert.equal(lines[end].row[0], "moves");
  assert.deepEqual(lines[end].place, {npc: "mira", x: 128, y: 128});
});

test("what the game has seen is seen behind a kill, too", async (t) => {
  const self = await village(t);
  const {gateway, start, enter} = self;
  let game = await start();
  const alex = await enter(game, "Alex");
  await alex.goTo("mira", 2.5);
  const {line} = await alex.say("Good day", "Mira");
  await gateway.do({action: "r", actor: "mira", tool: "reply", args: {message: "And you", replyTo: line}});
  await gateway.do({action: "m", ...STEP});
  const before = await Promise.all(["spoken", "moves", "approaches", "emotes"].map((kind) => game.seen(kind)));
  await game.kill();
  game = await start();
  const after = await Promise.all(["spoken", "moves", "approaches", "emotes"].map((kind) => game.seen(kind)));
  assert.deepEqual(after, before);
  assert.equal(before[0].length, 2);
  assert.equal(before[2].length, 1);
  // an answer may still name what was said before the kill; but its speaker is not here
  assert.equal((await gateway.do({action: "late", actor: "mira", tool: "reply",
    args: {message: "Hm", replyTo: line}})).error.code, "nobody_here");
  assert.ok(readFileSync(join(self.folder, "village.log"), "utf8").endsWith("\n"));
});
