// The village square, played by RPGJS without a browser and without its compiler: one map, three
// NPCs, and the players on it. Nothing here knows of agents; it says what is where, and lets an NPC
// walk, speak and show what it feels.

import {basename} from "node:path";
import {fileURLToPath} from "node:url";
import {EventData, MapData, RpgEvent, RpgMap, RpgWorld, entryPoint} from "@rpgjs/server";
import {folded} from "./texts.mjs";

export const NPCS = [
  {id: "mira", name: "Mira"},
  {id: "bram", name: "Bram"},
  {id: "odo", name: "Odo"},
];
export const TILE = 32;

const MAP = "square";
const TITLE = "the village square";
const SPEED = 4; // pixels a tick: a divisor of a tile, or whoever walks drifts off the grid
const BODY = TILE - 1; // the engine takes bodies that touch for bodies in each other's way
const GUARD_MS = 3_000;
// the engine's numbers of directions, and which way they go
const WAYS = {
  up: {input: 1, axis: "y", sign: -1},
  right: {input: 2, axis: "x", sign: 1},
  down: {input: 3, axis: "y", sign: 1},
  left: {input: 4, axis: "x", sign: -1},
};
const BUBBLES = {
  wave: "happy", nod: "surprise", shake_head: "cross", laugh: "haha", think: "three-dot",
};

export class Square {
  #game;
  #npcs = new Map();
  #objects = [];
  #hooks;

  /** `hooks`: `came(player)`, `left(id)`, `acted(npc, player)`, and `announced(name, message)` of all
   * that everybody is told; `placeOf(npc)` says where an NPC was when the game ended, in pixels. */
  static async open({io, hooks, personOf, placeOf}) {
    const square = new Square();
    square.#hooks = hooks;
    const modules = [{server: {
      maps: [square.#map(hooks, placeOf)],
      // the id of a connection is a person's, so that who comes again is the same player
      engine: {auth: (_, socket) => personOf(socket).id, onStart: () => true},
      player: {
        onConnected: (player) => {
          player.name = personOf(player._socket).name;
          player.speed = SPEED;
          player.setHitbox(BODY, BODY);
          return player.changeMap(MAP);
        },
        onJoinMap: (player) => hooks.came(player),
        onDisconnected: (player) => hooks.left(player.id),
      },
    }}];
    square.#game = await entryPoint(modules, {io, basePath: "", envs: {}, globalConfig: {}});
    await square.#game.start();
    // maps are made when the first player comes, and NPCs with them: ours live before that
    await square.#game.sceneMap.loadMap(MAP);
    square.#learn();
    return square;
  }

  #map(hooks, placeOf) {
    class Ground extends RpgMap {
      /** The engine takes a map away with its last player, and the NPCs with it; this one stays. */
      remove(lastPlayerLeft) {
        if (!lastPlayerLeft) {
          super.remove();
        }
      }
    }
    const events = NPCS.map((npc) => {
      const event = villager(npc, hooks.acted);
      const place = placeOf(npc.id);
      return place === undefined ? event : {...place, event};
    });
    const file = fileURLToPath(new URL("../map/square.tmx", import.meta.url));
    MapData({id: MAP, name: TITLE, events, file})(Ground);
    return Ground;
  }

