// Tells Playloop's gateway what happens in a game. SPEC.md beside this folder says how it behaves.
// One file without dependencies, for Node 20 or newer; playloop.d.ts has its types.

const WORLD_EVENT = "dev.playloop.world-event";
const BATCH_TYPE = "application/cloudevents-batch+json";
const MAX_EVENT_BYTES = 65_536;
const MAX_TEXT = 16_000;
const MAX_ANSWER_BYTES = 262_144;
const MAX_RETRY_AFTER_S = 3_600;
const MAX_UNTOLD = 100;
const MAX_DEPTH = 100;
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const NAMED = /^\[([0-9]{1,9})\]\.([^]*)$/;
const SECONDS = /^[0-9]{1,9}$/;
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** An id that nobody else makes: 48 bits of time and 80 of chance. */
export function ulid() {
  let id = "";
  for (let time = Date.now(), i = 0; i < 10; i++, time = Math.floor(time / 32)) {
    id = ALPHABET[time % 32] + id;
  }
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
    id += ALPHABET[byte & 31];
  }
  return id;
}

/** Time, and waiting for it. Tests put another one in its place. */
export class Clock {
  #waiting = new Set();

  /** Milliseconds that only grow. */
  now() {
    return performance.now();
  }

  /** Milliseconds since 1970. */
  wall() {
    return Date.now();
  }

  /** Until then, or until somebody wakes; null: until somebody wakes. */
  wait(until) {
    return new Promise((resolve) => {
      let timer;
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      this.#waiting.add(done);
      if (until !== null) {
        timer = setTimeout(done, Math.max(0, until - this.now()));
      }
    });
  }

  wake() {
    for (const done of [...this.#waiting]) {
      done();
    }
  }
}

class Refusal extends Error {
  constructor(field, expected, got) {
    super(field);
    Object.assign(this, {field, expected, got});
  }
}

/** A queue in memory, and a loop that empties it. */
export class Playloop {
  #queue = new Map(); // events by their numbers, oldest first
  #moved = new Map(); // of each entity the number of the `moved` that waits, likewise
  #batches = []; // lists of events: what was taken from the queue, in its order
  #waiting = 0;
  #waitingBytes = 0;
  #sent = 0; // of those that wait, the ones in batches
  #sentBytes = 0;
  #number = 0;
  #hurry = 0; // up to this number nobody waits for others
  #version = 0;
  #since = 0;
  #attempt = 0;
  #notBefore = 0;
  #closing = false;
  #closed = false;
  #stopped = false;
  #left = false;
  #untold = [];
  #untoldDrops = 0;
  #toldDrops = false;
  #counts = {taken: 0, accepted: 0, coalesced: 0, dropped: 0, refused: 0, cut: 0, retries: 0};
  #url;
  #token;
  #source;
  #options;
  #clock;
  #ids;
  #chance;

  constructor(options, seams = {}) {
    const {url, token = null, source, ...rest} = options;
    const own = {maxEvents: 10_000, maxBytes: 8_388_608, batchEvents: 100, batchBytes: 1_000_000,
      lingerMs: 50, requestTimeoutMs: 10_000, backoffMs: 250, backoffMaxMs: 30_000,
      onProblem: null, ...rest};
    this.#url = endpoint(url);
    if (token !== null && !(typeof token === "string" && /^[\x21-\x7e]+$/.test(token))) {
      throw new TypeError("token: expected visible ASCII characters, as the gateway gave it");
    }
    if (typeof source !== "string" || source === "" || source.length > 512) {
      throw new TypeError("source: expected a URI reference of 1 to 512 characters, as /my-game");
    }
    if (!(own.batchEvents >= 1 && own.batchEvents <= 100
        && own.batchBytes >= 2 && own.batchBytes <= 1_048_576)) {
      throw new RangeError("batchEvents: expected 1 to 100, and batchBytes at most 1048576");
    }
    if (!(own.maxEvents >= 1 && own.maxBytes >= 1 && own.lingerMs >= 0 && own.backoffMs >= 1)) {
      throw new RangeError("maxEvents, maxBytes and backoffMs: expected positive numbers");
    }
    this.#token = token;
    this.#source = text(source);
    this.#options = own;
    this.#clock = seams.clock ?? new Clock();
    this.#ids = seams.ids ?? ulid;
    this.#chance = seams.chance ?? Math.random;
    this.#run();
  }

