// A server that answers as the console's does: its files with its policy, its API from `answers.mjs`,
// and its stream. It can be slow, empty, full, or gone, and it keeps what was posted.
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { answer } from './answers.mjs';

/** The committed bundle, or what else was built: PAGE_BUNDLE is its folder. */
export const BUNDLE = process.env.PAGE_BUNDLE ? pathToFileURL(process.env.PAGE_BUNDLE + '/') : new URL('../../src/main/resources/console/', import.meta.url);
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };
const TOKEN = 'one-time-token';

export class Mock {
  /** @param scenario full, empty, many, loading or hostile */
  constructor(scenario = 'full', options = {}) {
    this.scenario = scenario;
    this.options = { loggedIn: true, readOnly: false, ...options };
    this.posts = [];
    this.asked = [];
    this.requests = new EventEmitter();
    this.streams = new Set();
    this.held = [];
    this.down = false;
    this.log = [];
    this.loggedIn = this.options.loggedIn;
    this.server = http.createServer((request, response) => this.take(request, response));
  }

  async start() {
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.origin = 'http://127.0.0.1:' + this.server.address().port;
    return this;
  }

  async stop() {
    this.held.forEach((response) => response.destroy());
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Cuts every stream, as a restart does. */
  cut() {
    this.streams.forEach((stream) => stream.destroy());
    this.streams.clear();
  }

  /** From now on nothing is answered. */
  vanish() {
    this.down = true;
    this.cut();
  }

  comeBack() {
    this.down = false;
  }

  /** Appends a journal entry to the log, and tells whoever listens. */
  append(entry) {
    this.log.push(['entry', { kind: 'decision-made', run: null, turn: null, tool: null, outcome: null, bytes: 100, at: new Date().toISOString(), ...entry }]);
    this.streams.forEach((stream) => this.tell(stream, this.log.length - 1));
  }

  emit(event, data) {
    this.log.push([event, data]);
    this.streams.forEach((stream) => this.tell(stream, this.log.length - 1));
  }

  tell(stream, index) {
    const [event, data] = this.log[index];
    stream.write('id: ' + (index + 1) + '\nevent: ' + event + '\ndata: ' + JSON.stringify(data) + '\n\n');
  }

  /** How often an address that holds this text was asked for. */
  times(part) {
    return this.asked.filter((one) => one.includes(part)).length;
  }

  /** Waits until such an address was asked for so often. */
  async untilAsked(part, times) {
    const signal = AbortSignal.timeout(15_000);
    while (this.times(part) < times) {
      await once(this.requests, 'asked', { signal });
    }
  }

  take(request, response) {
    if (this.down) {
      request.socket.destroy();
      return;
    }
    const url = new URL(request.url, this.origin);
    this.asked.push(request.method + ' ' + request.url);
    this.requests.emit('asked');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', POLICY);
    if (url.pathname.startsWith('/api/')) {
      this.api(request, response, url);
      return;
    }
    this.file(response, url.pathname);
  }

  file(response, name) {
    const file = new URL('.' + (path.extname(name) === '' ? '/index.html' : name), BUNDLE);
    if (!fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', TYPES[path.extname(file.pathname)] ?? 'application/octet-stream');
    response.end(fs.readFileSync(file));
  }

  api(request, response, url) {
    const name = url.pathname.slice('/api/'.length);
    if (name === 'login' || name === 'logout') {
      this.login(request, response, name);
    } else if (!this.loggedIn) {
      problem(response, 401, 'no-session', 'Nobody is logged in');
    } else if (name === 'live') {
      this.live(request, response, url);
    } else if (request.method === 'POST') {
      this.post(request, response, name);
    } else if (this.scenario === 'loading' && name !== 'session') {
      this.held.push(response);
    } else {
      const found = answer(name, url.searchParams, this);
      if (found === undefined) {
        problem(response, 404, 'not-found', 'There is no such thing');
      } else if (Buffer.isBuffer(found)) {
        response.writeHead(200, { 'Content-Type': 'image/png' }).end(found);
      } else {
        response.writeHead(200, { 'Content-Type': 'application/json', 'X-Playloop-Position': String(this.log.length) }).end(JSON.stringify(found));
      }
    }
  }

  login(request, response, name) {
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(this.options.oidc ? { oidc: '/login/oidc/start' } : {}));
      return;
    }
    body(request, (json) => {
      if (name === 'logout') {
        this.loggedIn = false;
        response.writeHead(204).end();
      } else if (json.token === TOKEN && !this.used) {
        this.used = true;
        this.loggedIn = true;
        response.writeHead(204).end();
      } else if (json.bearer === 'mine') {
        this.loggedIn = true;
        response.writeHead(204).end();
      } else {
        problem(response, 401, this.used ? 'token-used' : 'no-token', 'The token is not good', 'It was used, or it never was one.');
      }
    });
  }

  post(request, response, name) {
    body(request, (json) => {
      const csrf = request.headers['x-playloop-csrf'];
      this.posts.push({ name, json, csrf });
      if (csrf !== 'csrf-of-this-session') {
        problem(response, 403, 'csrf', 'The request is not from this page');
        return;
      }
      const found = answer('POST ' + name, json, this);
      if (found === undefined) {
        problem(response, 404, 'not-found', 'There is no such thing');
      } else {
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
      }
    });
  }

  live(request, response, url) {
    const from = Number(request.headers['last-event-id'] ?? url.searchParams.get('from') ?? this.log.length);
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(': here\n\n');
    for (let index = this.options.skips ? from + this.options.skips : from; index < this.log.length; index++) {
      this.tell(response, index);
    }
    this.streams.add(response);
    response.on('close', () => this.streams.delete(response));
  }
}

function problem(response, status, type, title, detail = '') {
  response.writeHead(status, { 'Content-Type': 'application/problem+json' }).end(JSON.stringify({ type: 'urn:playloop:problem:' + type, title, status, detail, errors: [] }));
}

function body(request, then) {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => then(JSON.parse(Buffer.concat(parts).toString() || '{}')));
}