  #learn() {
    const room = RpgWorld.getRoom(MAP);
    for (const npc of NPCS) {
      this.#npcs.set(npc.id, {...npc, event: room.getEventByName(npc.id)});
    }
    for (const shape of room.getShapes()) {
      if (shape.properties?.title !== undefined) {
        this.#objects.push({id: shape.name, name: shape.properties.title, kind: "object",
          x: shape.x, y: shape.y});
      }
    }
  }

  /** What the place itself is. */
  get place() {
    return {id: MAP, name: TITLE, kind: "map", x: 0, y: 0};
  }

  /** Everybody and everything on the square, in pixels. */
  entities() {
    const npcs = [...this.#npcs.values()].map(({id, name, event}) =>
      ({id, name, kind: "npc", x: event.position.x, y: event.position.y}));
    return [...npcs, ...this.players(), ...this.#objects];
  }

  /** The same, with the direction in which each looks. */
  figures() {
    return this.entities().map((entity) => ({...entity, direction:
      (this.#npcs.get(entity.id)?.event ?? RpgWorld.getPlayer(entity.id))?.direction}));
  }

  /** The map as somebody who only looks at it needs it, without this machine's folders. */
  ground() {
    const {width, height, tilewidth, tileheight, layers, tilesets} = RpgWorld.getRoom(MAP).data;
    return {
      orientation: "orthogonal", infinite: false, width, height, tilewidth, tileheight,
      layers: layers.filter(({type}) => type === "tilelayer").map((layer) =>
        ({id: layer.id, name: layer.name, type: layer.type, width, height, data: [...layer.data],
          layers: []})),
      tilesets: tilesets.map(({name, firstgid, tilecount, columns, image}) =>
        ({name, firstgid, tilecount, columns, tilewidth, tileheight, tiles: [],
          image: {...image, source: basename(image.source)}})),
    };
  }

  npc(id) {
    return this.entities().find((each) => each.id === id && each.kind === "npc");
  }

  players() {
    return RpgWorld.getPlayersOfMap(MAP).map(({id, name, position}) =>
      ({id, name, kind: "player", x: position.x, y: position.y}));
  }

  /** By id, else by name: a name may look like somebody else's id. */
  player(who) {
    const all = this.players();
    return all.find(({id}) => id === who) ?? all.find(({name}) => folded(name) === folded(who));
  }

  /** To the next line of the grid, and what came of it: pixels that were really walked. The engine
   * says of a walk into a wall that it ended, and nothing else. */
  async walk(id, direction) {
    const {event} = this.#npcs.get(id);
    const {input, axis, sign} = WAYS[direction];
    const from = event.position[axis];
    const line = sign > 0 ? Math.floor(from / TILE) + 1 : Math.ceil(from / TILE) - 1;
    const wanted = Math.abs(line * TILE - from);
    await guarded(event.moveRoutes(Array(Math.ceil(wanted / SPEED)).fill(input)),
      () => event.breakRoutes(true));
    const {x, y} = event.position;
    return {wanted, moved: Math.abs(event.position[axis] - from), x, y};
  }

  /** A text box at that player, which nobody waits for: it closes when the player likes, or never. */
  speak(id, playerId, text) {
    const {event} = this.#npcs.get(id);
    RpgWorld.getPlayer(playerId).showText(text, {talkWith: event});
  }

  show(id, feeling) {
    this.#npcs.get(id).event.showAnimation("bubble", BUBBLES[feeling]);
    this.#hooks.announced("felt", {by: id, feeling});
  }

  /** To all players, beside the engine's own messages. */
  announce(name, message) {
    for (const {id} of this.players()) {
      RpgWorld.getPlayer(id)?.emit(name, message);
    }
    this.#hooks.announced(name, message);
  }
}

function villager(npc, acted) {
  class Villager extends RpgEvent {
    onInit() {
      this.speed = SPEED;
      this.setGraphic(npc.id);
    }

    onAction(player) {
      acted(npc, player);
    }
  }
  EventData({name: npc.id, hitbox: {width: BODY, height: BODY}})(Villager);
  return Villager;
}

/** A walk that does not end by itself is ended: the engine stops it where its map is gone. */
export async function guarded(walk, giveUp, limitMs = GUARD_MS) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  }).then(giveUp);
  await Promise.race([walk, late]);
  clearTimeout(timer);
}

/** Tiles with three places. */
export function tiles(pixels) {
  return Math.round((pixels / TILE) * 1_000) / 1_000;
}

export function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y) / TILE;
}
