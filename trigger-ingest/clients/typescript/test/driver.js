// Carries out the fixtures' calls on the TypeScript client: a line of JSON in, a line of JSON out.
// `fixtures/README.md` says what the lines are. Time is what the judge says it is.

import {createInterface} from "node:readline";
import {inspect} from "node:util";
import {Clock, Playloop, ulid} from "../playloop.js";

const EPOCH = 1_769_860_800_000; // 2026-01-31T12:00:00Z
const PATIENCE_MS = 50_000;

/** Those who wait are parked until the judge's time has come to where they wait for. */
class JudgesClock extends Clock {
  time = 0;
  parked = new Map();

  now() {
    return this.time;
  }

  wall() {
    return EPOCH + Math.floor(this.time);
  }

  wait(until) {
    return new Promise((resolve) => this.parked.set(resolve, until));
  }

  wake() {
    const woken = [...this.parked.keys()];
    this.parked.clear();
    woken.forEach((resolve) => resolve());
  }
}

let client = null;
let clock = null;
let closed = false;
let held = false;
let problems = [];
let running = 0;
let ended = [];

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function settled() {
  const took = (list) => list.splice(0, list.length);
  if (clock instanceof JudgesClock) {
    const limit = performance.now() + PATIENCE_MS;
    do {
      if (performance.now() > limit) {
        return {error: "it does not come to rest"};
      }
      await turn();
    } while (clock.parked.size < running + (held || closed ? 0 : 1));
    const waits = [...clock.parked.values()].filter((until) => until !== null);
    return {next: waits.length > 0 ? Math.min(...waits) : null, problems: took(problems),
      ended: took(ended)};
  }
  return {problems: took(problems), ended: took(ended)};
}

function begin(name, order) {
  running++;
  client[name](order.ms).then((returned) => {
    running--;
    closed ||= name === "close";
    ended.push({[name]: returned});
  });
}

function special(value) {
  if (Array.isArray(value)) {
    return value.map(special);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  switch (value.$) {
    case "nan":
      return {n: NaN};
    case "cycle": {
      const circle = [];
      circle.push(circle);
      return circle;
    }
    case "deep": {
      let deep = 0;
      for (let i = 0; i < value.levels; i++) {
        deep = [deep];
      }
      return deep;
    }
    case "long":
      return (value.unit ?? "x").repeat(value.length);
    default:
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, special(v)]));
  }
}

const orders = {
  open(order) {
    const made = [];
    let count = 0;
    if (clock instanceof JudgesClock) {
      clock.parked.clear(); // nobody wakes the last fixture's client again
    }
    [held, closed, running, problems, ended] = [false, false, 0, made, []];
    clock = order.real ? new Clock() : new JudgesClock();
    const seams = order.real ? {} : {clock, ids: () => `e${++count}`, chance: () => order.chance};
    const onProblem = (problem) => {
      made.push(problem);
      if (order.deaf) {
        throw new Error("the game's own fault");
      }
    };
    try {
      client = new Playloop({url: order.url, token: order.token, source: order.source,
        onProblem, ...order.options}, seams);
    } catch (e) {
      clock = null;
      return `refused: ${e.message}`;
    }
    return true;
  },
  call: (order) => client[order.method](special(order.args)),
  change() {
    const state = {energy: 3};
    const given = client.put({world: "tally", scene: "tally/plaza", entity: "bob", kind: "user",
      state});
    state.energy = 4;
    return given;
  },
  time(order) {
    clock.time = order.now;
    clock.wake();
  },
  flush: (order) => begin("flush", order),
  close: (order) => begin("close", order),
  "flush-now": (order) => client.flush(order.ms),
  stats: () => client.stats(),
  describe: () => `${client} ${inspect(client)} ${JSON.stringify(client)}`,
  ulids: (order) => Array.from({length: order.count}, ulid),
  speed(order) {
    const took = [];
    for (let i = 0; i < order.count; i++) {
      const began = process.hrtime.bigint();
      client.moved({world: "tally", scene: "tally/plaza", entity: `bob-${i % 1000}`, x: i, y: i});
      took.push(Number(process.hrtime.bigint() - began));
    }
    took.sort((a, b) => a - b);
    return {p99: took[Math.floor(took.length * 0.99)] / 1000, max: took.at(-1) / 1000};
  },
  rest() {},
};

async function obey(order) {
  let answer;
  if (order.do === "held") {
    held = order.held;
    if (held) {
      return;
    }
    answer = {};
  } else {
    try {
      const returned = await orders[order.do](order);
      answer = {returned, ...await settled()};
    } catch (e) {
      answer = {error: String(e.stack)};
    }
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}

createInterface({input: process.stdin}).on("line", (line) => obey(JSON.parse(line)))
  .on("close", () => process.exit(0));
