// A game for agents of Playloop: Node 20, its own modules and one file. The contract is docs/game-contract.md.
// GAME_SECRET=… [GAME_PORT=7777] [GAME_STORE=game.log] [GAME_TEST=1] node game.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";

const { GAME_SECRET, GAME_PORT = "7777", GAME_STORE = "game.log", GAME_TEST } = process.env;
if (!GAME_SECRET) throw new Error("GAME_SECRET is missing");
const LATE = 300;
const kept = new Map(); // answers by action
const counters = new Map(); // the world
const total = (counter) => counters.get(counter) ?? 0;

// Your tools: each takes the arguments and returns what changes, as [counter, by] or null, and what the agent is told.
const tools = {
  look_at_bell: () => [null, { rung: total("bell") }],
  ring_bell: () => [["bell", 1], { rung: total("bell") + 1 }],
};
if (GAME_TEST === "1") { // for `./playloop worlds check`
  tools.playloop_probe_read = ({ counter }) => [null, { total: total(counter) }];
  tools.playloop_probe_add = ({ counter, n }) => [[counter, n], { total: total(counter) + n }];
}

const refusal = (code, message) => ({ error: { code, message } });

// An answer and its effect are one line of the file, so both are there or none.
function apply({ answer, change }) {
  kept.set(answer.action, answer);
  if (change) counters.set(change[0], total(change[0]) + change[1]);
}

const write = (line) => (writeSync(log, JSON.stringify(line) + "\n"), fsyncSync(log));

function act({ action, tool, args, effect, notAfter }) {
  if (kept.has(action)) return [200, kept.get(action)];
  if (Date.parse(notAfter) < Date.now()) return [409, refusal("expired", "It came too late.")];
  const [change, output] = Object.hasOwn(tools, tool) ? tools[tool](args) : [null, null];
  const answer = output
    ? { action, status: "done", output }
    : { action, status: "refused", ...refusal("unknown_tool", "There is no such tool.") };
  if (effect === "write") { // written before it is answered
    write({ answer, change });
    apply({ answer, change });
  }
  return [200, answer];
}

function answer(request, body) {
  const { "playloop-timestamp": at = "", "playloop-signature": given = "", "idempotency-key": key } = request.headers;
  const signed = Buffer.concat([Buffer.from(`${at}\n${request.method}\n${request.url}\n`), body]);
  const right = Buffer.from("v1=" + createHmac("sha256", GAME_SECRET).update(signed).digest("hex"));
  const isRight = given.length === right.length && timingSafeEqual(Buffer.from(given), right);
  const isFresh = Math.abs(Date.now() / 1000 - Number(at)) < LATE;
  if (!isRight || !isFresh) return [401, refusal("signature", "Not signed now.")];
  if (request.method === "POST") {
    const action = JSON.parse(body);
    return action.action === key ? act(action) : [400, refusal("key", "Not the action's id.")];
  }
  const asked = new URL(request.url, "http://game");
  const action = decodeURIComponent(asked.pathname.slice("/actions/".length));
  const vouches = born + LATE < Number(asked.searchParams.get("issued"));
  return [200, kept.get(action) ?? { action, status: vouches ? "not_done" : "unknown" }];
}

const log = openSync(GAME_STORE, "a");
const whole = readFileSync(GAME_STORE, "utf8").replace(/[^\n]*$/, "");
ftruncateSync(log, Buffer.byteLength(whole)); // what was cut off in its midst was never answered
const lines = whole.split("\n").filter(Boolean).map((line) => JSON.parse(line));
const born = lines[0]?.born ?? Math.floor(Date.now() / 1000);
if (!lines.length) write({ born });
lines.slice(1).forEach(apply);

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part)).on("end", () => {
    const [status, said] = answer(request, Buffer.concat(parts));
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(said));
  });
});
server.listen(Number(GAME_PORT), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
