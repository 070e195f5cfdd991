// The six things that an NPC can do. Each says what really came of it: an `output`, or why it was
// `refused`, and what is to be kept of it beside that.

import {NPCS, TILE, distance, tiles} from "./square.mjs";
import {MAX_MESSAGE, clean, lengthOf} from "./texts.mjs";

const MOVES = ["up", "down", "left", "right"];
const EMOTES = ["wave", "nod", "shake_head", "laugh", "think"];
const PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 10_000;
const MAX_SEEN = 5;
const COMPASS = ["east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast"];

export class Skills {
  #square;
  #store;
  #teller;
  #attention;
  #watch;
  #skills;

  constructor({square, store, teller, attention, watch}) {
    this.#square = square;
    this.#store = store;
    this.#teller = teller;
    this.#attention = attention;
    this.#watch = watch;
    this.#skills = new Map([
      ["look", (npc) => this.#look(npc)],
      ["move", (npc, args) => this.#move(npc, args)],
      ["say", (npc, args) => this.#say(npc, args)],
      ["reply", (npc, args) => this.#reply(npc, args)],
      ["emote", (npc, args) => this.#emote(npc, args)],
      ["pause", (npc, args) => this.#pause(args)],
    ]);
  }

  has(tool) {
    return this.#skills.has(tool);
  }

  perform(tool, npc, args) {
    return this.#skills.get(tool)(npc, args);
  }

  #look(npc) {
    const self = this.#square.npc(npc);
    const others = this.#square.entities().filter(({id}) => id !== npc)
      .map((each) => ({each, far: distance(self, each)}))
      .sort((one, other) => one.far - other.far || (one.each.id < other.each.id ? -1 : 1));
    const near = others.slice(0, MAX_SEEN).map(({each, far}) => ({name: each.name, kind: each.kind,
      tiles: Math.round(far * 10) / 10, to: far === 0 ? "here" : wayTo(self, each)}));
    return {output: {place: this.#square.place.name, x: tiles(self.x), y: tiles(self.y), near,
      more: Math.max(0, others.length - MAX_SEEN)}};
  }

  async #move(npc, {direction}) {
    if (!MOVES.includes(direction)) {
      return badArgs("direction", `one of ${MOVES.join(", ")}`);
    }
    const {wanted, moved, x, y} = await this.#square.walk(npc, direction);
    const blocked = moved < wanted;
    const kept = {row: ["moves", {by: npc, direction, pixels: moved, blocked, x: tiles(x), y: tiles(y)}],
      place: {npc, x, y}};
    if (moved === 0) {
      return {...refused("blocked", `something is in the way; you still stand at ${tiles(x)}, ${tiles(y)}`),
        ...kept};
    }
    const output = {moved: tiles(moved), x: tiles(x), y: tiles(y)};
    return {output: blocked ? {...output, blocked: true} : output, version: this.#watch.arrived(npc),
      ...kept};
  }

  /** To the named player, else to the nearest. */
  #say(npc, {message, to}) {
    const self = this.#square.npc(npc);
    const player = to == null
      ? this.#square.players().sort((one, other) => distance(self, one) - distance(self, other))[0]
      : this.#square.player(clean(to, MAX_MESSAGE));
    return this.#speak(npc, player, message);
  }

  /** To whoever said the line, which is answered by it. */
  #reply(npc, {message, replyTo}) {
    const line = this.#store.line(replyTo);
    if (line?.npc !== npc) {
      return refused("no_such_line", "nobody said that to you", "replyTo");
    }
    return this.#speak(npc, this.#square.player(line.player), message, line);
  }

  #speak(npc, player, message, line) {
    const text = clean(message, MAX_MESSAGE);
    if (text === "" || lengthOf(message) > MAX_MESSAGE) {
      return badArgs("message", `1 to ${MAX_MESSAGE} characters`);
    }
    if (player === undefined) {
      return refused("nobody_here", "nobody is here who would hear it");
    }
    const {name} = NPCS.find(({id}) => id === npc);
    this.#square.speak(npc, player.id, text);
    this.#square.announce("said", {by: npc, name, to: player.name, text, replyTo: line?.id ?? null});
    this.#teller.happened("spoken", `${name} says to ${player.name}: ${text}`,
      {by: npc, to: player.id});
    const row = {by: npc, to: player.name, text};
    if (line !== undefined) {
      row.replyTo = line.id;
      row.within = Math.max(0, Date.now() - line.at);
      this.#attention.answered(line.id);
    }
    return {output: {message: text, to: player.name}, row: ["spoken", row]};
  }

  #emote(npc, {emote}) {
    if (!EMOTES.includes(emote)) {
      return badArgs("emote", `one of ${EMOTES.join(", ")}`);
    }
    this.#square.show(npc, emote);
    return {output: {shown: emote}, row: ["emotes", {by: npc, emote}]};
  }

  async #pause({ms = PAUSE_MS}) {
    if (!Number.isInteger(ms) || ms < 0 || ms > MAX_PAUSE_MS) {
      return badArgs("ms", `0 to ${MAX_PAUSE_MS}`);
    }
    await new Promise((resolve) => setTimeout(resolve, ms));
    return {output: {paused: ms}};
  }
}

export function refused(code, message, field) {
  return {refused: field === undefined ? {code, message} : {code, message, field}};
}

function badArgs(field, expected) {
  return refused("bad_args", `expected ${expected}`, field);
}

/** The y axis points down, so a positive angle is towards the south. */
function wayTo(from, to) {
  const angle = Math.atan2((to.y - from.y) / TILE, (to.x - from.x) / TILE);
  return COMPASS[(Math.round(angle / (Math.PI / 4)) + 8) % 8];
}
