import assert from "node:assert/strict";
import {test} from "node:test";
import {village} from "./village.mjs";

const LONG = "🙂".repeat(200);
const done = (output) => ({status: "done", output});
const refused = (code, field) => ({status: "refused", error: field ? {code, field} : {code}});

/** In this order, on one square with Alex on it and nobody near. Bram has a wall above him. */
const TABLE = [
  ["a step", {actor: "mira", tool: "move", args: {direction: "right"}}, done({moved: 1, x: 4, y: 4})],
  ["a step back", {actor: "mira", tool: "move", args: {direction: "left"}}, done({moved: 1, x: 3, y: 4})],
  ["a step down", {actor: "mira", tool: "move", args: {direction: "down"}}, done({moved: 1, x: 3, y: 5})],
  ["a step up", {actor: "mira", tool: "move", args: {direction: "up"}}, done({moved: 1, x: 3, y: 4})],
  ["a step into a wall", {actor: "bram", tool: "move", args: {direction: "up"}}, refused("blocked")],
  ["a step beside a wall", {actor: "bram", tool: "move", args: {direction: "left"}}, done({moved: 1, x: 9, y: 4})],
  ["a step along a wall", {actor: "bram", tool: "move", args: {direction: "up"}}, done({moved: 1, x: 9, y: 3})],
  ["a step nowhere", {actor: "mira", tool: "move", args: {direction: "north"}}, refused("bad_args", "direction")],
  ["a step to __proto__", {actor: "mira", tool: "move", args: {direction: "__proto__"}}, refused("bad_args", "direction")],
  ["words to the nearest", {actor: "mira", tool: "say", args: {message: "Hello"}}, done({message: "Hello", to: "Alex"})],
  ["words to a name", {actor: "mira", tool: "say", args: {message: "Hello", to: "Alex"}}, done({message: "Hello", to: "Alex"})],
  ["words to nobody", {actor: "mira", tool: "say", args: {message: "Hello", to: "Zoe"}}, refused("nobody_here")],
  ["as many words as fit", {actor: "mira", tool: "say", args: {message: LONG}}, done({message: LONG, to: "Alex"})],
  ["too many words", {actor: "mira", tool: "say", args: {message: `${LONG}x`}}, refused("bad_args", "message")],
  ["no words", {actor: "mira", tool: "say", args: {message: " \u0000 "}}, refused("bad_args", "message")],
  ["words that are none", {actor: "mira", tool: "say", args: {message: 7}}, refused("bad_args", "message")],
  ["an answer to nothing", {actor: "mira", tool: "reply", args: {message: "Yes", replyTo: "l-x"}}, refused("no_such_line", "replyTo")],
  ["a wave", {actor: "odo", tool: "emote", args: {emote: "wave"}}, done({shown: "wave"})],
  ["a feeling unknown", {actor: "odo", tool: "emote", args: {emote: "toString"}}, refused("bad_args", "emote")],
  ["a pause", {actor: "odo", tool: "pause", args: {ms: 10}}, done({paused: 10})],
  ["too long a pause", {actor: "odo", tool: "pause", args: {ms: 10_001}}, refused("bad_args", "ms")],
  ["half a pause", {actor: "odo", tool: "pause", args: {ms: 0.5}}, refused("bad_args", "ms")],
  ["a dance", {actor: "odo", tool: "dance"}, refused("unknown_tool")],
  ["a read that would write", {actor: "odo", tool: "emote", effect: "read", args: {emote: "wave"}}, refused("unknown_tool")],
  ["a stranger's step", {actor: "zoe", tool: "move", args: {direction: "up"}}, refused("no_such_actor")],
  ["no arguments", {actor: "odo", tool: "emote", args: null}, refused("bad_args", "args")],
  ["a step too late", {actor: "mira", tool: "move", args: {direction: "up"}, notAfter: "2020-01-01T00:00:00Z"},
    {status: "failed", error: {code: "expired"}}],
  ["a step with no time", {actor: "mira", tool: "move", args: {direction: "up"}, notAfter: "soon"},
    {status: "failed", error: {code: "expired"}}],
];

test("each skill does what it says, and says what it did not", async (t) => {
  const {gateway, start, enter} = await village(t);
  const game = await start();
  await enter(game, "Alex");
  const done = [];
  for (const [i, [what, order, expected]] of TABLE.entries()) {
    await t.test(what, async () => {
      const answer = await gateway.do({action: `table#${i}`, ...order});
      const {action, version, ...said} = answer;
      assert.equal(version !== undefined, said.output?.moved !== undefined, "a walk says how it is told");
      if (said.error !== undefined) {
        assert.ok(said.error.message.length > 5, "it says why");
        delete said.error.message;
      }
      assert.equal(action, `table#${i}`);
      assert.deepEqual(said, expected);
      if (said.status === "done" && !["look", "pause"].includes(order.tool)) {
        done.push(action);
      }
    });
  }
  assert.deepEqual(await game.place("mira"), {x: 3, y: 4});
  assert.deepEqual(await game.place("bram"), {x: 9, y: 3});
  assert.deepEqual((await game.seen("moves?blocked=true")).map(({by}) => by), ["bram"]);
  assert.equal((await game.seen("spoken?by=mira")).length, 3);
  assert.deepEqual((await game.seen("emotes")).map(({by, emote}) => [by, emote]), [["odo", "wave"]]);
  assert.deepEqual((await game.seen("deeds")).map(({action}) => action).sort(), done.sort(),
    "what was done is named, and nothing else");
});

