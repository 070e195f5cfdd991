import assert from "node:assert/strict";
import {test} from "node:test";
import {part, within} from "./village.mjs";

const {Watch} = await part("watch");
const {Lanes} = await part("lanes");
const {Attention} = await part("attention");
const {Bucket} = await part("people");

/** A square of one's own, on which only Alex walks. Mira stands at 0, 0; the others far off. */
function watching({idleMs = 1_000} = {}) {
  const clock = {now: 0};
  const now = () => clock.now;
  const alex = {id: "p1", name: "Alex", kind: "player", x: 3_200, y: 0};
  const npcs = ["mira", "bram", "odo"].map((id, i) =>
    ({id, name: id, kind: "npc", x: 0, y: i * 32_000}));
  const told = {moved: [], triggers: [], all: []};
  const lanes = new Lanes({now});
  const attention = new Attention({now});
  const watch = new Watch({
    square: {entities: () => [...npcs, {...alex}], players: () => [alex],
      npc: (id) => npcs.find((npc) => npc.id === id)},
    store: {row: () => {}},
    teller: {
      moved: (entity) => {
        told.moved.push(entity);
        told.all.push(`moved ${entity.id}`);
      },
      trigger: (npc, {kind}) => {
        told.triggers.push(`${npc} ${kind}`);
        told.all.push(`${npc} ${kind}`);
      },
    },
    lanes, attention, idleMs, now,
  });
  const at = (tiles) => {
    alex.x = tiles * 32;
    watch.look();
  };
  return {clock, lanes, attention, watch, told, at};
}

/** All that was due has run. */
function turn() {
  return new Promise((resolve) => setImmediate(resolve));
}

test("one trigger an approach: near at three tiles, and gone only beyond four", () => {
  const {told, at} = watching();
  const WALK = [
    [3.1, 0], [3, 1], [2, 1], [3.5, 1], [2.9, 1], [4, 1], [3, 1], [4.01, 1], [3.5, 1], [3, 2], [1, 2],
  ];
  for (const [tiles, approaches] of WALK) {
    at(tiles);
    assert.equal(told.triggers.length, approaches, `at ${tiles} tiles`);
  }
});

test("the walk is told before the approach that it led to", () => {
  const {clock, told, at} = watching({idleMs: 1_000_000});
  at(5);
  clock.now = 250;
  at(2);
  assert.deepEqual(told.all, ["moved p1", "mira player.proximity"]);
});

test("who comes again comes near anew", () => {
  const {told, at, watch} = watching();
  at(2);
  watch.forget("p1");
  at(2);
  assert.equal(told.triggers.filter((each) => each === "mira player.proximity").length, 2);
});

test("quiet is counted from the last thing that happened, and not while somebody is at something", async () => {
  const {clock, lanes, attention, told, watch, at} = watching();
  at(100);
  let done;
  const work = lanes.run("mira", () => new Promise((resolve) => {
    done = resolve;
  }));
  await turn();
  clock.now = 5_000; // bram and odo have been quiet for long
  watch.look();
  assert.deepEqual(told.triggers, ["bram idle.tick", "odo idle.tick"]);
  done();
  await work;
  await turn();
  clock.now = 5_999;
  watch.look();
  assert.equal(told.triggers.length, 2);
  clock.now = 6_000;
  watch.look();
  assert.equal(told.triggers[2], "mira idle.tick");

  // what was told waits for what becomes of it, but not for ever
  clock.now = 20_000;
  watch.look();
  assert.equal(told.triggers.length, 3);
  attention.acted("mira");
  watch.look();
  assert.equal(told.triggers[3], "mira idle.tick");
  clock.now = 35_001;
  watch.look();
  assert.deepEqual(told.triggers.slice(4), ["bram idle.tick", "odo idle.tick"]);
});

test("a line that was not answered holds idleness back, whatever else is done", () => {
  const {clock, attention, told, watch, at} = watching();
  at(100);
  attention.asked("l1", "mira", "p1");
  attention.acted("mira");
  clock.now = 2_000;
  watch.look();
  assert.ok(!told.triggers.includes("mira idle.tick"));
  attention.answered("l1");
  watch.look();
  assert.ok(told.triggers.includes("mira idle.tick"));
});

test("moves are told by the tile, at most four times a second, and where they ended", () => {
  const told = [];
  let now = 0;
  const alex = {id: "p2", kind: "player", x: 0, y: 0};
  const walking = new Watch({square: {entities: () => [{...alex}], players: () => []},
    teller: {moved: ({x}) => told.push(x / 32)}, now: () => now});
  const STEPS = [
    [0, 0, 0], [0.5, 250, 0], [1.2, 500, 1], [2.2, 600, 1], [2.4, 750, 2], [2.4, 1_000, 2],
    [2.5, 1_250, 2], [2.5, 1_500, 3], [2.5, 1_750, 3],
  ];
  for (const [tiles, at, count] of STEPS) {
    alex.x = tiles * 32;
    now = at;
    walking.tellMoves();
    assert.equal(told.length, count, `at ${tiles} after ${at} ms`);
  }
  assert.deepEqual(told, [1.2, 2.4, 2.5]);
});

test("a lane takes so many, and one that failed does not stop it", async () => {
  const lanes = new Lanes();
  const runs = Array.from({length: 32}, (_, i) => lanes.run("mira", async () => {
    if (i === 0) {
      throw new Error("no");
    }
    return i;
  }));
  assert.equal(lanes.run("mira", () => {}), null);
  await assert.rejects(runs[0], /no/);
  assert.equal(await runs[31], 31);
  await turn();
  assert.equal(lanes.isBusy("mira"), false);
});

test("a bucket gives so many at once, and so many a second", () => {
  let now = 0;
  const bucket = new Bucket(2, 3, () => now);
  assert.deepEqual([1, 2, 3, 4].map(() => bucket.take()), [true, true, true, false]);
  now = 500;
  assert.deepEqual([1, 2].map(() => bucket.take()), [true, false]);
  now = 3_600_000;
  assert.deepEqual([1, 2, 3, 4].map(() => bucket.take()), [true, true, true, false]);
});

test("a walk that never ends is given up", async () => {
  const {guarded} = await part("square");
  let given = 0;
  await within(2_000, guarded(new Promise(() => {}), () => given++, 20), "the walk to be given up");
  await guarded(Promise.resolve(), () => given++, 20);
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(given, 1);
});
