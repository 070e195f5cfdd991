// What really happened in the game, for whoever wants to compare it with what was meant to: rows
// as JSON, those that fit the query. It says nothing that a player on the square would not see.

import {isOwn} from "./door.mjs";
import {tiles} from "./square.mjs";
import {ROWS} from "./store.mjs";

const MAX_QUERY = 1_000;

export class Seen {
  #square;
  #store;

  constructor({square, store}) {
    this.#square = square;
    this.#store = store;
  }

  serve(request, response) {
    const [status, rows] = this.#answer(request);
    response.writeHead(status, {"content-type": "application/json", "cache-control": "no-store"});
    response.end(`${JSON.stringify(rows)}\n`);
  }

  #answer(request) {
    if (!isOwn(request)) {
      return [421, {error: "this game is asked by the name of this machine"}];
    }
    if (request.method !== "GET" || request.url.length > MAX_QUERY) {
      return [405, {error: "GET, and a short query"}];
    }
    const [path, query = ""] = request.url.split("?", 2); // a stranger's path may be no URL
    const rows = this.#rows(path);
    if (rows === undefined) {
      return [404, {error: `there are ${[...ROWS, "deeds", "places"].map((kind) => `/seen/${kind}`).join(", ")}`}];
    }
    const wanted = [...new URLSearchParams(query)];
    return [200, rows.filter((row) => wanted.every(([field, value]) =>
      Object.hasOwn(row, field) && String(row[field]) === value))];
  }

  #rows(path) {
    const [, kind] = /^\/seen\/([a-z]+)$/.exec(path) ?? [];
    if (kind === "places") {
      return this.#square.entities().map(({id, kind: what, name, x, y}) =>
        ({id, kind: what, name, x: tiles(x), y: tiles(y)}));
    }
    if (kind === "deeds") {
      return ROWS.flatMap((each) => this.#store.rows(each)).filter(({action}) => action !== undefined)
        .map(({action}) => ({action}));
    }
    return ROWS.includes(kind) ? this.#store.rows(kind) : undefined;
  }
}
