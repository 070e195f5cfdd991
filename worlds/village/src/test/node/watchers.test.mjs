import assert from "node:assert/strict";
import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {request} from "node:http";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {setTimeout as pause} from "node:timers/promises";
import {part, village, within} from "./village.mjs";

const needed = createRequire(join(process.env.VILLAGE_GAME, "package.json"));
const {io} = needed("socket.io-client");
const msgpack = needed("msgpack-lite");
const WebSocket = needed("ws");
const {Watchers} = await part("watchers");

/** A folder with a page, and beside it what is nobody's business. */
function page(t) {
  const folder = mkdtempSync(join(tmpdir(), "village-page-"));
  t.after(() => rmSync(folder, {recursive: true}));
  mkdirSync(join(folder, "built", "deeper"), {recursive: true});
  writeFileSync(join(folder, "secret.js"), "secret");
  writeFileSync(join(folder, "built", "index.html"), "<!doctype html>");
  writeFileSync(join(folder, "built", "main.js"), "void 0;");
  writeFileSync(join(folder, "built", "notes.txt"), "secret");
  writeFileSync(join(folder, "built", "deeper", "main.js"), "secret");
  symlinkSync(join(folder, "secret.js"), join(folder, "built", "linked.js"));
  return join(folder, "built");
}

class Watcher {
  scene;
  bodies = new Map();
  told = [];

  static async come(t, game, auth) {
    const watcher = new Watcher();
    const socket = io(`${game.url}/watch`, {transports: ["websocket"], reconnection: false, forceNew: true, auth});
    t.after(() => socket.disconnect());
    watcher.socket = socket;
    socket.on("loadScene", (scene) => {
      watcher.scene = scene;
    });
    socket.on("w", (bytes) => {
      const [, , {events}] = msgpack.decode(new Uint8Array(bytes));
      Object.entries(events).forEach(([id, body]) =>
        (body.deleted ? watcher.bodies.delete(id) : watcher.bodies.set(id, body)));
    });
    for (const name of ["said", "felt", "gui.open"]) {
      socket.on(name, (message) => watcher.told.push([name, message]));
    }
    watcher.ended = new Promise((resolve) => socket.once("disconnect", resolve));
    await within(5_000, new Promise((resolve, reject) => {
      socket.once("w", resolve);
      socket.once("connect_error", reject);
    }), "the square to be seen");
    return watcher;
  }

  async until(holds, what) {
    for (const since = Date.now(); Date.now() - since < 5_000; await pause(20)) {
      if (holds(this)) {
        return;
      }
    }
    assert.fail(`${what}: ${JSON.stringify([...this.bodies.values()])} ${JSON.stringify(this.told)}`);
  }
}

