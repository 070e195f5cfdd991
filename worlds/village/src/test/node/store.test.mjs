import assert from "node:assert/strict";
import {appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {part} from "./village.mjs";

const {Store} = await part("store");
const DAY_MS = 86_400_000;

function folder(t) {
  const path = mkdtempSync(join(tmpdir(), "village-store-"));
  t.after(() => rmSync(path, {recursive: true}));
  return path;
}

/** As after a kill: the lock names a process that is no more. */
function again(path, clock, options = {}) {
  writeFileSync(join(path, "village.lock"), "999999999");
  return new Store(path, {now: () => clock.now, ...options});
}

test("what was told is there again after a crash, and what was cut off was never told", (t) => {
  const path = folder(t);
  const clock = {now: 1_000_000};
  const store = again(path, clock);
  store.begin("a1");
  store.end({action: "a1", status: "done", output: {}}, {row: ["emotes", {by: "mira"}],
    place: {npc: "mira", x: 32, y: 64}});
  store.begin("a2");
  store.heard({id: "l1", npc: "mira", player: "p1", at: 5}, {by: "Alex", to: "mira", text: "hi"});
  store.person({id: "p1", name: "Alex", lock: "x"});
  store.came("p1");
  appendFileSync(join(path, "village.log"), '{"answer":{"action":"a3","sta');

  const next = again(path, clock);
  assert.deepEqual(next.answer("a1"), {action: "a1", status: "done", output: {}});
  assert.equal(next.answer("a2"), null);
  assert.equal(next.answer("a3"), undefined);
  assert.deepEqual(next.rows("emotes"), [{by: "mira"}]);
  assert.deepEqual(next.place("mira"), {x: 32, y: 64});
  assert.equal(next.line("l1").player, "p1");
  assert.equal(next.knownPerson("p1").name, "Alex");
  assert.deepEqual(next.present(), ["p1"]);
});

test("a memory is whole from 300 seconds behind its birth", (t) => {
  const clock = {now: 1_000_000_000};
  const store = again(folder(t), clock);
  assert.equal(store.isWholeSince(1_000_000 + 300), false);
  assert.equal(store.isWholeSince(1_000_000 + 301), true);
});

test("what is too old to be asked for is left out, and the memory is as young as that", (t) => {
  const path = folder(t);
  const clock = {now: 10 * DAY_MS};
  const store = again(path, clock);
  store.end({action: "old", status: "done", output: {}});
  clock.now += DAY_MS;
  store.end({action: "young", status: "done", output: {}});
  clock.now += 1.5 * DAY_MS;

  const next = again(path, clock);
  assert.equal(next.answer("old"), undefined);
  assert.equal(next.answer("young").status, "done");
  assert.equal(next.isWholeSince((clock.now - 2 * DAY_MS) / 1000 + 300), false);
  assert.equal(next.isWholeSince((clock.now - 2 * DAY_MS) / 1000 + 301), true);
});

test("only so many rows of a kind are kept, the newest", (t) => {
  const path = folder(t);
  const store = again(path, {now: 1});
  for (let i = 0; i < 1_100; i++) {
    store.row("approaches", {by: `p${i}`});
  }
  assert.equal(store.rows("approaches").length, 1_000);
  assert.equal(again(path, {now: 1}).rows("approaches")[999].by, "p1099");
});

test("the file is made anew while the game runs, and forgets what nobody may ask for any more", (t) => {
  const path = folder(t);
  const clock = {now: 1_000_000};
  const store = again(path, clock, {mostLines: 50});
  store.end({action: "old", status: "done", output: {}});
  clock.now += 3 * 86_400_000;
  store.end({action: "new", status: "done", output: {}});
  for (let i = 0; i < 5_000; i++) {
    store.row("moves", {by: "bram", i});
  }
  assert.equal(store.answer("old"), undefined);
  assert.equal(store.answer("new").action, "new");
  const lines = readFileSync(join(path, "village.log"), "utf8").split("\n").length;
  assert.ok(lines < 1_100, `${lines} lines of 1,000 rows that are kept`);

  const next = again(path, clock);
  assert.equal(next.answer("new").action, "new");
  assert.equal(next.rows("moves").at(-1).i, 4_999);
});

test("one process at a time", (t) => {
  const path = folder(t);
  const held = `${process.ppid} ${began(process.ppid)}`;
  writeFileSync(join(path, "village.lock"), held);
  assert.throws(() => new Store(path), /plays in this folder/);
  assert.equal(readFileSync(join(path, "village.lock"), "utf8"), held);
});

test("a number that another process has by now holds nothing, nor does a torn lock", (t) => {
  for (const lock of [`${process.ppid} 1`, `${process.pid} ${began(process.pid)}`, "1 1", "", "x"]) {
    const path = folder(t);
    writeFileSync(join(path, "village.lock"), lock);
    new Store(path);
    assert.equal(readFileSync(join(path, "village.lock"), "utf8"), `${process.pid} ${began(process.pid)}`);
  }
});

function began(pid) {
  const [, rest] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8"));
  return rest.split(" ")[19];
}
