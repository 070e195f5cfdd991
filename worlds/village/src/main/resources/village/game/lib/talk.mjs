// What players do towards NPCs: they say something, or they touch one. An NPC whose agent hears of
// it owes an answer; how much one player may say before it has come is bounded.

import {ulid} from "@playloop/client";
import {NPCS, distance} from "./square.mjs";
import {MAX_LINE, MAX_NAME, clean, folded} from "./texts.mjs";

const EARSHOT = 6; // tiles

export class Talk {
  #square;
  #store;
  #teller;
  #attention;
  #watch;

  constructor({square, store, teller, attention, watch}) {
    this.#square = square;
    this.#store = store;
    this.#teller = teller;
    this.#attention = attention;
    this.#watch = watch;
  }

  /** A player's line. Answers `{line, to}`, or `{refused}` with a word for the player. */
  hear({id}, said) {
    const player = this.#square.player(id);
    const text = clean(said.text, MAX_LINE);
    if (player === undefined || text === "") {
      return {refused: player === undefined ? "not_here" : "text"};
    }
    const npc = this.#listener(player, clean(said.to ?? "", MAX_NAME));
    if (npc === undefined) {
      return {refused: "nobody_near"};
    }
    if (this.#attention.isFull(npc.id, id)) {
      return {refused: "wait"};
    }
    const line = {id: `l-${ulid()}`, npc: npc.id, player: id, at: Date.now()};
    this.#store.heard(line, {by: player.name, to: npc.id, text});
    this.#attention.asked(line.id, npc.id, id);
    this.#square.announce("said", {by: player.name, name: player.name, to: npc.name, text,
      replyTo: null});
    this.#watch.tellMoves(); // the agent is to see who stands where while this is said
    this.#teller.happened("spoken", `${player.name} says to ${npc.name}: ${text}`,
      {by: id, to: npc.id});
    this.#watch.tell(npc.id, {kind: "player.says", player, text, replyTo: line.id,
      data: {player: player.name}});
    return {line: line.id, to: npc.id};
  }

  /** A player stands at an NPC and presses the button. */
  touched(npc, {id}) {
    const player = this.#square.player(id);
    if (player !== undefined) {
      this.#watch.tellMoves();
      this.#watch.tell(npc.id, {kind: "player.action", player, data: {player: player.name}});
    }
  }

  #listener(player, to) {
    const near = NPCS.map((npc) => ({npc, far: distance(player, this.#square.npc(npc.id))}))
      .filter(({npc, far}) => far <= EARSHOT
        && (to === "" || folded(npc.name) === folded(to) || npc.id === to))
      .sort((one, other) => one.far - other.far);
    return near[0]?.npc;
  }
}
