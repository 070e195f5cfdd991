// What the tests of the game stand on: the game as a process of its own, and a gateway that takes
// its events and hands out actions as the contract says. VILLAGE_GAME names the game's folder, in
// which its packages are installed.

import {spawn} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {createServer} from "node:http";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {pathToFileURL} from "node:url";

if (!process.env.VILLAGE_GAME) {
  throw new Error("VILLAGE_GAME is missing: the game's folder, after 'npm ci'");
}
const LIMIT_MS = 15_000;

export const part = (name) =>
  import(pathToFileURL(join(process.env.VILLAGE_GAME, "lib", `${name}.mjs`)));

export const {Player} = await part("player");

/** The promise, or a failure by name where it takes too long. */
export async function within(ms, promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for what comes, and fails by name where it does not. */
class Waiting {
  #looks = new Set();

  wake() {
    this.#looks.forEach((look) => look());
  }

  until(find, what) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#looks.delete(look);
        reject(new Error(`${what}: not within ${LIMIT_MS} ms`));
      }, LIMIT_MS);
      const look = () => {
        const found = find();
        if (found) {
          clearTimeout(timer);
          this.#looks.delete(look);
          resolve(found);
        }
      };
      this.#looks.add(look);
      look();
    });
  }
}

export class Gateway {
  events = []; // CloudEvents in the order in which they came
  answers = []; // bodies of results, likewise
  losesNextAnswer = false;
  #server;
  #waiting = new Waiting();
  #orders = [];
  #handed = new Map(); // by id, what was handed out and has no answer
  #epoch = 0;
  #free = null; // a request that waits for something to do

  static async open() {
    const gateway = new Gateway();
    gateway.#server = createServer((request, response) => gateway.#serve(request, response));
    await new Promise((resolve) => gateway.#server.listen(0, "127.0.0.1", resolve));
    return gateway;
  }

  get url() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  close() {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  /** What the game answers to an order, or to a question where `again` is said. */
  do(order) {
    const count = this.answers.length;
    this.#orders.push({agent: `village/${order.actor}`, args: {}, effect: "write",
      notAfter: new Date(Date.now() + 60_000).toISOString(), issued: Math.floor(Date.now() / 1000),
      ...order});
    this.#hand();
    return this.#waiting.until(() => this.answers.slice(count)
      .find(({action}) => action === order.action), `the answer to ${order.action}`);
  }

  triggers(kind, agent) {
    return this.events.filter(({type, data}) => type === kind
      && (agent === undefined || data.agent === `village/${agent}`));
  }

  changes(type, entity) {
    return this.events.filter(({type: sort, data}) => sort === "dev.playloop.world-event"
      && data.change.type === type && (entity === undefined || data.change.entity === entity));
  }

  until(find, what) {
    return this.#waiting.until(find, what);
  }

  async #serve(request, response) {
    const body = [];
    for await (const chunk of request) {
      body.push(chunk);
    }
    const {pathname, searchParams} = new URL(request.url, "http://x");
    if (request.headers.authorization !== "Bearer a-token") {
      response.writeHead(401).end("{}");
    } else if (pathname === "/v1/events") {
      const events = JSON.parse(Buffer.concat(body));
      this.events.push(...events);
      response.writeHead(202).end(JSON.stringify(events.map(({id}) => ({id}))));
    } else if (pathname === "/v1/worlds/village/actions") {
      this.#connect(searchParams.get("epoch"), response);
    } else {
      this.#answered(JSON.parse(Buffer.concat(body)), response);
    }
    this.#waiting.wake();
  }

  /** A new connection is asked about all that was handed out before. */
  #connect(epoch, response) {
    if (epoch === null) {
      this.#epoch++;
      this.#orders.unshift(...[...this.#handed.values()].map((order) => ({...order, again: true})));
    }
    this.#free = response;
    response.on("close", () => {
      this.#free = this.#free === response ? null : this.#free;
    });
    this.#hand();
  }

  #hand() {
    if (this.#free !== null && this.#orders.length > 0) {
      const actions = this.#orders.splice(0);
      actions.forEach((order) => this.#handed.set(order.action, order));
      this.#free.end(JSON.stringify({epoch: this.#epoch, actions}));
      this.#free = null;
    }
  }

  #answered(answer, response) {
    if (this.losesNextAnswer) {
      this.losesNextAnswer = false;
      response.destroy();
      return;
    }
    this.#handed.delete(answer.action);
    this.answers.push(answer);
    response.end("{\"answer\":\"taken\"}");
  }
}

export class Game {
  out = [];
  #process;
  #url;
  #ended;

  static async start({gateway, folder, idleMs = 3_600_000, port = 0, page = ""}) {
    const game = new Game();
    game.folder = folder;
    game.#process = spawn(process.execPath, [join(process.env.VILLAGE_GAME, "game.mjs")], {
      stdio: ["pipe", "pipe", "pipe"],
      env: {PATH: process.env.PATH, GAME_URL: gateway.url, GAME_TOKEN: "a-token",
        GAME_STORE: folder, GAME_PORT: String(port), GAME_IDLE_MS: String(idleMs), GAME_PAGE: page},
    });
    let noise = "";
    game.#process.stderr.on("data", (bytes) => {
      noise = (noise + bytes).slice(-5_000);
    });
    game.#ended = new Promise((resolve) => game.#process.once("exit", (code) => resolve(code)));
    game.#url = await new Promise((resolve, reject) => {
      game.#process.once("exit", () => reject(new Error(`the game ended: ${noise}`)));
      createInterface({input: game.#process.stdout}).on("line", (line) => {
        game.out.push(line);
        const [, url] = /^village at (\S+)$/.exec(line) ?? [];
        if (url !== undefined) {
          resolve(url);
        }
      });
    });
    return game;
  }

  get url() {
    return this.#url;
  }

  get port() {
    return Number(new URL(this.#url).port);
  }

  get ended() {
    return this.#ended;
  }

  kill() {
    this.#process.kill("SIGKILL");
    return this.#ended;
  }

  closeInput() {
    this.#process.stdin.end();
    return within(LIMIT_MS, this.#ended, "the game's end");
  }

  async seen(path) {
    return (await fetch(`${this.#url}/seen/${path}`)).json();
  }

  place(id) {
    return this.seen(`places?id=${id}`).then(([{x, y}]) => ({x, y}));
  }
}

/** A gateway and a game in a folder of their own, gone with the test. */
export async function village(t, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), "village-"));
  const gateway = await Gateway.open();
  const games = [];
  const players = [];
  const self = {
    gateway,
    folder,
    async start(more = {}) {
      const game = await Game.start({gateway, folder, ...settings, ...more});
      games.push(game);
      return game;
    },
    async enter(game, name, more = {}) {
      const player = await Player.enter(game.url, {name, key: `the-key-of-${name.length}`, ...more});
      players.push(player);
      return player;
    },
    /** What lies in the store, line by line. */
    stored: () => readFileSync(join(folder, "village.log"), "utf8").split("\n").filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
  t.after(async () => {
    players.forEach((player) => player.leave());
    await Promise.all(games.map((game) => game.kill()));
    await gateway.close();
    rmSync(folder, {recursive: true});
  });
  return self;
}
