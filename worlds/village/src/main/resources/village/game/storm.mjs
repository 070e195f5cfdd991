// Players talk to all villagers at once while the game is killed and frozen, again and again. At the
// end all of them come once more and are answered: nobody is stuck. Prints 'played' then,
// and keeps the game until standard input ends. Writes which lines the players heard an answer to,
// each as often as they did, as `heard.json` beside the game's store. GAME_SEED says where to start.

import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {Host, freePort, pause, seen} from "./lib/host.mjs";
import {Player} from "./lib/player.mjs";
import {endWithStarter, patience} from "./lib/settings.mjs";

const PATIENCE = patience(process.env);
const START_MS = 20_000 * PATIENCE;
const ANSWER_MS = 5_000;
const BLOWS = 10; // every other one kills
const BETWEEN_MS = [4_000, 10_000];
const FROZEN_MS = [500, 4_000];
// who waits for what nobody can tell is free again at its run's deadline, a minute
const STUCK_MS = 120_000 * PATIENCE;
const PLAYERS = [
  {name: "Ann", npc: "mira", key: "the-key-of-ann"},
  {name: "Ben", npc: "bram", key: "the-key-of-ben"},
  {name: "Cyd", npc: "odo", key: "the-key-of-cyd"},
];

const seed = Number(process.env.GAME_SEED) || 17;
const random = randomFrom(seed);
const heard = []; // lines, by their ids
const blows = {killed: 0, frozen: 0};
let lines = 0;
let url;
let calm = false;
let heardOne = () => {}; // called as a player hears an answer
const host = new Host({env: {GAME_IDLE_MS: "5000", ...process.env}, limitMs: START_MS,
  port: Number(process.env.GAME_PORT) || await freePort(),
  onEnd: () => fail(new Error("the game ended by itself"))});
endWithStarter(() => host.kill());
process.on("exit", () => host.kill());

try {
  url = await host.start();
  process.stdout.write(`village at ${url}\n`);
  const lives = PLAYERS.map(live);
  for (let i = 0; i < BLOWS; i++) {
    await pause(between(BETWEEN_MS));
    await (i % 2 === 0 ? kill() : freeze());
  }
  calm = true;
  await Promise.all(lives);
  await kill();
  await Promise.all(PLAYERS.map(comeBack));
  writeFileSync(join(process.env.GAME_STORE, "heard.json"), JSON.stringify(heard));
  process.stderr.write(`stormed: ${JSON.stringify({seed, lines, heard: heard.length, ...blows})}\n`);
  process.stdout.write("played\n");
} catch (problem) {
  fail(problem);
}

function fail(problem) {
  process.stderr.write(`failed: ${problem.message} (GAME_SEED=${seed})\n`);
  process.exit(1);
}

async function kill() {
  blows.killed++;
  let dead;
  await atAnAnswer(() => {
    dead = host.kill();
  });
  await dead;
  await host.start();
}

async function freeze() {
  blows.frozen++;
  await atAnAnswer(() => host.freeze());
  await pause(between(FROZEN_MS));
  host.thaw();
}

/** In the very moment in which a player hears an answer: the game has done it, and hardly anybody
 * knows. Where none comes, somewhen. */
async function atAnAnswer(strike) {
  let timer;
  await new Promise((resolve) => {
    heardOne = resolve;
    timer = setTimeout(resolve, ANSWER_MS);
  }).then(strike);
  heardOne = () => {};
  clearTimeout(timer);
}

/** Comes, talks, and comes again whenever the game has died. */
async function live({name, npc, key}) {
  while (!calm) {
    let player;
    try {
      player = await Player.enter(url, {name, key});
      await player.goTo(npc, 2.5);
      while (!calm && player.isHere) {
        await talk(player, name, npc);
      }
    } catch {
      await pause(200); // it has died, or hangs
    }
    leave(player, name);
  }
}

/** A line, and the answer where it comes soon. */
async function talk(player, name, npc) {
  const {line} = await player.say(`Line ${++lines} of ${name}.`, npc);
  if (line === undefined) {
    await pause(200); // three of them wait
    return;
  }
  await player.hears(({replyTo}) => replyTo === line, "an answer", ANSWER_MS).then(() => heardOne(),
    () => {});
}

/** All players read what is said to one of them; each counts what was said to itself. */
function leave(player, name) {
  if (player !== undefined) {
    heard.push(...player.said.filter(({to, replyTo}) => to === name && replyTo !== null)
      .map(({replyTo}) => replyTo));
    player.leave();
  }
}

/** After the last restart: whoever comes near is seen to come, and answered. */
async function comeBack({name, npc, key}) {
  const before = (await seen(url, `approaches?by=${name}&to=${npc}`)).length;
  const player = await Player.enter(url, {name, key});
  await player.goTo(npc, 2.5);
  for (const since = Date.now();
    (await seen(url, `approaches?by=${name}&to=${npc}`)).length === before; await pause(100)) {
    if (Date.now() - since > START_MS) {
      throw new Error(`nobody saw ${name} come to ${npc}`);
    }
  }
  // a line joins the run about its player that is still open, and where that waits for what nobody
  // can tell, it is not answered before the deadline: others are said
  const answered = player.said.length;
  for (const since = Date.now(); !player.said.slice(answered)
    .some(({to, replyTo}) => to === name && replyTo !== null);) {
    if (Date.now() - since > STUCK_MS) {
      throw new Error(`${npc} answers ${name} no more`);
    }
    await talk(player, name, npc);
  }
  leave(player, name);
}

function between([least, most]) {
  return least + Math.floor(random() * (most - least));
}

/** From 0 to below 1; the same for the same seed. */
function randomFrom(start) {
  let state = start >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0; // Numerical Recipes' numbers
    return state / 4_294_967_296;
  };
}
