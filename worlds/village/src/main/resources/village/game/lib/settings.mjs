// What the environment says, read once. A wrong value ends the process with a sentence, before
// anything has begun.

import {mkdirSync} from "node:fs";

const IDLE_MS = 15_000;

/** Of a process that serves the game. */
export function gameSettings(env) {
  const url = address(env, "GAME_URL", "http://127.0.0.1:8080");
  if (!env.GAME_TOKEN || !/^[\x21-\x7e]+$/.test(env.GAME_TOKEN)) {
    throw new Error("GAME_TOKEN is missing, or no token as the gateway gives them");
  }
  if (!env.GAME_STORE) {
    throw new Error("GAME_STORE is missing: a folder that is this game's alone");
  }
  mkdirSync(env.GAME_STORE, {recursive: true, mode: 0o700});
  return {
    url,
    actionsUrl: address(env, "GAME_ACTIONS_URL", url),
    token: env.GAME_TOKEN,
    folder: env.GAME_STORE,
    page: env.GAME_PAGE || undefined,
    port: whole(env, "GAME_PORT", {least: 0, most: 65_535, unset: 0}),
    idleMs: whole(env, "GAME_IDLE_MS", {least: 200, most: 86_400_000, unset: IDLE_MS}),
  };
}

function address(env, name, unset) {
  const url = env[name] || unset;
  if (!/^https?:\/\/[^/]/.test(url)) {
    throw new Error(`${name} is no address such as http://127.0.0.1:8080`);
  }
  return url.replace(/\/+$/, "");
}

/** By how much the story's time limits are longer. */
export function patience(env) {
  return whole(env, "GAME_PATIENCE", {least: 1, most: 100, unset: 1});
}

function whole(env, name, {least, most, unset}) {
  const said = env[name];
  if (said === undefined || said === "") {
    return unset;
  }
  const number = /^[0-9]{1,9}$/.test(said) ? Number(said) : NaN;
  if (!(number >= least && number <= most)) {
    throw new Error(`${name} is no whole number of ${least} to ${most}`);
  }
  return number;
}

/** Whoever started this process holds its standard input. When that ends the starter is gone, and
 * nobody is left who would stop this process. */
export function endWithStarter(last = () => {}) {
  const end = () => {
    last();
    process.exit(0);
  };
  process.stdin.on("end", end).on("close", end).on("error", end).resume();
}
