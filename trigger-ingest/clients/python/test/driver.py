"""Carries out the fixtures' calls on the Python client: a line of JSON in, a line of JSON out.
`fixtures/README.md` says what the lines are. Time is what the judge says it is."""

import importlib
import json
import os
import sys
import threading
import time
import traceback

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.dont_write_bytecode = True
import playloop  # noqa: E402

EPOCH = 1_769_860_800_000  # 2026-01-31T12:00:00Z
PATIENCE_S = 50
NAMES = {"replyTo": "reply_to", "worldVersion": "world_version", "onProblem": "on_problem",
         "maxEvents": "max_events", "maxBytes": "max_bytes", "batchEvents": "batch_events", "batchBytes": "batch_bytes",
         "lingerMs": "linger_ms", "requestTimeoutMs": "request_timeout_ms",
         "backoffMs": "backoff_ms", "backoffMaxMs": "backoff_max_ms"}


class JudgesClock(playloop.Clock):
    """Those who wait are parked until the judge's time has come to where they wait for."""

    def __init__(self):
        super().__init__()
        self.settling = threading.Condition(self.lock)
        self.time = 0
        self.parked = {}

    def now(self):
        return self.time

    def wall(self):
        return EPOCH + int(self.time)

    def wait(self, until):
        me = threading.get_ident()
        self.parked[me] = until
        self.settling.notify_all()
        while me in self.parked:
            self._changed.wait()

    def wake(self):
        self.parked.clear()
        super().wake()


class Driver:
    def __init__(self, client):
        self.client_class = client
        self.client = None
        self.clock = None
        self.held = False
        self.problems = []
        self.running = 0
        self.ended = []
        self.leftover = None

    def do(self, order):
        done = getattr(self, order["do"].replace("-", "_"))(order)
        return dict({"returned": done}, **self.settled())

    def settled(self):
        if not isinstance(self.clock, JudgesClock):
            return {"problems": self.told(), "ended": self.take_ended()}
        limit = time.monotonic() + PATIENCE_S
        with self.clock.lock:
            while len(self.clock.parked) < self.running + (0 if self.held or self.gone() else 1):
                left = limit - time.monotonic()
                if left <= 0:
                    return {"error": "it does not come to rest"}
                self.clock.settling.wait(min(left, 0.02))
            waits = [until for until in self.clock.parked.values() if until is not None]
        return {"next": min(waits) if waits else None, "problems": self.told(),
                "ended": self.take_ended()}

    def gone(self):
        return not self.client._thread.is_alive()

    def told(self):
        told, self.problems = self.problems, []
        return told

    def take_ended(self):
        ended, self.ended = self.ended, []
        return ended

    def open(self, order):
        if self.client is not None:
            with self.clock.lock:
                self.client._closed = True
                self.client._leave()
                self.clock.wake()
        self.held, self.running, self.problems, self.ended = False, 0, [], []
        problems = self.problems = []
        options = {NAMES[name]: value for name, value in order.get("options", {}).items()}
        count = [0]

        def ids():
            count[0] += 1
            return "e%d" % count[0]

        def hear(problem):
            problems.append({k: v for k, v in vars(problem).items() if v not in (None, "")})
            if order.get("deaf"):
                raise RuntimeError("the game's own fault")

        def told():
            taken = problems[:]
            del problems[:]
            return taken

        self.told = told
        if order.get("real"):
            self.clock = playloop.Clock()
            seams = {}
        else:
            self.clock = JudgesClock()
            seams = {"_clock": self.clock, "_ids": ids, "_chance": lambda: order.get("chance", 1)}
        try:
            self.client = self.client_class(order["url"], order.get("token"), order["source"],
                                            on_problem=hear, **options, **seams)
        except ValueError as e:
            self.client = None
            self.clock = None
            return "refused: " + str(e)
        return True

    def call(self, order):
        args = {NAMES.get(name, name): special(value) for name, value in order["args"].items()}
        if "subject" in args:
            args["subject"] = (args["subject"]["type"], args["subject"]["id"])
        name = {"actorMoved": "actor_moved"}.get(order["method"], order["method"])
        return getattr(self.client, name)(**args)

    def change(self, order):
        """The game goes on with what it gave to `put`."""
        state = {"energy": 3}
        given = self.client.put("tally", "tally/plaza", "bob", "user", state)
        state["energy"] = 4
        return given

    def time(self, order):
        with self.clock.lock:
            self.clock.time = order["now"]
            self.clock.wake()

    def flush(self, order):
        self.begin("flush", order)

    def close(self, order):
        self.begin("close", order)

    def flush_now(self, order):
        return self.client.flush(order["ms"])

    def begin(self, name, order):
        with self.clock.lock:
            self.running += 1

        def run():
            returned = getattr(self.client, name)(order["ms"])
            with self.clock.lock:
                self.running -= 1
                self.ended.append({name: returned})
                if isinstance(self.clock, JudgesClock):
                    self.clock.settling.notify_all()

        threading.Thread(target=run, daemon=True).start()

    def stats(self, order):
        return self.client.stats()

    def describe(self, order):
        return repr(self.client) + str(self.client)

    def ulids(self, order):
        return [playloop.ulid() for _ in range(order["count"])]

    def speed(self, order):
        took = []
        for i in range(order["count"]):
            began = time.perf_counter_ns()
            self.client.moved("tally", "tally/plaza", "bob-%d" % (i % 1000), i, i)
            took.append(time.perf_counter_ns() - began)
        took.sort()
        return {"p99": took[len(took) * 99 // 100] / 1000, "max": took[-1] / 1000}

    def rest(self, order):
        return None


def special(value):
    if isinstance(value, dict) and "$" in value:
        if value["$"] == "nan":
            return {"n": float("nan")}
        if value["$"] == "cycle":
            circle = []
            circle.append(circle)
            return circle
        if value["$"] == "deep":
            deep = 0
            for _ in range(value["levels"]):
                deep = [deep]
            return deep
        if value["$"] == "long":
            return value.get("unit", "x") * value["length"]
    if isinstance(value, dict):
        return {name: special(each) for name, each in value.items()}
    return value


def main():
    client = playloop.Playloop
    if len(sys.argv) > 1:
        sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[1])))
        module, name = sys.argv[1:3]
        client = getattr(importlib.import_module(os.path.basename(module)[:-3]), name)
    driver = Driver(client)
    orders = []
    come = threading.Condition()

    def read():
        for line in sys.stdin:
            order = json.loads(line)
            if order["do"] == "held":
                driver.held = order["held"]
                if driver.clock is not None:
                    with driver.clock.lock:
                        if isinstance(driver.clock, JudgesClock):
                            driver.clock.settling.notify_all()
                if order["held"]:
                    continue
                order = {"do": "held-off"}
            with come:
                orders.append(order)
                come.notify()
        with come:
            orders.append(None)
            come.notify()

    threading.Thread(target=read, daemon=True).start()
    while True:
        with come:
            while not orders:
                come.wait()
            order = orders.pop(0)
        if order is None:
            return
        if order["do"] == "held-off":
            answer = {}
        else:
            try:
                answer = driver.do(order)
            except Exception:  # whatever it is, the judge is told
                answer = {"error": traceback.format_exc()}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


main()
