// Who may come in, and under which name. A name belongs to who came first with it: whoever names it
// again must know the same key, or anybody could be whom the villagers remember.

import {createHash, timingSafeEqual} from "node:crypto";
import {NPCS} from "./square.mjs";
import {cleanName, folded} from "./texts.mjs";

const KEY = /^[\x21-\x7e]{8,200}$/;
const TAKEN = new Set(NPCS.map(({name}) => folded(name)));

export class People {
  #store;
  #strangers = new Bucket(3, 30); // new names and wrong keys, over all
  #limits = new Map(); // of those who came since the start; the store bounds how many there are

  constructor(store) {
    this.#store = store;
  }

  /** `{person}`, or `{refused}` with a word for the caller. */
  enter(said) {
    const name = cleanName(said?.name);
    if (name === "" || TAKEN.has(folded(name))) {
      return {refused: "name"};
    }
    if (typeof said.key !== "string" || !KEY.test(said.key)) {
      return {refused: "key"};
    }
    const id = `player-${digest(folded(name)).slice(0, 16)}`;
    const lock = digest(`${id}\n${said.key}`);
    const known = this.#store.knownPerson(id);
    const owns = known !== undefined && timingSafeEqual(Buffer.from(known.lock), Buffer.from(lock));
    if (!owns && !this.#strangers.take()) {
      return {refused: "too_fast"};
    }
    if (known !== undefined && !owns) {
      return {refused: "taken"};
    }
    if (known === undefined && !this.#store.person({id, name, lock})) {
      return {refused: "full"};
    }
    const person = known ?? {id, name, lock};
    if (!this.#limits.has(id)) {
      this.#limits.set(id, limits());
    }
    return this.may(id, "come") ? {person} : {refused: "too_fast"};
  }

  /** Whether this person may do that now; it counts as done then. */
  may(id, what) {
    return this.#limits.get(id)[what].take();
  }
}

function limits() {
  return {
    come: new Bucket(1, 5),
    say: new Bucket(2, 4),
    act: new Bucket(2, 3),
    step: new Bucket(66, 33), // the engine takes 60 a second, and walks all that came at once
    other: new Bucket(10, 20),
  };
}

/** So many a second, and so many at once. */
export class Bucket {
  #rate;
  #most;
  #left;
  #since;
  #now;

  constructor(rate, most, now = () => performance.now()) {
    this.#rate = rate;
    this.#most = most;
    this.#left = most;
    this.#now = now;
    this.#since = now();
  }

  take() {
    const now = this.#now();
    this.#left = Math.min(this.#most, this.#left + ((now - this.#since) / 1_000) * this.#rate);
    this.#since = now;
    if (this.#left < 1) {
      return false;
    }
    this.#left--;
    return true;
  }
}

function digest(text) {
  return createHash("sha256").update(text).digest("hex");
}
