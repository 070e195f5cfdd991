// An action acts once. That it begins is on the disk before it does, and its answer, together with
// what it did, before anybody is told: so whoever asks after a crash gets what really is known.

import {NPCS} from "./square.mjs";
import {refused} from "./skills.mjs";

const ACTORS = new Set(NPCS.map(({id}) => id));
const MAX_ID = 512;

export class Orders {
  #skills;
  #store;
  #lanes;
  #attention;
  #running = new Map(); // of what is being done or waits for its turn, what will be answered

  constructor({skills, store, lanes, attention}) {
    this.#skills = skills;
    this.#store = store;
    this.#lanes = lanes;
    this.#attention = attention;
  }

  static isOne(order) {
    return typeof order === "object" && order !== null && typeof order.action === "string"
      && order.action !== "" && order.action.length <= MAX_ID;
  }

  /** An order; the same id again gets the same answer, and nothing is done for it. */
  async act(order) {
    const {action} = order;
    return this.#running.get(action) ?? this.#known(action) ?? this.#begin(order);
  }

  /** A question: nothing is done. What waits for its turn will be done, so it is no `not_done`. */
  async tell({action, issued}) {
    const known = this.#running.get(action) ?? this.#known(action);
    if (known !== undefined) {
      return known;
    }
    const whole = Number.isFinite(issued) && this.#store.isWholeSince(issued);
    return {action, status: whole ? "not_done" : "unknown"};
  }

  #known(action) {
    const answer = this.#store.answer(action);
    return answer === null ? {action, status: "unknown"} : answer;
  }

  #begin(order) {
    const {action, tool, actor} = order;
    const why = this.#misfit(order);
    if (why !== undefined) {
      return order.effect === "read" ? answerOf(action, why) : this.#end(action, why);
    }
    if (order.effect === "read") {
      return answerOf(action, this.#skills.perform(tool, actor, order.args));
    }
    const run = this.#lanes.run(actor, () => this.#perform(order));
    if (run === null) {
      return this.#end(action, refused("busy", "too much waits to be done"));
    }
    this.#running.set(action, run);
    return run.finally(() => this.#running.delete(action));
  }

  #misfit({tool, actor, args, effect}) {
    if (!this.#skills.has(tool)) {
      return refused("unknown_tool", "there is no such tool");
    }
    if (!ACTORS.has(actor)) {
      return refused("no_such_actor", "nobody of that name lives here");
    }
    if (typeof args !== "object" || args === null || Array.isArray(args)) {
      return refused("bad_args", "expected an object", "args");
    }
    return (effect === "read") === (tool === "look")
      ? undefined : refused("unknown_tool", "there is no such tool of this effect");
  }

  async #perform(order) {
    const {action, tool, actor, args, notAfter} = order;
    if (!(Date.parse(notAfter) >= Date.now())) {
      return this.#end(action, {failed: {code: "expired", message: "its time is over"}});
    }
    this.#store.begin(action);
    let result;
    try {
      result = await this.#skills.perform(tool, actor, args);
    } catch (problem) {
      console.error(`${action} broke off: ${problem.stack}`);
      return {action, status: "unknown"}; // something of it may have happened
    }
    this.#attention.acted(actor);
    return this.#end(action, result);
  }

  #end(action, result) {
    const answer = answerOf(action, result);
    if (answer.status === "done" && result.row !== undefined) {
      const [kind, row] = result.row;
      this.#store.end(answer, {...result, row: [kind, {...row, action}]}); // it names what was done
    } else {
      this.#store.end(answer, result);
    }
    return answer;
  }
}

function answerOf(action, {output, version, refused: why, failed}) {
  if (output !== undefined) {
    return version === undefined ? {action, status: "done", output}
      : {action, status: "done", output, version};
  }
  return {action, status: failed === undefined ? "refused" : "failed", error: failed ?? why};
}
