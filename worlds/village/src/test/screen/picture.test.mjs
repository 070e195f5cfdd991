// The page as a browser draws it. VILLAGE_GAME names the game's folder and VILLAGE_WATCH the page's,
// both with their packages; BROWSER is a Chromium, and PICTURES where the pictures are left.

import assert from "node:assert/strict";
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {setTimeout as pause} from "node:timers/promises";
import {pathToFileURL} from "node:url";
import {village} from "../node/village.mjs";
import {Browser} from "./browser.mjs";

const {VILLAGE_WATCH, BROWSER = "chromium", PICTURES = "."} = process.env;
const own = (name) => import(pathToFileURL(join(VILLAGE_WATCH, name)));
const {FIGURES, FRAME} = await own("looks.mjs");
const {decoded} = await own("png.mjs");

// twice as large as the square, which is 20 tiles to 15
const [SIZE, ZOOM, TILE] = [{width: 1280, height: 960}, 2, 32];
const LIMIT_MS = 120_000;
const GRASS = "#5a9e4b";
const WALL = "#776a5c";
const BUBBLE = {mira: "#fffdf5", player: "#fff0c2"};

/** In pixels of a picture, what a body takes up there; the frame is higher than it, and as wide. */
function frameOf({x, y}) {
  const [left, foot] = [x * TILE, y * TILE + FRAME.body];
  return {left: left * ZOOM, right: (left + FRAME.width) * ZOOM, top: (foot - FRAME.height) * ZOOM, bottom: foot * ZOOM};
}

/** Which share of a part of the picture has that colour. */
function share(picture, {left, right, top, bottom}, colour) {
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      count += picture.at(x, y) === colour ? 1 : 0;
    }
  }
  return count / ((right - left) * (bottom - top));
}

test("who watches sees the map, who stands where, and what a villager says over that one", async (t) => {
  const {gateway, start, enter} = await village(t);
  const game = await start({page: join(VILLAGE_WATCH, "built")});
  const browser = await Browser.open(BROWSER, SIZE);
  t.after(() => browser.close());
  mkdirSync(PICTURES, {recursive: true});
  /** The first picture on which that holds. The last one is left to be looked at, whatever is on it. */
  const taken = async (name, holds, what) => {
    for (const since = Date.now(); Date.now() - since < LIMIT_MS; await pause(250)) {
      const bytes = await browser.picture();
      writeFileSync(join(PICTURES, `${name}.png`), bytes);
      const picture = decoded(bytes);
      if (holds(picture)) {
        return picture;
      }
    }
    return assert.fail(`${what}: see ${name}.png`);
  };
  const alex = await enter(game, "Alex");
  await alex.goTo("mira", 2.5);
  await browser.goTo(`${game.url}/?stay=600`);
  await browser.until("document.querySelectorAll('.name').length === 7", "the square to be drawn");

  const places = await game.seen("places");
  const figures = places.filter(({kind}) => kind !== "object")
    .map(({id, kind, x, y}) => ({id, x, y, shirt: FIGURES[kind === "player" ? "player" : id].shirt}));
  assert.equal(figures.length, 4);
  const quiet = await taken("quiet", (picture) => figures.every(({shirt, ...place}) =>
    share(picture, frameOf(place), shirt) > 0.1), "everybody to be seen where they are");
  assert.deepEqual([quiet.width, quiet.height], [SIZE.width, SIZE.height]);
  assert.ok(share(quiet, {left: 700, right: 1_200, top: 700, bottom: 860}, GRASS) > 0.4, "there is grass");
  assert.ok(share(quiet, {left: 0, right: 1_280, top: 0, bottom: 64}, WALL) > 0.4, "there is a wall");
  for (const {id, shirt, ...place} of figures) {
    const others = Object.values(FIGURES).filter((looks) => looks.shirt !== shirt);
    others.forEach((looks) => assert.equal(share(quiet, frameOf(place), looks.shirt), 0, `${id} is nobody else`));
  }

  const {x, y} = places.find(({id}) => id === "mira");
  const over = {...frameOf({x, y: y - 1}), bottom: frameOf({x, y}).top - 4};
  assert.equal(share(quiet, over, BUBBLE.mira), 0, "Mira has said nothing");
  await alex.say("Good day, <b>Mira</b>!", "mira");
  await gateway.do({action: "a", actor: "mira", tool: "say", args: {to: "Alex",
    message: "Good day, Alex! <img src=x onerror=alert(1)> The pears are ripe."}});
  await gateway.do({action: "b", actor: "odo", tool: "emote", args: {emote: "think"}});
  await browser.until("document.querySelectorAll('.bubble:not(:empty)').length === 3", "bubbles");
  const speaking = await taken("speaking", (picture) => share(picture, over, BUBBLE.mira) > 0.4, "a bubble over Mira");
  assert.ok(share(speaking, over, "#231b2b") > 0.01, "with letters in it");
  const bram = frameOf(places.find(({id}) => id === "bram"));
  assert.equal(share(speaking, {...bram, bottom: bram.top, top: bram.top - 60}, BUBBLE.mira), 0, "and none over Bram");
  const {bottom, ...feet} = frameOf(alex.place);
  assert.ok(share(speaking, {...feet, top: bottom + 40, bottom: bottom + 80}, BUBBLE.player) > 0.3, "one below Alex");
  assert.equal(await browser.valueOf("document.querySelectorAll('#words img, #words b').length"), 0, "text is text");
  assert.deepEqual(browser.complaints, []);

  // Mira walks with her bubble, and the page finds a game that was gone
  await gateway.do({action: "c", actor: "mira", tool: "move", args: {direction: "down"}});
  await taken("walked", (picture) => share(picture, frameOf({x, y: y + 1}), FIGURES.mira.shirt) > 0.1,
    "Mira to have walked");
  await game.kill();
  await browser.until("document.getElementById('news').textContent.includes('waiting')", "the end to be seen");
  await start({port: game.port, page: join(VILLAGE_WATCH, "built")});
  await browser.until("document.querySelectorAll('.name').length === 6", "the square without Alex");
});
