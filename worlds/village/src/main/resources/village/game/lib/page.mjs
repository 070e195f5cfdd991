// The page for those who watch: plain files of one folder, read once at the start. What was not
// read then is not served, so no path of a stranger's leads anywhere else.

import {readFileSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {isOwn} from "./door.mjs";

const FIRST = "index.html";
const NAME = /^[a-z0-9][a-z0-9-]*\.(html|css|js|png)$/;
const TYPES = {
  html: "text/html; charset=utf-8",
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  png: "image/png",
};
const MAX_FILES = 50;

export class Page {
  #files = new Map(); // by path

  /** Throws where the folder has no page. */
  constructor(folder) {
    const names = readdirSync(folder, {withFileTypes: true})
      .filter((entry) => entry.isFile() && NAME.test(entry.name)).map(({name}) => name);
    if (!names.includes(FIRST) || names.length > MAX_FILES) {
      throw new Error(`GAME_PAGE has no ${FIRST}, or more than ${MAX_FILES} files`);
    }
    for (const name of names) {
      const file = {type: TYPES[name.split(".").at(-1)], bytes: readFileSync(join(folder, name))};
      this.#files.set(name === FIRST ? "/" : `/${name}`, file);
    }
  }

  /** Whether it has answered; what it has not is for somebody else. */
  serve(request, response) {
    const file = this.#files.get(request.url.split("?", 1)[0]);
    if (file === undefined || request.method !== "GET" || !isOwn(request)) {
      return false;
    }
    response.writeHead(200, {
      "content-type": file.type,
      "content-length": file.bytes.length,
      "content-security-policy": policy(request.headers.host),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
    response.end(file.bytes);
    return true;
  }
}

/** Nothing of anybody else's, no script in the page itself, and in nobody's frame. */
function policy(host) {
  return ["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
    `connect-src 'self' data: ws://${host}`, "worker-src blob:", "base-uri 'none'", "form-action 'none'",
    "frame-ancestors 'none'"].join("; ");
}
