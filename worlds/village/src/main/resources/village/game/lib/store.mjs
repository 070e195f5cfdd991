// The game's memory: one file of JSON lines in a folder of its own, written before anybody is told.
// What an action answered and what it did are one line, so after a crash both are there or neither.
// Used by one process at a time, which a lock file sees to, and written on one thread.

import {
  closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync,
} from "node:fs";
import {join} from "node:path";

const KEEP_MS = 2 * 86_400_000; // a day longer than the latest notAfter, and one to spare
const MAX_ROWS = 1_000; // of each kind
const MAX_LINES = 1_000;
const MAX_PEOPLE = 10_000;
const MOST_WRITTEN = 20_000;

export const ROWS = ["spoken", "moves", "approaches", "emotes"];

export class Store {
  #file;
  #path;
  #written = 0; // lines since the file was made anew
  #most;
  #now;
  #answers = new Map(); // by action; of one that has begun and not ended, null
  #rows = Object.fromEntries(ROWS.map((kind) => [kind, []]));
  #lines = new Map(); // what players said, by the id that an answer names
  #people = new Map();
  #present = new Set();
  #places = new Map(); // of NPCs, in pixels
  #born;

  /** Makes its file anew after every `mostLines` lines, so that neither grows with the game's age. */
  constructor(folder, {now = Date.now, mostLines = MOST_WRITTEN} = {}) {
    this.#now = now;
    this.#most = mostLines;
    alone(join(folder, "village.lock"));
    this.#path = join(folder, "village.log");
    this.#born = now();
    let first = true;
    for (const line of wholeLines(this.#path)) {
      if (first) {
        this.#born = line.born;
        first = false;
      } else {
        this.#apply(line);
      }
    }
    this.#rewrite();
  }

  // Actions.

  /** What is known of an action: an answer, null where it began and nobody knows how it ended,
   * undefined where it never began here. */
  answer(action) {
    return this.#answers.get(action)?.answer;
  }

  /** Whether what was issued then (seconds since 1970) would be remembered had it begun. */
  isWholeSince(issued) {
    return this.#born / 1000 + 300 < issued;
  }

  begin(action) {
    this.#write({begun: action, at: this.#now()}, true);
  }

  /** The answer, with what it did: a row for those who look, a place where an NPC is now. */
  end(answer, {row, place} = {}) {
    this.#write({answer, at: this.#now(), row, place}, true);
  }

  // What happens without an action: not worth a disk's time, and a crash of the process keeps it.

  row(kind, row) {
    this.#write({row: [kind, row]}, false);
  }

  /** A player's words, and to whom: an answer may name them for as long as they are kept. */
  heard(line, row) {
    this.#write({line, row: ["spoken", row]}, false);
  }

  came(id) {
    this.#write({came: id}, false);
  }

  left(id) {
    this.#write({left: id}, false);
  }

  /** False where the village knows so many names that it takes no more. */
  person(person) {
    if (this.#people.size >= MAX_PEOPLE) {
      return false;
    }
    this.#write({person}, true);
    return true;
  }

  line(id) {
    return this.#lines.get(id);
  }

  rows(kind) {
    return this.#rows[kind];
  }

  knownPerson(id) {
    return this.#people.get(id);
  }

  /** Who was here when the process before this one ended. */
  present() {
    return [...this.#present];
  }

  place(npc) {
    return this.#places.get(npc);
  }

  #write(line, now) {
    try {
      const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
      for (let at = 0; at < bytes.length;) {
        at += writeSync(this.#file, bytes, at);
      }
      if (now) {
        fsyncSync(this.#file);
      }
    } catch (problem) {
      // half a line may be there; the next one behind it would be lost with it
      console.error(`the store can't be written: ${problem.message}`);
      process.exit(1);
    }
    this.#apply(line);
    if (++this.#written >= this.#most) {
      closeSync(this.#file);
      this.#rewrite();
    }
  }

  #apply({begun, answer, at, row, place, line, came, left, person}) {
    if (begun !== undefined) {
      this.#answers.set(begun, {answer: null, at});
    }
    if (answer !== undefined) {
      this.#answers.set(answer.action, {answer, at});
    }
    if (row !== undefined) {
      const rows = this.#rows[row[0]];
      rows.push(row[1]);
      if (rows.length > MAX_ROWS) {
        rows.shift();
      }
    }
    if (place !== undefined) {
      this.#places.set(place.npc, {x: place.x, y: place.y});
    }
    if (line !== undefined) {
      this.#lines.set(line.id, line);
      if (this.#lines.size > MAX_LINES) {
        this.#lines.delete(this.#lines.keys().next().value);
      }
    }
    if (came !== undefined) {
      this.#present.add(came);
    }
    if (left !== undefined) {
      this.#present.delete(left);
    }
    if (person !== undefined) {
      this.#people.set(person.id, person);
    }
  }

  /** Leaves out what is too old to be asked for; from then on the memory is as young as that. */
  #rewrite() {
    const oldest = this.#now() - KEEP_MS;
    for (const [action, {at}] of this.#answers) {
      if (at < oldest) {
        this.#answers.delete(action);
      }
    }
    this.#born = Math.max(this.#born, oldest);
    const lines = [{born: this.#born}];
    for (const [action, {answer, at}] of this.#answers) {
      lines.push(answer === null ? {begun: action, at} : {answer, at});
    }
    for (const kind of ROWS) {
      this.#rows[kind].forEach((row) => lines.push({row: [kind, row]}));
    }
    this.#lines.forEach((line) => lines.push({line}));
    this.#people.forEach((person) => lines.push({person}));
    this.#present.forEach((came) => lines.push({came}));
    this.#places.forEach(({x, y}, npc) => lines.push({place: {npc, x, y}}));
    const fresh = openSync(`${this.#path}.new`, "w", 0o600);
    writeFileSync(fresh, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    fsyncSync(fresh);
    closeSync(fresh);
    renameSync(`${this.#path}.new`, this.#path);
    this.#file = openSync(this.#path, "a");
    this.#written = 0;
  }
}

/** What was cut off in its midst was never told to anybody. */
function wholeLines(path) {
  let text;
  try {
    text = readFileSync(path, "utf8");
  } catch (problem) {
    if (problem.code === "ENOENT") {
      return [];
    }
    throw problem;
  }
  return text.replace(/[^\n]*$/, "").split("\n").filter(Boolean).map((line) => JSON.parse(line));
}

/** One process at a time: what it says was not done, no other may begin. */
function alone(lock) {
  for (;;) {
    const mine = `${lock}.${process.pid}`;
    writeFileSync(mine, `${process.pid} ${began(process.pid)}`, {mode: 0o600});
    try {
      linkSync(mine, lock); // as a whole, or not at all
      process.on("exit", () => rmSync(lock, {force: true}));
      return;
    } catch (problem) {
      if (problem.code !== "EEXIST") {
        throw problem;
      }
    } finally {
      rmSync(mine, {force: true});
    }
    const held = readFileSync(lock, "utf8");
    const [pid, since] = held.split(" ");
    if (Number(pid) !== process.pid && isAlive(Number(pid)) && since === began(Number(pid))) {
      throw new Error(`process ${pid} plays in this folder: ${lock}`);
    }
    // who comes at the same time may have taken it meanwhile: only what was read is taken away
    const dead = `${lock}.dead.${process.pid}`;
    try {
      renameSync(lock, dead);
    } catch (problem) {
      if (problem.code !== "ENOENT") {
        throw problem;
      }
      continue;
    }
    const taken = readFileSync(dead, "utf8");
    if (taken !== held) {
      try {
        linkSync(dead, lock);
      } catch (problem) {
        if (problem.code !== "EEXIST") {
          throw problem;
        }
      }
    }
    rmSync(dead, {force: true});
  }
}

/** When a process began, as the kernel counts it, so that another of its number is not taken for it;
 * nothing where it does not tell. */
function began(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "").split(" ")[19];
  } catch {
    return "";
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (problem) {
    return problem.code === "EPERM"; // somebody else's, and alive
  }
}