  // What happens in the game. Each returns whether the event was taken in.

  trigger({agent, kind, subject, text, data, replyTo, priority, hops, worldVersion, id, at}) {
    const cut = typeof text === "string" && text.length > MAX_TEXT ? brief(text, MAX_TEXT) : text;
    const body = {agent, subject, text: cut, data, replyTo, priority, hops, worldVersion};
    return this.#offer(kind, body, id, at, null, cut !== text);
  }

  put({world, scene, entity, kind, state, version, id, at}) {
    return this.#change(world, scene, {type: "put", entity, kind, state}, version, id, at, null);
  }

  moved({world, scene, entity, x, y, version, id, at}) {
    const whose = JSON.stringify([world, scene, entity]);
    return this.#change(world, scene, {type: "moved", entity, x, y}, version, id, at, whose);
  }

  removed({world, scene, entity, version, id, at}) {
    return this.#change(world, scene, {type: "removed", entity}, version, id, at, null);
  }

  actorMoved({world, scene, actor, to, version, id, at}) {
    return this.#change(world, scene, {type: "actor-moved", actor, to}, version, id, at, null);
  }

  happening({world, scene, kind, text, data, version, id, at}) {
    const change = {type: "happening", kind, text, data};
    return this.#change(world, scene, change, version, id, at, null);
  }

  send({type, data, id, at}) {
    return this.#offer(type, data, id, at, null, false);
  }

  #change(world, scene, change, version, id, at, key) {
    if (version === undefined) {
      this.#version = version = Math.max(this.#version + 1, this.#clock.wall());
    }
    return this.#offer(WORLD_EVENT, {world, scene, version, change}, id, at, key, false);
  }

