// A player without a screen: comes in over a socket as a browser would, walks, speaks, reads what is
// said, and closes text boxes unless it is rude. For the example and for tests.

import {createRequire} from "node:module";
import {io} from "socket.io-client";

const msgpack = createRequire(import.meta.url)("msgpack-lite");
const INPUTS = {up: 1, right: 2, down: 3, left: 4};
const STEP_MS = 17;
const STEPS = 8; // of four pixels: a tile
const TILE = 32;
const LIMIT_MS = 10_000;

export class Player {
  #socket;
  #id;
  #frame = 0;
  #bodies = new Map(); // all that move, by id: name and place, in pixels
  #waiting = new Set();
  #said = [];
  #emotes = [];
  #boxes = 0;
  #ended;

  /** Resolves once the player stands on the square. */
  static async enter(url, {name, key, rude = false}) {
    const player = new Player();
    const socket = io(url, {transports: ["websocket"], reconnection: false, forceNew: true,
      auth: {name, key}});
    player.#socket = socket;
    player.#listen(rude);
    socket.once("playerJoined", ({playerId}) => {
      player.#id = playerId;
      player.#wake();
    });
    let refused;
    socket.once("connect_error", ({message}) => {
      refused = message;
      player.#wake();
    });
    await player.until(() => player.#id ?? refused, `${name} to be let in`);
    if (refused !== undefined) {
      socket.close();
      throw new Error(refused);
    }
    await player.until(() => player.place !== undefined, `${name} to stand on the square`);
    return player;
  }

  get id() {
    return this.#id;
  }

  /** In tiles. */
  get place() {
    return this.placeOf(this.#id);
  }

  placeOf(who) {
    const body = this.#bodies.get(who)
      ?? [...this.#bodies.values()].find(({name}) => name === who);
    return body?.x === undefined || body.y === undefined
      ? undefined : {x: body.x / TILE, y: body.y / TILE};
  }

  get said() {
    return this.#said;
  }

  get emotes() {
    return this.#emotes;
  }

  get boxes() {
    return this.#boxes;
  }

  #listen(rude) {
    this.#socket.on("w", (bytes) => {
      const [, , state] = msgpack.decode(new Uint8Array(bytes));
      this.#learn(state?.users);
      this.#learn(state?.events);
      this.#wake();
    });
    this.#socket.on("said", (words) => {
      this.#said.push(words);
      this.#wake();
    });
    this.#socket.on("gui.open", ({guiId}) => {
      this.#boxes++;
      if (!rude) {
        this.#socket.emit("gui.exit", {guiId, data: null});
      }
      this.#wake();
    });
    this.#ended = new Promise((resolve) => {
      this.#socket.on("disconnect", () => {
        resolve();
        this.#wake();
      });
    });
  }

  #learn(bodies) {
    for (const [id, change] of Object.entries(bodies ?? {})) {
      if (change === null || change.deleted) {
        this.#bodies.delete(id);
        continue;
      }
      const body = this.#bodies.get(id) ?? {};
      this.#bodies.set(id, body);
      body.name = change.name ?? body.name;
      body.x = change.position?.x ?? body.x;
      body.y = change.position?.y ?? body.y;
      if (change.callMethod?.name === "showAnimation") {
        this.#emotes.push({by: body.name ?? id, bubble: change.callMethod.params[1]});
      }
    }
  }

  #wake() {
    this.#waiting.forEach((look) => look());
  }

  /** Waits until that holds, looked at whenever something comes; fails by name when it does not. */
  until(holds, what, limitMs = LIMIT_MS) {
    return new Promise((resolve, reject) => {
      const end = (settle, value) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        settle(value);
      };
      const look = () => {
        const value = holds();
        if (value) {
          end(resolve, value);
        } else if (this.#id !== undefined && !this.#socket.connected) {
          end(reject, new Error(`${what}: the connection ended`));
        }
      };
      const timer = setTimeout(
        () => end(reject, new Error(`${what}: not within ${limitMs} ms`)), limitMs);
      this.#waiting.add(look);
      look();
    });
  }

  /** One tile, and whether it was walked within that time: into a wall or a villager it is not. */
  async step(direction, limitMs = 700) {
    const from = this.place;
    for (let i = 0; i < STEPS; i++) {
      this.#socket.emit("move", {input: [INPUTS[direction]], frame: ++this.#frame});
      await pause(STEP_MS);
    }
    const goal = {up: [0, -1], right: [1, 0], down: [0, 1], left: [-1, 0]}[direction];
    const arrived = () => (this.place.x - from.x) * goal[0] + (this.place.y - from.y) * goal[1] >= 0.99;
    return this.until(arrived, "a step", limitMs).then(() => true, () => false);
  }

  /** Steps until `holds`, on the axis that is farther off first, and round what is in the way. */
  async walkTowards(goal, holds, what) {
    for (let i = 0; i < 80 && !holds(); i++) {
      const {x, y} = goal();
      const [dx, dy] = [x - this.place.x, y - this.place.y];
      const along = dx > 0 ? "right" : "left";
      const across = dy > 0 ? "down" : "up";
      const ways = Math.abs(dx) > Math.abs(dy)
        ? [along, across, across === "up" ? "down" : "up"]
        : [across, along, along === "left" ? "right" : "left"];
      for (const way of ways) {
        if (await this.step(way)) {
          break;
        }
      }
    }
    if (!holds()) {
      throw new Error(`${what}: there was no way`);
    }
  }

  far(who) {
    const [one, other] = [this.place, this.placeOf(who)];
    return one === undefined || other === undefined
      ? Infinity : Math.hypot(one.x - other.x, one.y - other.y);
  }

  goTo(who, tiles) {
    return this.walkTowards(() => this.placeOf(who), () => this.far(who) <= tiles,
      `to come within ${tiles} tiles of ${who}`);
  }

  walkTo(x, y) {
    return this.walkTowards(() => ({x, y}),
      () => Math.abs(this.place.x - x) < 0.5 && Math.abs(this.place.y - y) < 0.5, `to walk to ${x}, ${y}`);
  }

  touch() {
    this.#socket.emit("move", {input: ["action"], frame: ++this.#frame});
  }

  /** What the game says of it: `{line, to}` or `{refused}`. */
  say(text, to) {
    return this.#socket.timeout(LIMIT_MS).emitWithAck("say", {text, to});
  }

  /** Says it, and resolves with the answer, and how long it took. */
  async ask(text, to, limitMs = LIMIT_MS) {
    const since = performance.now();
    const {line, refused} = await this.say(text, to);
    if (refused !== undefined) {
      throw new Error(`'${text}' was not heard: ${refused}`);
    }
    const answer = await this.hears(({replyTo}) => replyTo === line, `an answer to '${text}'`, limitMs);
    return {...answer, ms: performance.now() - since};
  }

  hears(fits, what, limitMs) {
    return this.until(() => this.#said.find(fits), what, limitMs);
  }

  /** Anything, for those who try what a browser would not send. */
  send(...packet) {
    this.#socket.emit(...packet);
  }

  /** Resolves once the game, or somebody else under this name, has ended the connection. */
  async toBeEnded(limitMs = LIMIT_MS) {
    let timer;
    await Promise.race([this.#ended, new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("the connection still stands")), limitMs);
    })]);
    clearTimeout(timer);
  }

  get isHere() {
    return this.#socket.connected;
  }

  leave() {
    this.#socket.disconnect();
  }
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
