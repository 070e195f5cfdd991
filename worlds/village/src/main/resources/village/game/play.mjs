// The example's story: players without screens live through an hour of the village in a minute, and
// the game dies in the midst of it. Prints 'played' at its end, and keeps the game until standard
// input ends. What does not come in its time ends it, with a sentence.

import {Host, freePort, pause, seen} from "./lib/host.mjs";
import {Player} from "./lib/player.mjs";
import {endWithStarter, patience} from "./lib/settings.mjs";

const PATIENCE = patience(process.env); // a machine with much else to do takes longer
const START_MS = 20_000 * PATIENCE;
const ANSWER_MS = 3_000 * PATIENCE;
const GREETING_MS = 10_000 * PATIENCE;
const IDLE_MS = 2_000; // in real life they are patient for longer
const IDLE_LIMIT_MS = 15_000 * PATIENCE;
const THINKS = "three-dot"; // how the bubble is called
const ALEX = {name: "Alex", key: "the-key-of-alex"};
const BEA = {name: "Bea", key: "the-key-of-bea"};

const host = new Host({env: {GAME_IDLE_MS: String(IDLE_MS), ...process.env}, limitMs: START_MS,
  port: Number(process.env.GAME_PORT) || await freePort(),
  onEnd: () => {
    process.stderr.write("failed: the game ended by itself\n");
    process.exit(1);
  }});
endWithStarter(() => host.kill());
process.on("exit", () => host.kill());

try {
  await story();
  process.stdout.write("played\n");
} catch (problem) {
  process.stderr.write(`failed: ${problem.message}\n`);
  process.exit(1);
}

async function story() {
  const url = await host.start();
  process.stdout.write(`village at ${url}\n`);

  // Alex comes near, is greeted, and tells something of himself; Bea is there as well.
  const alex = await Player.enter(url, ALEX);
  await meet(alex, "mira", "Good day, Alex");
  await answered(alex, "My favourite fruit is the pear.", "Mira", "shall remember");
  const bea = await Player.enter(url, BEA);
  await meet(bea, "mira", "Good day, Bea");
  await Promise.all([
    answered(alex, "Which fruit do I like best?", "Mira", "the pear"),
    answered(bea, "Which fruit do I like best?", "Mira", "never told me"),
  ]);
  await meet(bea, "odo", "Good day, Bea");
  await answered(bea, "Is the gate open?", "Odo", "So you say");

  // Nobody says anything: the villagers live on, and Bram finds a wall in his way.
  await rowOf(url, "moves?by=bram&blocked=true&direction=up", "Bram to find a wall in his way");
  await rowOf(url, "moves?by=bram&blocked=false&direction=left", "Bram to go another way");
  await rowOf(url, "emotes?by=odo", "Odo to think, as he may not call out");

  // The game dies, and everybody's connection with it. Mira has just done something, and nothing of
  // hers is on its way: what was on its way, a game so young could only call unknown.
  await idles(alex, "mira");
  await host.kill();
  await alex.toBeEnded();
  await host.start();
  const again = await Player.enter(url, ALEX);
  await meet(again, "mira", "Welcome back, Alex");
  await answered(again, "Which fruit do I like best?", "Mira", "the pear");
  again.leave();
  await settled(url);
}

/** Walks up to a villager, who greets. What is said next may join the greeting's run. */
async function meet(player, npc, words) {
  await player.goTo(npc, 2.5);
  await player.hears(({by, text}) => by === npc && text.includes(words), `${npc} to say '${words}'`,
    GREETING_MS);
}

function idles(player, npc) {
  const before = player.emotes.length;
  return player.until(() => player.emotes.slice(before)
    .some(({by, bubble}) => by === npc && bubble === THINKS), `${npc} to be idle`, IDLE_LIMIT_MS);
}

async function answered(player, question, npc, words) {
  const {text} = await player.ask(question, npc, ANSWER_MS);
  if (!text.includes(words)) {
    throw new Error(`'${question}' was answered by '${text}', and not by '${words}'`);
  }
}

async function rowOf(url, path, what) {
  for (const since = Date.now(); Date.now() - since < 30_000 * PATIENCE; await pause(250)) {
    const [row] = await seen(url, path);
    if (row !== undefined) {
      return;
    }
  }
  throw new Error(`${what}: not within ${30 * PATIENCE} s`);
}

/** Alex is gone before the story is: his going is told, too. */
async function settled(url) {
  for (const since = Date.now(); Date.now() - since < 5_000 * PATIENCE; await pause(100)) {
    if ((await seen(url, "places?kind=player")).length === 0) {
      return;
    }
  }
  throw new Error(`Alex to be gone: not within ${5 * PATIENCE} s`);
}
