// All that Playloop hears of this game, by the client that every game has: what there is, where it
// is, what was said aloud, and whom it concerns.

import {Playloop} from "@playloop/client";
import {tiles} from "./square.mjs";

const WORLD = "village";
const SCENE = "village/square";

export class Teller {
  #client;
  #newest = 0;

  constructor({url, token, onProblem}) {
    this.#client = new Playloop({url, token, source: "/village", onProblem});
  }

  /** An entity is there, and where. */
  there(entity) {
    this.#client.put({world: WORLD, scene: SCENE, version: this.#version(), entity: entity.id,
      kind: entity.kind, state: {name: entity.name}});
    this.moved(entity);
  }

  moved({id, x, y}) {
    this.#client.moved({world: WORLD, scene: SCENE, version: this.#version(), entity: id,
      x: tiles(x), y: tiles(y)});
  }

  gone(id) {
    this.#client.removed({world: WORLD, scene: SCENE, version: this.#version(), entity: id});
  }

  /** By the clock, which a restart of the game does not set back, and each once. */
  #version() {
    this.#newest = Math.max(this.#newest + 1, Date.now());
    return this.#newest;
  }

  /** The same where others wait for it: it keeps its place before what is told later. */
  arrived({id, x, y}) {
    const version = this.#version();
    this.#client.send({type: "dev.playloop.world-event", data: {world: WORLD, scene: SCENE, version,
      change: {type: "moved", entity: id, x: tiles(x), y: tiles(y)}}});
    return version;
  }

  happened(kind, text, data) {
    this.#client.happening({world: WORLD, scene: SCENE, version: this.#version(), kind, text, data});
  }

  /** To the agent of an NPC. Only what somebody said has a text: what agents remember of a person
   * are that person's words, and ours would pass for them. */
  trigger(npc, {kind, player, text, data, replyTo}) {
    // what was told of the square before is to be seen by then
    this.#client.trigger({agent: `${WORLD}/${npc}`, kind, text, data, replyTo, worldVersion: this.#newest,
      subject: player === undefined ? undefined : {type: "player", id: player.id}});
  }
}
