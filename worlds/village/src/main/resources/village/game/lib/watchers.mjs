// Those who watch the square in a browser, and are not on it. The engine shows its map to its players
// only, so it is not asked: they come in by a namespace of the socket that it does not listen to, and
// get what its client draws by, as we write it. They are nobody's neighbours, stand in nobody's way,
// and whoever of them says anything is put out.

import {createRequire} from "node:module";

const msgpack = createRequire(import.meta.url)("msgpack-lite");
const SPACE = "/watch";
const MAX_WATCHERS = 16;
const MAX_WAITING = 64; // packets that a watcher has not taken
const EVERY_MS = 66; // as often as the engine tells its players
const BODY = 31;
const SPEED = 5; // pixels a frame by which the client follows: faster than anybody walks

export class Watchers {
  #square;
  #space;
  #shown = new Map(); // by id, what the watchers have of it, as JSON
  #places = new Set(); // the connections of those who watch

  /** Before anybody comes. */
  open(io) {
    this.#space = io.of(SPACE);
    this.#space.use((socket, next) => next(this.#admits(socket) ? undefined : new Error("full")));
    this.#space.on("connection", (socket) => this.#greet(socket));
  }

  /** A place a connection. It is taken here and now: a hundred that ask in one go are asked after one
   * by one, before the first of them is in. */
  #admits({conn}) {
    if (this.#places.has(conn) || this.#places.size >= MAX_WATCHERS) {
      return false;
    }
    this.#places.add(conn);
    conn.once("close", () => this.#places.delete(conn));
    return true;
  }

  start(square) {
    this.#square = square;
    setInterval(() => this.look(), EVERY_MS);
  }

  /** What players are told, too. */
  tell(name, message) {
    this.#send((socket) => socket.emit(name, message));
  }

  look() {
    if (this.#space.sockets.size === 0) {
      this.#shown.clear(); // whoever comes next is told all there is
      return;
    }
    const changes = this.#changes();
    if (changes !== undefined) {
      const bytes = packet(this.#square.place.id, changes);
      this.#send((socket) => socket.emit("w", bytes));
    }
  }

  /** In the order in which the engine's client needs it. */
  #greet(socket) {
    socket.use(() => socket.disconnect(true));
    socket.once("disconnect", () => this.#places.delete(socket.conn));
    const {id} = this.#square.place;
    socket.emit("preLoadScene", {id});
    socket.emit("loadScene", {name: "map", data: {id, ...this.#square.ground()}});
    socket.emit("w", packet(id, {...grouped(this.#square.figures().map(shown)), join: true}));
  }

  #changes() {
    const now = this.#square.figures().map(shown);
    const changed = now.filter((figure) => {
      const json = JSON.stringify(figure);
      const known = this.#shown.get(figure.id) === json;
      this.#shown.set(figure.id, json);
      return !known;
    });
    const here = new Set(now.map(({id}) => id));
    const gone = [...this.#shown.keys()].filter((id) => !here.has(id));
    gone.forEach((id) => this.#shown.delete(id));
    return changed.length + gone.length === 0
      ? undefined : grouped([...changed, ...gone.map((id) => ({id, deleted: true}))]);
  }

  /** Whoever does not take what comes is put out, so that it is not kept for ever. */
  #send(emit) {
    for (const socket of this.#space.sockets.values()) {
      if (socket.conn.writeBuffer.length > MAX_WAITING) {
        socket.disconnect(true);
      } else {
        emit(socket);
      }
    }
  }
}

/** A figure as the engine's client has it. What a villager is does not matter to it. */
function shown({id, name, kind, x, y, direction = 3}) {
  const graphic = kind === "player" ? "player" : id;
  return {id, name, kind, position: {x, y, z: 0}, direction, speed: SPEED, map: "square", teleported: 0,
    width: BODY, height: BODY, wHitbox: BODY, hHitbox: BODY, deleted: false,
    layout: {center: {lines: [{col: [{id: "graphic", value: graphic}]}]}}};
}

function grouped(figures) {
  return {events: Object.fromEntries(figures.map((figure) => [figure.id, figure]))};
}

function packet(room, state) {
  return msgpack.encode([room, Date.now(), state]);
}
