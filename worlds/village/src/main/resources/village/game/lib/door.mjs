// Where players come in: a socket each. What the engine would trip over, or would take as much of as
// somebody sends, does not get past here.

import {Server} from "socket.io";

const MAX_PACKET = 65_536;
const MAX_PLAYERS = 100;
const MAX_CONNECTIONS = 200;
const DIRECTIONS = new Set([1, 2, 3, 4]);
const DIALOG = "rpg-dialog";

export class Door {
  #people;
  #hear;
  #holders = new Map(); // by person, the socket that has the player
  #persons = new WeakMap(); // by socket

  /** `hear(person, said)` answers what became of a line. */
  constructor(people, hear) {
    this.#people = people;
    this.#hear = hear;
  }

  /** Before the engine: whoever registers first is asked first. */
  open(server) {
    const io = new Server(server, {
      transports: ["websocket"],
      serveClient: false,
      connectTimeout: 5_000,
      maxHttpBufferSize: MAX_PACKET,
      // a page of another site may not play as whoever sits at this machine
      allowRequest: (request, answer) => answer(null, isOwn(request)
        && io.engine.clientsCount < MAX_CONNECTIONS),
    });
    io.use((socket, next) => {
      try {
        this.#enter(socket);
        next();
      } catch (refused) {
        next(refused);
      }
    });
    return io;
  }

  personOf(socket) {
    return this.#persons.get(socket);
  }

  #enter(socket) {
    const {person, refused} = this.#people.enter(socket.handshake.auth);
    if (refused !== undefined) {
      throw new Error(refused);
    }
    // one player, one connection: the newer one takes the older one's place, so that nobody is
    // locked out by a connection that hangs. The engine has one player of an id, and hears here and
    // now that the old one has left: behind the new one's coming it would send that one away.
    const held = this.#holders.get(person.id);
    if (held === undefined && this.#holders.size >= MAX_PLAYERS) {
      throw new Error("full");
    }
    this.#holders.set(person.id, socket);
    socket.conn.once("close", () => {
      if (this.#holders.get(person.id) === socket) {
        this.#holders.delete(person.id);
      }
    });
    held?.conn.close(true); // at once: one that hangs would not take what still waits
    this.#persons.set(socket, person);
    // the engine takes a token for a player who comes from another of its servers
    socket.handshake.auth = {};
    socket.use((packet, next) => {
      if (this.#admits(person, packet)) {
        next();
      }
    });
    socket.on("say", (said, answer) => answer(this.#hear(person, said)));
  }

  /** What is let in is written anew, so that nothing else comes with it. */
  #admits(person, packet) {
    const [name, data, ...rest] = packet;
    if (data === null || typeof data !== "object" || Array.isArray(data)) {
      return false;
    }
    switch (name) {
      case "move": {
        const input = Array.isArray(data.input) ? data.input[0] : undefined;
        const steps = DIRECTIONS.has(input);
        if (!(steps || input === "action") || !this.#people.may(person.id, steps ? "step" : "act")) {
          return false;
        }
        packet.splice(1, packet.length, {input: [input], frame: whole(data.frame)});
        return true;
      }
      case "gui.exit":
        packet.splice(1, packet.length, {guiId: DIALOG, data: null});
        return this.#people.may(person.id, "other");
      case "say": {
        const answer = typeof rest[0] === "function" ? rest[0] : () => {};
        if (!this.#people.may(person.id, "say")) {
          if (this.#people.may(person.id, "other")) {
            answer({refused: "too_fast"});
          }
          return false;
        }
        packet.splice(1, packet.length, {text: data.text, to: data.to}, answer);
        return true;
      }
      default:
        return false;
    }
  }
}

function whole(number) {
  return Number.isSafeInteger(number) && number >= 0 ? number : 0;
}

/** By the name of this machine, and from no page but the game's own. */
export function isOwn({headers: {host, origin}}) {
  return typeof host === "string" && /^(127\.0\.0\.1|localhost)(:[0-9]{1,5})?$/.test(host)
    && (origin === undefined || origin === `http://${host}`);
}
