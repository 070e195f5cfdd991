// Over whom words are shown, without a browser. VILLAGE_WATCH names the page's folder.

import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {pathToFileURL} from "node:url";

const {Words} = await import(pathToFileURL(join(process.env.VILLAGE_WATCH, "page", "words.mjs")));

/** As much of a page as there has to be: all boxes that were made. */
function ground(t) {
  const boxes = [];
  globalThis.document = {createElement: () => ({classList: {toggle() {}}, remove() {}, textContent: ""})};
  t.after(() => delete globalThis.document);
  return {boxes, append: (box) => boxes.includes(box) || boxes.push(box)};
}

test("a player who is called as a thing's id speaks as that player", (t) => {
  const page = ground(t);
  const words = new Words(page);
  words.came({id: "well", name: "the well", kind: "object"});
  words.came({id: "mira", name: "Mira", kind: "npc"});
  words.came({id: "player-1", name: "well", kind: "player"});
  words.said("well", "I am no well");
  words.said("mira", "Good day");
  words.said("Mira", "words of nobody");
  assert.deepEqual(page.boxes.map(({className, textContent}) => [className, textContent]), [
    ["name object", "the well"], ["bubble object", ""], ["name npc", "Mira"], ["bubble npc", "Good day"],
    ["name player", "well"], ["bubble player", "I am no well"]]);
});
