// Fetches what agents do and brings back what came of it, one answer a request. The answers go while
// the next actions are waited for: an NPC that stands still for ten seconds holds up nobody else.

import {Orders} from "./orders.mjs";

const WAIT = "25s";
const LIMIT_MS = 60_000;
const MAX_BYTES = 4_194_304;
const AGAIN_MS = 500;
const MAX_AGAIN_MS = 10_000;

export class Pull {
  #at;
  #token;
  #orders;
  #epoch = null;
  #waiting = null;
  #pauseMs = AGAIN_MS;

  constructor({url, token, orders}) {
    this.#at = `${url}/v1/worlds/village/`;
    this.#token = token;
    this.#orders = orders;
  }

  /** Until another process of this game takes the world over; then it is over here, too. */
  async run() {
    for (;;) {
      try {
        await this.#fetch();
        this.#pauseMs = AGAIN_MS;
      } catch (problem) {
        if (problem.code === "superseded") {
          throw problem;
        }
        this.#epoch = null; // what the request carried may be lost: connect anew, and be asked
        console.error(`actions: ${problem.message}`);
        await new Promise((resolve) => setTimeout(resolve, this.#pauseMs));
        this.#pauseMs = Math.min(MAX_AGAIN_MS, this.#pauseMs * 2);
      }
    }
  }

  async #fetch() {
    const epoch = this.#epoch === null ? "" : `&epoch=${this.#epoch}`;
    this.#waiting = new AbortController();
    const given = await this.#ask(`actions?puller=village&wait=${WAIT}${epoch}`, undefined,
      this.#waiting.signal);
    if (!Number.isSafeInteger(given.epoch) || !Array.isArray(given.actions)) {
      throw new Error("an answer that is none");
    }
    this.#epoch = given.epoch;
    for (const order of given.actions) {
      if (Orders.isOne(order)) {
        this.#carry(order, given.epoch);
      } else {
        console.error("actions: something without an id was left out");
      }
    }
  }

  async #carry(order, epoch) {
    try {
      const answer = await (order.again === true ? this.#orders.tell(order) : this.#orders.act(order));
      await this.#ask(`results?puller=village&epoch=${this.#epoch ?? epoch}`, answer);
    } catch (problem) {
      console.error(`result of ${order.action}: ${problem.message}`);
      this.#epoch = null;
      this.#waiting.abort(); // and the next connection is asked about it
    }
  }

  async #ask(path, body, signal) {
    const limit = AbortSignal.timeout(LIMIT_MS);
    const reply = await fetch(this.#at + path, {
      method: body === undefined ? "GET" : "POST",
      headers: {authorization: `Bearer ${this.#token}`, "content-type": "application/json"},
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: "manual",
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    });
    const said = json(await bounded(reply));
    if (!reply.ok || typeof said !== "object" || said === null) {
      const problem = new Error(`${reply.status} ${said?.detail ?? said?.title ?? ""}`.slice(0, 500));
      problem.code = /superseded/.test(said?.type ?? "") ? "superseded" : "other";
      throw problem;
    }
    return said;
  }
}

async function bounded(reply) {
  const chunks = [];
  let size = 0;
  for await (const chunk of reply.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      throw new Error("an answer that is too long");
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function json(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