  #offer(type, data, id = this.#ids(), at, key, cut) {
    this.#counts.taken++;
    let json;
    try {
      json = this.#written(id, type, data, at);
    } catch (e) {
      const {field = "data", expected = "JSON", got = "something else"} = e;
      this.#counts.refused++;
      this.#tell({kind: "refused", id: typeof id === "string" ? id : undefined,
        field, expected, got});
      this.#clock.wake();
      return false;
    }
    return this.#enqueue(id, json, Buffer.byteLength(json), key, cut);
  }

  #written(id, type, data, at = this.#clock.wall()) {
    for (const [name, value] of [["id", id], ["type", type]]) {
      if (typeof value !== "string" || value === "") {
        throw new Refusal(name, "a text", value == null ? "nothing" : "something else");
      }
    }
    const body = write(data, 0);
    if (body === undefined) {
      throw new Refusal("data", "JSON, nested at most 100 deep", "nothing");
    }
    let time = at;
    if (typeof at !== "string") {
      const date = new Date(at);
      if (Number.isNaN(date.getTime())) {
        throw new Refusal("time", "a Date, milliseconds or RFC 3339", "something else");
      }
      time = date.toISOString();
    }
    const json = `{"specversion":"1.0","id":${text(id)},"source":${this.#source},`
      + `"type":${text(type)},"time":${text(time)},"data":${body}}`;
    const most = Math.min(MAX_EVENT_BYTES, this.#options.batchBytes - 2);
    if (json.length * 3 > most && Buffer.byteLength(json) > most) {
      throw new Refusal("data", `at most ${most} bytes`, `${Buffer.byteLength(json)} bytes`);
    }
    return json;
  }

  #enqueue(id, json, bytes, key, cut) {
    const {maxEvents, maxBytes} = this.#options;
    if (this.#closing || this.#stopped) {
      this.#counts.dropped++;
      return false;
    }
    if (this.#queue.size === 0) {
      this.#since = this.#clock.now();
    }
    if (this.#sent >= maxEvents || this.#sentBytes + bytes > maxBytes) {
      this.#drop(); // what is on its way leaves no room, and nobody goes for nothing
      return false;
    }
    const old = key === null ? undefined : this.#moved.get(key);
    if (old !== undefined) {
      this.#forget(this.#queue.get(old));
      this.#queue.delete(old);
      this.#moved.delete(key);
      this.#counts.coalesced++;
    }
    while (this.#waiting >= maxEvents || this.#waitingBytes + bytes > maxBytes) {
      this.#dropOldest();
    }
    this.#number++;
    this.#queue.set(this.#number, {number: this.#number, id, json, bytes, key});
    if (key !== null) {
      this.#moved.set(key, this.#number);
    }
    this.#waiting++;
    this.#waitingBytes += bytes;
    this.#counts.cut += cut ? 1 : 0;
    if (this.#queue.size === 1 || this.#isFull()) {
      this.#clock.wake();
    }
    return true;
  }

  /** The oldest `moved` first, for a newer one is bound to come; then the oldest of all. */
  #dropOldest() {
    const [number] = (this.#moved.size > 0 ? this.#moved.values() : this.#queue.keys());
    const event = this.#queue.get(number);
    this.#queue.delete(number);
    if (event.key !== null) {
      this.#moved.delete(event.key);
    }
    this.#forget(event);
    this.#drop();
  }

  #forget(event) {
    this.#waiting--;
    this.#waitingBytes -= event.bytes;
  }

  #drop() {
    this.#counts.dropped++;
    this.#untoldDrops++;
    this.#clock.wake();
  }

  #isFull() {
    return this.#queue.size >= this.#options.batchEvents
      || this.#waitingBytes >= this.#options.batchBytes;
  }

  // What waits, and its end.

  stats() {
    return {...this.#counts, waiting: this.#waiting};
  }

  async flush(timeoutMs = 10_000) {
    const deadline = this.#clock.now() + timeoutMs;
    const last = this.#number;
    this.#hurry = last;
    this.#clock.wake();
    while (this.#oldest() <= last && !this.#stopped && !this.#closed) {
      if (this.#clock.now() >= deadline) {
        return false;
      }
      await this.#clock.wait(deadline);
    }
    return !this.#stopped && !this.#left && this.#oldest() > last;
  }

  #oldest() {
    if (this.#batches.length > 0) {
      return this.#batches[0][0].number;
    }
    const [number = this.#number + 1] = this.#queue.keys();
    return number;
  }

  async close(timeoutMs = 10_000) {
    this.#closing = true;
    const done = await this.flush(timeoutMs);
    this.#leave();
    this.#closed = true;
    this.#clock.wake();
    return done;
  }

  #leave() {
    this.#left ||= this.#waiting > 0;
    this.#counts.dropped += this.#waiting;
    this.#queue.clear();
    this.#moved.clear();
    this.#batches = [];
    this.#waiting = this.#waitingBytes = this.#sent = this.#sentBytes = 0;
  }

  toString() {
    return `Playloop(${this.#url}, token=***)`;
  }

  // The loop.

  async #run() {
    for (;;) {
      const batch = await this.#next();
      const told = this.#news();
      told.forEach((problem) => this.#callBack(problem));
      if (batch !== null) {
        const answer = await this.#post(`[${batch.map((event) => event.json).join(",")}]`);
        if (!this.#closed) {
          this.#answered(batch, answer);
        }
      } else if (this.#closed && told.length === 0) {
        return;
      }
    }
  }

  /** The batch to send now, or null where there is something to tell, or an end. */
  async #next() {
    for (;;) {
      if (this.#untold.length > 0 || (this.#untoldDrops > 0 && !this.#toldDrops) || this.#closed) {
        return null;
      }
      let due = null;
      const now = this.#clock.now();
      if (this.#batches.length > 0) {
        due = this.#notBefore;
        if (now >= due) {
          return this.#batches[0];
        }
      } else if (this.#queue.size > 0) {
        due = this.#since + this.#options.lingerMs;
        if (this.#oldest() <= this.#hurry || this.#isFull() || now >= due) {
          this.#batches.push(this.#take());
          continue;
        }
      }
      await this.#clock.wait(due);
    }
  }

  #take() {
    const batch = [];
    let size = 2;
    for (const [number, event] of this.#queue) {
      size += event.bytes + (batch.length > 0 ? 1 : 0);
      if (batch.length >= this.#options.batchEvents || size > this.#options.batchBytes) {
        break;
      }
      this.#queue.delete(number);
      if (event.key !== null && this.#moved.get(event.key) === number) {
        this.#moved.delete(event.key);
      }
      batch.push(event);
    }
    this.#out(batch, 1);
    return batch;
  }

  #out(batch, sign) {
    this.#sent += sign * batch.length;
    for (const event of batch) {
      this.#sentBytes += sign * event.bytes;
    }
  }

  #answered(batch, answer) {
    const status = answer?.status;
    if (status === 202) {
      this.#batches.shift();
      this.#done(batch);
      this.#counts.accepted += batch.length;
      this.#toldDrops = false;
    } else if (answer === null || status === 408 || status === 429
        || (status >= 500 && status <= 599)) {
      this.#attempt++;
      this.#counts.retries++;
      this.#notBefore = this.#clock.now() + this.#delay(answer);
    } else if (status === 400 || status === 413 || status === 422) {
      this.#refused(batch, answer);
    } else {
      this.#stopped = true;
      this.#leave();
      this.#tell({kind: "stopped", status, detail: this.#detail(answer)});
    }
    this.#clock.wake();
  }

  #delay(answer) {
    const {backoffMs, backoffMaxMs} = this.#options;
    const grown = Math.min(backoffMaxMs, backoffMs * 2 ** Math.min(this.#attempt - 1, 20));
    const delay = grown * (0.5 + this.#chance() / 2);
    const asked = answer?.retryAfter;
    return SECONDS.test(asked ?? "")
      ? Math.max(delay, 1000 * Math.min(MAX_RETRY_AFTER_S, Number(asked))) : delay;
  }

  #done(events) {
    this.#out(events, -1);
    events.forEach((event) => this.#forget(event));
    this.#attempt = 0;
    this.#notBefore = 0;
  }

  /** Those that the answer names are left out. Where it names none they are sent in halves, until
   * it is plain which one is meant. */
  #refused(batch, answer) {
    const errors = this.#errors(answer);
    const named = new Map();
    for (const error of errors) {
      const match = NAMED.exec(error.field ?? "");
      const index = match === null ? batch.length : Number(match[1]);
      if (index < batch.length && !named.has(index)) {
        named.set(index, {...error, field: match[2]});
      }
    }
    if (named.size === 0 && batch.length === 1) {
      named.set(0, errors[0] ?? {});
    }
    this.#batches.shift();
    this.#done(batch.filter((_, i) => named.has(i)));
    this.#counts.refused += named.size;
    for (const i of [...named.keys()].sort((a, b) => a - b)) {
      this.#tell({kind: "refused", id: batch[i].id, status: answer.status, ...named.get(i),
        detail: this.#detail(answer)});
    }
    const rest = batch.filter((_, i) => !named.has(i));
    const half = named.size > 0 ? rest.length : Math.ceil(rest.length / 2);
    const parts = [rest.slice(0, half), rest.slice(half)].filter((part) => part.length > 0);
    this.#batches.unshift(...parts);
  }

  #tell(problem) {
    if (this.#untold.length < MAX_UNTOLD) {
      this.#untold.push(problem);
    }
  }

  #news() {
    const told = this.#untold;
    this.#untold = [];
    if (this.#untoldDrops > 0 && (!this.#toldDrops || this.#closed)) {
      told.push({kind: "dropped", count: this.#untoldDrops});
      this.#untoldDrops = 0;
      this.#toldDrops = true;
    }
    return told;
  }

  #callBack(problem) {
    try {
      this.#options.onProblem?.(problem);
    } catch {
      // The game's own fault, and no reason to lose its events.
    }
  }

  #errors(answer) {
    const errors = json(answer.body)?.errors;
    return (Array.isArray(errors) ? errors : [])
      .filter((error) => typeof error === "object" && error !== null)
      .map(({field, expected, got}) => ({field: this.#clean(field),
        expected: this.#clean(expected), got: this.#clean(got)}));
  }

  #detail(answer) {
    return this.#clean(json(answer.body)?.detail) ?? `HTTP ${answer.status}`;
  }

  #clean(said) {
    if (typeof said !== "string" || said === "") {
      return undefined;
    }
    const whole = said.replace(HALF, "\ufffd");
    return brief(this.#token === null ? whole : whole.replaceAll(this.#token, "***"), 500);
  }

  // HTTP.

  /** What the gateway answers; null where it gives no whole answer. */
  async #post(body) {
    const headers = {"content-type": BATCH_TYPE};
    if (this.#token !== null) {
      headers.authorization = `Bearer ${this.#token}`;
    }
    try {
      const response = await fetch(this.#url, {method: "POST", headers, body, redirect: "manual",
        signal: AbortSignal.timeout(this.#options.requestTimeoutMs)});
      return {status: response.status, retryAfter: response.headers.get("retry-after"),
        body: await said(response)};
    } catch {
      return null;
    }
  }
}

function endpoint(url) {
  let parsed;
  try {
    parsed = new URL(url);
  } catch {
    throw new TypeError("url: expected http://host:port or https://host:port");
  }
  if (!/^https?:$/.test(parsed.protocol) || parsed.search !== ""
      || !/^https?:\/\/[^/]/i.test(url)) {
    throw new TypeError("url: expected http://host:port or https://host:port");
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new TypeError("url: expected no user or password in it; the token says who calls");
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, "")}/v1/events`;
}

/** At most so many bytes of the body; nothing where there are more. */
async function said(response) {
  const chunks = [];
  let size = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) {
        return "";
      }
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks).toString();
}

/** JSON as every client writes it. Undefined where there is nothing to write. */
function write(value, depth) {
  switch (typeof value) {
    case "string":
      return text(value);
    case "boolean":
      return String(value);
    case "number":
      if (Number.isFinite(value)) {
        return JSON.stringify(value);
      }
      break;
    case "undefined":
      return undefined;
    case "object":
      if (value === null) {
        return "null";
      }
      if (depth < MAX_DEPTH) {
        return typeof value.toJSON === "function"
          ? write(value.toJSON(), depth + 1) : composed(value, depth + 1);
      }
  }
  throw new Refusal("data", "JSON, nested at most 100 deep", "something else");
}

function composed(value, depth) {
  if (Array.isArray(value)) {
    return `[${value.map((each) => write(each, depth) ?? "null").join(",")}]`;
  }
  let fields = "";
  for (const name of Object.keys(value)) {
    const written = write(value[name], depth);
    if (written !== undefined) {
      fields += `${fields === "" ? "" : ","}${text(name)}:${written}`;
    }
  }
  return `{${fields}}`;
}

/** A JSON text; half a surrogate pair, of which no UTF-8 can be made, becomes U+FFFD. */
function text(value) {
  return JSON.stringify(value.isWellFormed() ? value : value.replace(HALF, "\ufffd"));
}

/** The first `most` characters, by code points. */
function brief(value, most) {
  if (value.length <= most) {
    return value;
  }
  let end = 0;
  for (let i = 0; i < most && end < value.length; i++) {
    end += value.codePointAt(end) > 0xffff ? 2 : 1;
  }
  return value.slice(0, end);
}

function json(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
