// A game that fetches what its agents do: Node 20, its own modules and one file. The contract:
// docs/game-contract.md#games-that-cant-listen
// GAME_TOKEN=… [GAME_URL=http://127.0.0.1:8080] [GAME_STORE=game.log] node game.mjs
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";

const { GAME_TOKEN, GAME_URL = "http://127.0.0.1:8080", GAME_STORE = "game.log" } = process.env;
if (!GAME_TOKEN) throw new Error("GAME_TOKEN is missing");
const AT = `${GAME_URL.replace(/\/+$/, "")}/v1/worlds/WORLD/`;
const LATE = 300;
const kept = new Map(); // answers by action
const counters = new Map(); // the world
const total = (counter) => counters.get(counter) ?? 0;

// Your tools: each takes the arguments and returns what changes, as [counter, by] or null, and what the agent is told.
const tools = {
  look_at_bell: () => [null, { rung: total("bell") }],
  ring_bell: () => [["bell", 1], { rung: total("bell") + 1 }],
};

// An answer and its effect are one line of the file, so both are there or none.
function apply({ answer, change }) {
  kept.set(answer.action, answer);
  if (change) counters.set(change[0], total(change[0]) + change[1]);
}

const write = (line) => (writeSync(log, JSON.stringify(line) + "\n"), fsyncSync(log));

// An order.
function act({ action, tool, args, effect, notAfter }) {
  if (kept.has(action)) return kept.get(action);
  const isLate = Date.parse(notAfter) < Date.now();
  const [change, output] = !isLate && Object.hasOwn(tools, tool) ? tools[tool](args) : [null, null];
  const [status, code] = isLate ? ["failed", "expired"] : ["refused", "unknown_tool"];
  const answer = output
    ? { action, status: "done", output }
    : { action, status, error: { code, message: code.replace("_", " ") } };
  if (effect === "write") { // written before it is answered
    write({ answer, change });
    apply({ answer, change });
  }
  return answer;
}

// A question: nothing is done, and only what this memory vouches for is called not done.
const tell = ({ action, issued = 0 }) =>
  kept.get(action) ?? { action, status: born + LATE < issued ? "not_done" : "unknown" };

async function ask(path, body) {
  const headers = { authorization: `Bearer ${GAME_TOKEN}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const reply = await fetch(AT + path, { headers, signal: AbortSignal.timeout(60_000), ...sent });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  return reply.json();
}

// One process at a time: what is called not done, no other may begin.
function alone(lock) {
  try {
    const file = openSync(lock, "wx");
    writeSync(file, String(process.pid));
    closeSync(file);
  } catch (problem) {
    if (problem.code !== "EEXIST") throw problem;
    const other = Number(readFileSync(lock, "utf8"));
    if (isAlive(other)) throw new Error(`process ${other} has ${lock}`);
    rmSync(lock);
    alone(lock);
  }
}
function isAlive(pid) {
  try { return pid > 0 && process.kill(pid, 0); } catch { return false; }
}
alone(`${GAME_STORE}.lock`);
const log = openSync(GAME_STORE, "a");
const whole = readFileSync(GAME_STORE, "utf8").replace(/[^\n]*$/, "");
ftruncateSync(log, Buffer.byteLength(whole)); // what was cut off in its midst was never answered
const lines = whole.split("\n").filter(Boolean).map((line) => JSON.parse(line));
const born = lines[0]?.born ?? Math.floor(Date.now() / 1000);
if (!lines.length) write({ born });
lines.slice(1).forEach(apply);

for (let epoch = ""; ;) {
  try {
    const some = await ask(`actions?puller=game&wait=30s${epoch}`);
    if (!epoch) console.log("connected");
    epoch = `&epoch=${some.epoch}`;
    for (const one of some.actions) await ask(`results?puller=game${epoch}`, one.again ? tell(one) : act(one));
  } catch (problem) { // what it carried may be lost: connect anew, and be asked
    console.error(problem.message);
    epoch = "";
    await new Promise((again) => setTimeout(again, 1000));
  }
}