test("who watches sees all that is and is said, and is nobody on the square", async (t) => {
  const {gateway, start, enter, stored} = await village(t);
  const game = await start({page: page(t)});
  await gateway.until(() => gateway.changes("put").length === 7, "all that is there");
  const watcher = await Watcher.come(t, game);
  assert.equal(watcher.scene.data.tilesets[0].image.source, "tiles.png", "no folder of this machine");
  assert.equal(watcher.scene.data.layers[0].data.length, 300);
  assert.deepEqual([...watcher.bodies.keys()].sort(), ["bram", "gate", "mira", "odo", "oven", "well"]);

  const alone = await gateway.do({action: "a", actor: "mira", tool: "say", args: {message: "Hello?"}});
  assert.equal(alone.error.code, "nobody_here");
  const {output: seen} = await gateway.do({action: "b", actor: "mira", tool: "look", effect: "read"});
  assert.deepEqual([seen.near.length, seen.more], [5, 0]);
  assert.deepEqual(await game.seen("places?kind=player"), []);

  const alex = await enter(game, "Alex");
  await alex.goTo("mira", 2.5);
  await watcher.until(({bodies}) => bodies.get(alex.id)?.position.x === alex.place.x * 32
    && bodies.get(alex.id).position.y === alex.place.y * 32, "Alex to be seen where he is");
  assert.deepEqual([watcher.bodies.get(alex.id).name, watcher.bodies.get(alex.id).layout.center.lines[0].col[0].value],
    ["Alex", "player"]);
  await alex.say("Good day", "Mira");
  await gateway.do({action: "c", actor: "mira", tool: "say", args: {message: "Good day, Alex"}});
  await gateway.do({action: "d", actor: "odo", tool: "emote", args: {emote: "think"}});
  const {output: walked} = await gateway.do({action: "e", actor: "odo", tool: "move", args: {direction: "down"}});
  assert.equal(walked.moved, 1);
  await watcher.until(({told, bodies}) => told.length === 3 && bodies.get("odo").position.y === 160, "what happened");
  assert.deepEqual(watcher.told.map(([name, {by, text, feeling}]) => [name, by, text ?? feeling]),
    [["said", "Alex", "Good day"], ["said", "mira", "Good day, Alex"], ["felt", "odo", "think"]]);
  alex.leave();
  await watcher.until(({bodies}) => !bodies.has(alex.id), "Alex to be gone");

  await gateway.until(() => gateway.changes("removed", alex.id)[0], "Alex's going to be told");
  const known = new Set(["square", "bram", "gate", "mira", "odo", "oven", "well", alex.id]);
  assert.deepEqual(gateway.events.map(({data}) => data.change?.entity).filter((id) => id && !known.has(id)), []);
  assert.deepEqual(gateway.triggers("player.proximity").map(({data}) => data.subject.id), [alex.id]);
  assert.equal(stored().filter((line) => JSON.stringify(line).includes(watcher.socket.id)).length, 0);
});

test("who comes later sees the square as it is by then", async (t) => {
  const {gateway, start} = await village(t);
  const game = await start({page: page(t)});
  const first = await Watcher.come(t, game);
  await gateway.do({action: "a", actor: "odo", tool: "move", args: {direction: "down"}});
  await first.until(({bodies}) => bodies.get("odo").position.y === 160, "a step");
  const second = await Watcher.come(t, game);
  assert.deepEqual(second.bodies.get("odo").position, {x: 512, y: 160, z: 0});
  first.socket.disconnect();
  await gateway.do({action: "b", actor: "odo", tool: "move", args: {direction: "down"}});
  await second.until(({bodies}) => bodies.get("odo").position.y === 192, "another step");
});

const SAYINGS = [
  ["move", {input: [1], frame: 1}],
  ["say", {text: "I am here"}, () => {}],
  ["gui.exit", null],
  [":action", {name: "remove", value: true}],
  ["said", {by: "mira", text: "words of others"}],
];

test("who watches and says anything is put out, and nothing comes of it", async (t) => {
  const {gateway, start} = await village(t);
  const game = await start({page: page(t)});
  const other = await Watcher.come(t, game);
  for (const said of SAYINGS) {
    await t.test(said[0], async (each) => {
      const watcher = await Watcher.come(each, game, {name: "Alex", key: "the-key-of-alex", token: "x"});
      watcher.socket.emit(...said);
      assert.equal(await within(5_000, watcher.ended, "the end"), "io server disconnect");
    });
  }
  assert.deepEqual([await game.seen("spoken"), await game.seen("places?kind=player"), other.told], [[], [], []]);
  assert.deepEqual(gateway.triggers("player.says"), []);
});

/** As soon as the game has noticed who went. */
async function comesIn(t, game) {
  for (const until = Date.now() + 15_000; ; await pause(50)) {
    try {
      return await Watcher.come(t, game);
    } catch (refused) {
      if (!/full/.test(refused.message) || Date.now() > until) {
        throw refused;
      }
    }
  }
}

test("no more than sixteen watch, and players come in all the same", async (t) => {
  const {start, enter} = await village(t);
  const game = await start({page: page(t)});
  const all = await Promise.all(Array.from({length: 16}, () => Watcher.come(t, game)));
  await assert.rejects(Watcher.come(t, game), /full/);
  await enter(game, "Alex");
  all[0].socket.disconnect();
  await comesIn(t, game);
});

