// The process that serves the game, for whoever lets players live in it: started, killed, frozen,
// and started again at its port.

import {spawn} from "node:child_process";
import {createServer} from "node:net";
import {createInterface} from "node:readline";
import {fileURLToPath} from "node:url";

const GAME = fileURLToPath(new URL("../game.mjs", import.meta.url));

export class Host {
  #env;
  #limitMs;
  #port;
  #process = null;

  /** `onEnd` is called where the game ends by itself. */
  constructor({env, limitMs, port, onEnd}) {
    this.#env = env;
    this.#limitMs = limitMs;
    this.#port = port;
    this.onEnd = onEnd;
  }

  /** Resolves with its address. */
  start() {
    const game = spawn(process.execPath, [GAME], {stdio: ["pipe", "pipe", "inherit"],
      env: {...this.#env, GAME_PORT: String(this.#port)}});
    this.#process = game;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`the game to start: not within ${this.#limitMs} ms`)), this.#limitMs);
      game.once("exit", () => {
        clearTimeout(timer);
        reject(new Error("the game ended by itself"));
        if (this.#process === game) {
          this.onEnd();
        }
      });
      createInterface({input: game.stdout}).on("line", (line) => {
        const [, url] = /^village at (http:\/\/127\.0\.0\.1:[0-9]+)$/.exec(line) ?? [];
        if (url !== undefined) {
          clearTimeout(timer);
          resolve(url);
        }
      });
    });
  }

  /** Resolves once it is dead. */
  kill() {
    const dying = this.#process;
    this.#process = null;
    if (dying === null) {
      return undefined;
    }
    return new Promise((resolve) => {
      dying.once("exit", resolve);
      dying.kill("SIGKILL");
    });
  }

  freeze() {
    this.#process.kill("SIGSTOP");
  }

  thaw() {
    this.#process.kill("SIGCONT");
  }
}

/** One that the game gets again after its death: whoever watches it finds it where it was. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject).listen(0, "127.0.0.1", () => {
      const {port} = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The game is read, and not the log: what it has not done it does not show. */
export async function seen(url, path) {
  const reply = await fetch(`${url}/seen/${path}`, {signal: AbortSignal.timeout(5_000)});
  return reply.json();
}

export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
