// What an NPC's agent was told and has not answered yet. Nobody is left waiting for ever: who does
// not answer in time has decided to say nothing.

const PATIENCE_MS = 30_000;
const MAX_LINES = 3; // of one player to one NPC

export class Attention {
  #told = new Map(); // by NPC, when its agent was last told something that it has not acted on
  #lines = new Map(); // by line, its NPC, its player, and when
  #now;

  constructor({now = () => performance.now()} = {}) {
    this.#now = now;
  }

  told(npc) {
    this.#told.set(npc, this.#now());
  }

  acted(npc) {
    this.#told.delete(npc);
  }

  asked(line, npc, player) {
    this.#lines.set(line, {npc, player, at: this.#now()});
  }

  answered(line) {
    this.#lines.delete(line);
  }

  /** Whether a player has said so much that the NPC is to answer first. */
  isFull(npc, player) {
    this.#forget();
    return [...this.#lines.values()]
      .filter((line) => line.npc === npc && line.player === player).length >= MAX_LINES;
  }

  isAwaited(npc) {
    this.#forget();
    return this.#told.has(npc) || [...this.#lines.values()].some((line) => line.npc === npc);
  }

  #forget() {
    const oldest = this.#now() - PATIENCE_MS;
    for (const [npc, at] of this.#told) {
      if (at < oldest) {
        this.#told.delete(npc);
      }
    }
    for (const [line, {at}] of this.#lines) {
      if (at < oldest) {
        this.#lines.delete(line);
      }
    }
  }
}