test("a connection has one place, however often it asks in one go", async (t) => {
  const {start} = await village(t);
  const game = await start({page: page(t)});
  const socket = new WebSocket(`${game.url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
  t.after(() => socket.terminate());
  const ended = new Promise((resolve) => socket.once("close", resolve));
  let [letIn, refused] = [0, 0];
  socket.on("message", (packet) => {
    letIn += /^40\/watch,/.test(packet) ? 1 : 0;
    refused += /^44\/watch,.*full/.test(packet) ? 1 : 0;
  });
  await within(5_000, new Promise((resolve) => socket.once("message", resolve)), "the connection");
  socket._socket.cork();
  for (let i = 0; i < 40; i++) {
    socket.send("40/watch,");
  }
  socket._socket.uncork();
  await Promise.race([within(5_000, ended, "the end").catch(() => {}), (async () => {
    while (letIn + refused < 40) {
      await pause(20);
    }
  })()]);
  assert.equal(letIn, 1);
  socket.terminate();
  const all = await Promise.all(Array.from({length: 16}, () => comesIn(t, game)));
  assert.equal(all.length, 16, "its place is free again");
});

test("who does not take what comes is put out", () => {
  const sockets = new Map();
  const watchers = new Watchers();
  watchers.open({of: () => ({sockets, use() {}, on() {}})});
  const watcher = (waiting) => {
    const got = [];
    return {got, conn: {writeBuffer: Array(waiting)}, emit: (...packet) => got.push(packet[0]),
      disconnect: (whole) => got.push(`out ${whole}`)};
  };
  const [quick, slow] = [watcher(64), watcher(65)];
  sockets.set("quick", quick).set("slow", slow);
  watchers.tell("said", {});
  assert.deepEqual([quick.got, slow.got], [["said"], ["out true"]]);
});

const ELSEWHERE = [
  "/../secret.js", "/%2e%2e/secret.js", "/..%2fsecret.js", "/built/../../secret.js", "//secret.js", "/./main.js",
  "/linked.js", "/notes.txt", "/deeper/main.js", "/__proto__", "/index.html", "/main.js/", "http://other/main.js",
];

test("the page's own files are served, and no other", async (t) => {
  const {start} = await village(t);
  const game = await start({page: page(t)});
  const [first, script] = await Promise.all([ask(game, "/"), ask(game, "/main.js?x=1")]);
  assert.deepEqual([first.status, first.body, first.headers["content-type"]],
    [200, "<!doctype html>", "text/html; charset=utf-8"]);
  assert.deepEqual([script.status, script.body, script.headers["content-type"]],
    [200, "void 0;", "text/javascript; charset=utf-8"]);
  assert.match(first.headers["content-security-policy"], /^default-src 'none'; script-src 'self';/);
  assert.equal(first.headers["x-content-type-options"], "nosniff");
  for (const path of ELSEWHERE) {
    const {status, body} = await ask(game, path);
    assert.equal(status, 404, `${path}: ${body}`);
  }
  assert.equal((await ask(game, "/", {method: "POST"})).status, 405);
  assert.equal((await ask(game, "/", {headers: {host: "village.example"}})).status, 421);
  assert.equal((await ask(game, "/seen/places")).status, 200);
});

test("without a page nobody watches", async (t) => {
  const {start} = await village(t);
  const game = await start();
  assert.equal((await ask(game, "/")).status, 404);
  await assert.rejects(Watcher.come(t, game), /Invalid namespace/);
  await game.kill();
  await assert.rejects(start({page: tmpdir()}), /GAME_PAGE has no index.html/);
  await assert.rejects(start({page: "/nowhere"}), /ENOENT/);
});

/** As the path stands there: `fetch` would straighten it. */
function ask(game, path, {method = "GET", headers = {}} = {}) {
  return new Promise((resolve, reject) => {
    request({host: "127.0.0.1", port: game.port, path, method, headers}, async (reply) => {
      const body = [];
      for await (const chunk of reply) {
        body.push(chunk);
      }
      resolve({status: reply.statusCode, headers: reply.headers, body: Buffer.concat(body).toString()});
    }).once("error", reject).end();
  });
}
