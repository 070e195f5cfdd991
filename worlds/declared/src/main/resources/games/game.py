"""A game for agents of Playloop: Python 3.11, its own library and one file. The contract: docs/game-contract.md.
GAME_SECRET=… [GAME_PORT=7777] [GAME_STORE=game.log] [GAME_TEST=1] python3 game.py"""
import hashlib, hmac, json, os, threading, time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit
SECRET, LATE, LOCK = os.environ["GAME_SECRET"].encode(), 300, threading.Lock()
KEPT, COUNTERS = {}, {}  # answers by action, and the world
def total(counter): return COUNTERS.get(counter, 0)
# Your tools: each takes the arguments, and returns what changes, as [counter, by] or None, and what the agent is told.
TOOLS = {"look_at_bell": lambda args: (None, {"rung": total("bell")}),
         "ring_bell": lambda args: (["bell", 1], {"rung": total("bell") + 1})}
PROBES = {"playloop_probe_read": lambda args: (None, {"total": total(args["counter"])}), "playloop_probe_add":
          lambda args: ([args["counter"], args["n"]], {"total": total(args["counter"]) + args["n"]})}
if os.environ.get("GAME_TEST") == "1": TOOLS |= PROBES  # for `./playloop worlds check`
def no(code): return {"error": {"code": code, "message": code.replace("_", " ")}}
def write(line):
    try: LOG.write(json.dumps(line).encode() + b"\n"), LOG.flush(), os.fsync(LOG.fileno())
    except OSError: os._exit(1)  # nobody knows how much of it is in the file: whoever starts it again reads it
def apply(answer, change):
    KEPT[answer["action"]] = answer
    if change: COUNTERS[change[0]] = total(change[0]) + change[1]
def act(action):
    if action["action"] in KEPT: return 200, KEPT[action["action"]]
    if datetime.fromisoformat(action["notAfter"]) < datetime.now(timezone.utc): return 409, no("expired")
    change, answer = None, {"action": action["action"], "status": "refused"} | no("unknown_tool")
    if action["tool"] in TOOLS:
        change, output = TOOLS[action["tool"]](action["args"])
        answer = {"action": action["action"], "status": "done", "output": output}
    if action["effect"] == "write": write([answer, change]), apply(answer, change)  # one line, before it is answered
    return 200, answer
class Game(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_POST(self): self.reply(self.rfile.read(int(self.headers["Content-Length"] or 0)))
    def do_GET(self): self.reply(b"")
    def log_message(self, *_): pass
    def reply(self, body):
        with LOCK: status, said = self.answer(body)
        text = json.dumps(said).encode()
        self.send_response(status), self.send_header("Content-Length", str(len(text))), self.end_headers()
        self.wfile.write(text)
    def answer(self, body):
        at, given = self.headers["Playloop-Timestamp"] or "0", self.headers["Playloop-Signature"] or ""
        mac = hmac.new(SECRET, f"{at}\n{self.command}\n{self.path}\n".encode() + body, hashlib.sha256)
        right = hmac.compare_digest(given.encode(), b"v1=" + mac.hexdigest().encode())
        if not right or abs(time.time() - int(at)) >= LATE: return 401, no("not_signed_now")
        if self.command == "POST":
            action = json.loads(body)
            return act(action) if action["action"] == self.headers["Idempotency-Key"] else (400, no("not_its_key"))
        url = urlsplit(self.path)
        asked, issued = unquote(url.path.removeprefix("/actions/")), int(parse_qs(url.query).get("issued", "0")[0])
        return 200, KEPT.get(asked, {"action": asked, "status": "not_done" if BORN + LATE < issued else "unknown"})
LOG = open(os.environ.get("GAME_STORE", "game.log"), "a+b"); LOG.seek(0)
LINES = [line for line in LOG if line.endswith(b"\n")]
LOG.truncate(sum(map(len, LINES)))  # what was cut off in its midst was never answered
BORN = json.loads(LINES[0]) if LINES else int(time.time())
[apply(*json.loads(line)) for line in LINES[1:]] if LINES else write(BORN)
SERVER = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("GAME_PORT", "7777"))), Game)
print(f"http://127.0.0.1:{SERVER.server_port}", flush=True)
SERVER.serve_forever()