test("an NPC looks around, without itself, the nearest first", async (t) => {
  const {gateway, start, enter} = await village(t);
  const game = await start();
  const alex = await enter(game, "Alex");
  await alex.goTo("mira", 2.5);
  const {output} = await gateway.do({action: "look#1", actor: "mira", tool: "look", effect: "read"});
  assert.deepEqual([output.place, output.x, output.y], ["the village square", 3, 4]);
  assert.equal(output.near.length, 5);
  const [alexSeen, oven] = ["Alex", "the oven"].map((name) => output.near.find((each) => each.name === name));
  assert.ok(alexSeen.tiles <= 2.5 && alexSeen.kind === "player");
  assert.deepEqual(oven, {name: "the oven", kind: "object", tiles: 2.2, to: "northwest"});
  assert.deepEqual(output.near.map(({tiles}) => tiles), output.near.map(({tiles}) => tiles).sort((a, b) => a - b));
  assert.equal(output.more, 1);
  assert.ok(!output.near.some(({name}) => name === "Mira"));
});

test("two moves of one NPC at once are two tiles, and neither is cut short by the other", async (t) => {
  const {gateway, start} = await village(t);
  const game = await start();
  const ways = ["right", "down", "right", "down"];
  const answers = await Promise.all(ways.map((direction, i) =>
    gateway.do({action: `both#${i}`, actor: "mira", tool: "move", args: {direction}})));
  assert.deepEqual(answers.map(({output}) => output.moved), [1, 1, 1, 1]);
  assert.deepEqual(await game.place("mira"), {x: 5, y: 6});
});

test("who stands still holds up nobody else", async (t) => {
  const {gateway, start} = await village(t);
  await start();
  const order = [];
  const still = gateway.do({action: "still#1", actor: "mira", tool: "pause", args: {ms: 8_000}})
    .then(() => order.push("mira"));
  await gateway.do({action: "walk#1", actor: "odo", tool: "move", args: {direction: "down"}});
  order.push("odo");
  await still;
  assert.deepEqual(order, ["odo", "mira"]);
});

test("who is stopped in the midst of a tile says how far it came, and finds back to the grid", async (t) => {
  const {gateway, start, enter} = await village(t);
  const game = await start();
  const alex = await enter(game, "Alex");
  // Odo stands at 16, 4. Alex stands a tile and a half below him.
  await alex.walkTo(16, 7);
  for (let i = 0; i < 4; i++) {
    alex.send("move", {input: [1], frame: i});
  }
  await alex.until(() => alex.place.y === 6.5, "Alex to stand at 6.5");
  const part = await gateway.do({action: "part#1", actor: "odo", tool: "move", args: {direction: "down"}});
  const stopped = await gateway.do({action: "part#2", actor: "odo", tool: "move", args: {direction: "down"}});
  assert.equal(part.output.moved, 1);
  assert.equal(stopped.output.blocked, true);
  assert.ok(stopped.output.moved > 0 && stopped.output.moved <= 0.5, `${stopped.output.moved}`);
  const [, row] = await game.seen("moves?by=odo");
  assert.equal(row.pixels, stopped.output.moved * 32);
  await gateway.do({action: "part#3", actor: "odo", tool: "move", args: {direction: "up"}});
  assert.deepEqual(await game.place("odo"), {x: 16, y: 5});
});

test("a player who leaves with an open text box holds up nobody", async (t) => {
  const {gateway, start, enter} = await village(t);
  const game = await start();
  const rude = await enter(game, "Rude", {rude: true});
  const first = await gateway.do({action: "rude#1", actor: "mira", tool: "say", args: {message: "Hello"}});
  assert.equal(first.status, "done");
  await rude.until(() => rude.boxes === 1, "a text box");
  rude.leave();
  await gateway.until(() => gateway.changes("removed", rude.id)[0], "Rude to be gone");
  const second = await gateway.do({action: "rude#2", actor: "mira", tool: "say", args: {message: "Hello?"}});
  assert.equal(second.error.code, "nobody_here");
  const third = await gateway.do({action: "rude#3", actor: "mira", tool: "move", args: {direction: "right"}});
  assert.equal(third.output.moved, 1);
});
