// One lane for each NPC: what it does, it does one after the other. The engine would let a second
// walk cancel the first, which then ends in the midst of a tile as if it had been done.

const MAX_WAITING = 32;

export class Lanes {
  #lanes = new Map(); // how many wait or run, and the last of them
  #touched = new Map();
  #now;

  constructor({now = () => performance.now()} = {}) {
    this.#now = now;
  }

  /** Runs `work` behind what this NPC is at; null where too many wait already. */
  run(npc, work) {
    const lane = this.#lanes.get(npc) ?? {count: 0, last: Promise.resolve()};
    if (lane.count >= MAX_WAITING) {
      return null;
    }
    this.#lanes.set(npc, lane);
    lane.count++;
    this.touch(npc);
    const run = lane.last.then(work);
    // what went wrong is for who asked; the next in the lane goes on
    lane.last = run.catch(() => {}).then(() => {
      lane.count--;
      this.touch(npc);
      if (lane.count === 0) {
        this.#lanes.delete(npc);
      }
    });
    return run;
  }

  isBusy(npc) {
    return this.#lanes.has(npc);
  }

  /** Something happened with this NPC: its quiet begins anew. */
  touch(npc) {
    this.#touched.set(npc, this.#now());
  }

  quietMs(npc) {
    if (!this.#touched.has(npc)) {
      this.touch(npc);
    }
    return this.#now() - this.#touched.get(npc);
  }
}
