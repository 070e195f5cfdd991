// A Chromium without a window, led over a pipe: no port is opened, and nothing is downloaded.

import {spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

const LIMIT_MS = 120_000;

export class Browser {
  complaints = []; // what the page says of errors
  #process;
  #folder = mkdtempSync(join(tmpdir(), "village-browser-"));
  #ended;
  #session;
  #next = 0;
  #waiting = new Map(); // by id, who waits for the answer

  /** An empty page of that size. */
  static async open(program, {width, height}) {
    const browser = new Browser();
    browser.#start(program, width, height);
    const {targetId} = await browser.#ask("Target.createTarget", {url: "about:blank"});
    const {sessionId} = await browser.#ask("Target.attachToTarget", {targetId, flatten: true});
    browser.#session = sessionId;
    await browser.#ask("Page.enable");
    await browser.#ask("Runtime.enable");
    await browser.#ask("Log.enable");
    await browser.#ask("Emulation.setDeviceMetricsOverride",
      {width, height, deviceScaleFactor: 1, mobile: false});
    return browser;
  }

  #start(program, width, height) {
    this.#process = spawn(program, ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
      "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--hide-scrollbars",
      "--no-first-run", "--disable-background-networking", "--disable-component-update",
      "--force-color-profile=srgb", `--window-size=${width},${height}`, `--user-data-dir=${this.#folder}`,
      "--remote-debugging-pipe", "about:blank"],
    {detached: true, stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], env: {PATH: process.env.PATH, HOME: this.#folder}});
    this.#ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.once("error", (problem) => this.#fail(problem));
    this.#process.once("exit", () => this.#fail(new Error("the browser ended")));
    this.#process.stdio[3].on("error", () => {});
    let rest = "";
    this.#process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const parts = (rest + text).split("\0");
      rest = parts.pop();
      parts.forEach((part) => this.#hear(JSON.parse(part)));
    });
  }

  goTo(url) {
    return this.#ask("Page.navigate", {url});
  }

  async valueOf(expression) {
    const {result, exceptionDetails} = await this.#ask("Runtime.evaluate",
      {expression, returnByValue: true, awaitPromise: true});
    if (exceptionDetails !== undefined) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  /** Resolves once that is true on the page. */
  async until(expression, what) {
    for (const since = Date.now(); Date.now() - since < LIMIT_MS;) {
      if (await this.valueOf(expression)) {
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`${what}: not within ${LIMIT_MS} ms; ${this.complaints.join("; ")}`);
  }

  /** What is to be seen, as a PNG. */
  async picture() {
    const {data} = await this.#ask("Page.captureScreenshot", {format: "png"});
    return Buffer.from(data, "base64");
  }

  async close() {
    if (this.#process.pid !== undefined && this.#process.exitCode === null) {
      process.kill(-this.#process.pid, "SIGKILL"); // with all that it started, which would go on writing
      await this.#ended;
    }
    rmSync(this.#folder, {recursive: true, force: true, maxRetries: 20, retryDelay: 100});
  }

  #ask(method, params = {}) {
    const id = ++this.#next;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), LIMIT_MS);
      this.#waiting.set(id, {resolve, reject, timer});
      this.#process.stdio[3].write(`${JSON.stringify({id, method, params, sessionId: this.#session})}\0`);
    });
  }

  #hear({id, result, error, method, params}) {
    if (id !== undefined) {
      const {resolve, reject, timer} = this.#waiting.get(id);
      this.#waiting.delete(id);
      clearTimeout(timer);
      return error === undefined ? resolve(result) : reject(new Error(error.message));
    }
    if (method === "Runtime.exceptionThrown") {
      this.complaints.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    } else if (method === "Runtime.consoleAPICalled" && params.type === "error") {
      this.complaints.push(params.args.map(({value, description}) => value ?? description).join(" "));
    } else if (method === "Log.entryAdded" && params.entry.level === "error") {
      this.complaints.push(`${params.entry.text} ${params.entry.url ?? ""}`);
    }
  }

  #fail(problem) {
    for (const {reject, timer} of this.#waiting.values()) {
      clearTimeout(timer);
      reject(problem);
    }
    this.#waiting.clear();
  }
}
