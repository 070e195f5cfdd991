// Looks at the square four times a second: who has moved, who has come near whom, and whom nothing
// has happened to for a while. What it tells is in this order, so that a trigger's reader has seen
// the walk that led to it.

import {NPCS, TILE, distance} from "./square.mjs";

const EVERY_MS = 250;
const NEAR = 3; // tiles; whoever has come so near has left only beyond FAR
const FAR = 4;

export class Watch {
  #square;
  #store;
  #teller;
  #lanes;
  #attention;
  #idleMs;
  #now;
  #told = new Map(); // of each entity where it was last told to be, and when
  #seen = new Map(); // of each entity where it was at the last look
  #near = new Set();

  constructor({square, store, teller, lanes, attention, idleMs, now = () => performance.now()}) {
    this.#square = square;
    this.#store = store;
    this.#teller = teller;
    this.#lanes = lanes;
    this.#attention = attention;
    this.#idleMs = idleMs;
    this.#now = now;
  }

  start() {
    NPCS.forEach(({id}) => this.#lanes.touch(id));
    setInterval(() => this.look(), EVERY_MS);
  }

  look() {
    this.tellMoves();
    this.#approaches();
    this.#idlers();
  }

  /** Of whoever is on another tile than was told last, or has come to rest elsewhere; and at most
   * four times a second of each. */
  tellMoves() {
    const now = this.#now();
    for (const entity of this.#square.entities()) {
      const told = this.#told.get(entity.id);
      const seen = this.#seen.get(entity.id);
      this.#seen.set(entity.id, entity);
      if (told === undefined) {
        this.#told.set(entity.id, {...entity, at: now});
        continue; // it was told with the entity itself
      }
      const rests = seen !== undefined && isAt(entity, seen) && !isAt(entity, told);
      if ((rests || !isOnTile(entity, told)) && now - told.at >= EVERY_MS - 10) {
        this.#told.set(entity.id, {...entity, at: now});
        this.#teller.moved(entity);
      }
    }
  }

  /** An NPC has walked: that is told at once, whatever was told a moment ago, so that its agent sees
   * where it came to. Returns the version of what was told. */
  arrived(npc) {
    const entity = this.#square.entities().find(({id}) => id === npc);
    this.#seen.set(npc, entity);
    this.#told.set(npc, {...entity, at: this.#now()});
    return this.#teller.arrived(entity);
  }

  /** A player is gone; whoever comes back comes near anew. */
  forget(id) {
    this.#told.delete(id);
    this.#seen.delete(id);
    NPCS.forEach((npc) => this.#near.delete(pair(npc.id, id)));
  }

  #approaches() {
    const players = this.#square.players();
    for (const {id} of NPCS) {
      const npc = this.#square.npc(id);
      for (const player of players) {
        const key = pair(id, player.id);
        const tiles = distance(npc, player);
        if (tiles > FAR) {
          this.#near.delete(key);
        } else if (tiles <= NEAR && !this.#near.has(key)) {
          this.#near.add(key);
          this.#approached(npc, player, Math.round(tiles * 10) / 10);
        }
      }
    }
  }

  #approached(npc, player, tiles) {
    this.#store.row("approaches", {by: player.name, to: npc.id, tiles});
    this.tell(npc.id, {kind: "player.proximity", player, data: {player: player.name, tiles}});
  }

  #idlers() {
    for (const {id} of NPCS) {
      if (!this.#lanes.isBusy(id) && !this.#attention.isAwaited(id)
          && this.#lanes.quietMs(id) >= this.#idleMs) {
        this.tell(id, {kind: "idle.tick",
          data: {quietMs: Math.round(this.#lanes.quietMs(id))}});
      }
    }
  }

  /** A trigger, which is no quiet, and which waits for what becomes of it. */
  tell(npc, trigger) {
    this.#lanes.touch(npc);
    this.#attention.told(npc);
    this.#teller.trigger(npc, trigger);
  }
}

function pair(npc, player) {
  return `${npc} ${player}`;
}

function isAt(one, other) {
  return one.x === other.x && one.y === other.y;
}

function isOnTile(one, other) {
  return Math.floor(one.x / TILE) === Math.floor(other.x / TILE)
    && Math.floor(one.y / TILE) === Math.floor(other.y / TILE);
}
