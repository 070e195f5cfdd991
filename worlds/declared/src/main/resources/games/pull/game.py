"""A game that fetches what its agents do: Python 3.11 (Linux, macOS), its own library and one file. The contract:
docs/game-contract.md#games-that-cant-listen
GAME_TOKEN=… [GAME_URL=http://127.0.0.1:8080] [GAME_STORE=game.log] python3 game.py"""
import fcntl, json, os, sys, time
from datetime import datetime, timezone
from http.client import HTTPException
from urllib.request import ProxyHandler, Request, build_opener
AT = os.environ.get("GAME_URL", "http://127.0.0.1:8080").rstrip("/") + "/v1/worlds/WORLD/"
HEADERS, LATE = {"Authorization": "Bearer " + os.environ["GAME_TOKEN"], "Content-Type": "application/json"}, 300
KEPT, COUNTERS = {}, {}  # answers by action, and the world
def total(counter): return COUNTERS.get(counter, 0)
# Your tools: each takes the arguments, and returns what changes, as [counter, by] or None, and what the agent is told.
TOOLS = {"look_at_bell": lambda args: (None, {"rung": total("bell")}),
         "ring_bell": lambda args: (["bell", 1], {"rung": total("bell") + 1})}
def no(code): return {"error": {"code": code, "message": code.replace("_", " ")}}
def write(line):
    try: LOG.write(json.dumps(line).encode() + b"\n"), LOG.flush(), os.fsync(LOG.fileno())
    except OSError: os._exit(1)  # nobody knows how much of it is in the file: whoever starts it again reads it
def apply(answer, change):
    KEPT[answer["action"]] = answer
    if change: COUNTERS[change[0]] = total(change[0]) + change[1]
def act(action):  # an order
    if action["action"] in KEPT: return KEPT[action["action"]]
    change, answer = None, {"action": action["action"], "status": "refused"} | no("unknown_tool")
    if datetime.fromisoformat(action["notAfter"]) < datetime.now(timezone.utc):
        answer |= {"status": "failed"} | no("expired")
    elif action["tool"] in TOOLS:
        change, output = TOOLS[action["tool"]](action["args"])
        answer = {"action": action["action"], "status": "done", "output": output}
    if action["effect"] == "write": write([answer, change]), apply(answer, change)  # one line, before it is answered
    return answer
def tell(action):  # a question: nothing is done, and only what this memory vouches for is called not done
    vouches = BORN + LATE < action.get("issued", 0)
    return KEPT.get(action["action"], {"action": action["action"], "status": "not_done" if vouches else "unknown"})
def ask(path, body=None):
    request = Request(AT + path, None if body is None else json.dumps(body).encode(), HEADERS)
    with WIRE.open(request, timeout=60) as reply: return json.load(reply)
WIRE = build_opener(ProxyHandler({}))
LOG = open(os.environ.get("GAME_STORE", "game.log"), "a+b"); LOG.seek(0)
fcntl.flock(LOG, fcntl.LOCK_EX)  # one process at a time: what is called not done, no other may begin
LINES = [line for line in LOG if line.endswith(b"\n")]
LOG.truncate(sum(map(len, LINES)))  # what was cut off in its midst was never answered
BORN = json.loads(LINES[0]) if LINES else int(time.time())
[apply(*json.loads(line)) for line in LINES[1:]] if LINES else write(BORN)
epoch = ""
while True:
    try:
        some = ask("actions?puller=game&wait=30s" + epoch)
        if not epoch: print("connected", flush=True)
        epoch = f"&epoch={some['epoch']}"
        for one in some["actions"]: ask("results?puller=game" + epoch, tell(one) if one.get("again") else act(one))
    except (OSError, ValueError, HTTPException) as problem:  # what it carried may be lost: connect anew, and be asked
        epoch = print(problem, file=sys.stderr) or ""
        time.sleep(1)
