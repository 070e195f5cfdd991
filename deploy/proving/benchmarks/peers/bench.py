#!/usr/bin/env python3
"""Peer baseline driver. Usage: bench.py SYSTEM [serial,drain,disk,crash,rate,waiting,start,minutes] ; paths and ports come from BENCH_WORK and JAVA_HOME. Standard library only."""
import http.client, json, os, random, shutil, signal, socket, statistics as st, subprocess, sys, threading, time
HERE = os.path.dirname(os.path.abspath(__file__))
WORK = os.environ["BENCH_WORK"]; JAVA = os.path.join(os.environ["JAVA_HOME"], "bin", "java")
mono = time.monotonic_ns
children = []

def free_port(used=set()):
    while True:
        p = random.SystemRandom().randint(30000, 39999)
        with socket.socket() as s:
            try: s.bind(("127.0.0.1", p))
            except OSError: continue
        if p not in used: used.add(p); return p

def owns(pid, port):  # does OUR child hold the listening socket?
    hexp = "%04X" % port; inodes = set()
    for f in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            for l in open(f).readlines()[1:]:
                w = l.split()
                if w[1].endswith(":" + hexp) and w[3] == "0A": inodes.add(w[9])
        except OSError: pass
    for fd in os.listdir(f"/proc/{pid}/fd"):
        try:
            if os.readlink(f"/proc/{pid}/fd/{fd}") in {f"socket:[{i}]" for i in inodes}: return True
        except OSError: pass
    return False

def spawn(cmd, log, ready=None, port=None, stdin=False, env=None, timeout=60, cwd=None):
    f = open(os.path.join(WORK, log), "ab"); start = f.tell()
    p = subprocess.Popen(cmd, stdout=f, stderr=subprocess.STDOUT, stdin=subprocess.PIPE if stdin else subprocess.DEVNULL, env={**os.environ, **(env or {})}, cwd=cwd)
    children.append(p); end = time.time() + timeout
    while True:
        if p.poll() is not None: raise SystemExit(f"{log}: exited {p.returncode}")
        ok = True
        if ready:
            with open(f.name, "rb") as g: g.seek(start); ok = ready.encode() in g.read()
        if ok and port: ok = owns(p.pid, port)
        if ok: p.log = f.name; return p
        if time.time() > end: raise SystemExit(f"{log}: not ready")
        time.sleep(0.01)

def kill9(p): p.send_signal(signal.SIGKILL); p.wait(); children.remove(p)
def stop(p):
    if p and p.poll() is None:
        p.terminate()
        try: p.wait(10)
        except subprocess.TimeoutExpired: p.kill(); p.wait()
    if p in children: children.remove(p)

def closed(k):  # by the other side, while nothing was asked
    try: return k.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError: return False
    except OSError: return True

def pipelined(socks, per):  # the requests of each socket at once; returns when each has its 20x
    for k, m in zip(socks, per):
        if m: k.sendall("".join(m).encode())
    for k, m in zip(socks, per):
        buf = b""
        while buf.count(b"HTTP/1.1 20") < len(m):
            d = k.recv(65536)
            if not d: raise SystemExit("closed by the other side")
            buf += d
            if b"HTTP/1.1 4" in buf or b"HTTP/1.1 5" in buf: raise SystemExit(buf[:500])

class Stub:
    def __init__(s):
        s.port = free_port()
        s.p = spawn([JAVA, "-Xmx2g", "-XX:+UseSerialGC", "-cp", f"{WORK}/classes/stub", "Stub", str(s.port)], "stub.log", "stub ready", s.port)
        s.c = None
    def get(s, path, timeout=60):
        c = http.client.HTTPConnection("127.0.0.1", s.port, timeout=timeout)
        try: c.request("GET", path); return c.getresponse().read().decode()
        finally: c.close()
    def reset(s, L): s.get(f"/reset?latency={L}")
    def wait(s, timeout=600, **k):
        try: return json.loads(s.get("/wait?" + "&".join(f"{a}={b}" for a, b in k.items()), timeout))
        except TimeoutError: return None
    def stats(s): return json.loads(s.get("/stats"))
    def log(s): return [(int(a), int(b), k, ag, int(t), int(d)) for a, b, k, ag, t, d in (l.split(",") for l in s.get("/log").splitlines())]

class Restate:
    name = "restate"; server = worker = None
    def __init__(s, stub, opts=()): s.stub = stub; s.opts = list(opts)
    def start(s):
        s.data = f"{WORK}/data-restate"; shutil.rmtree(s.data, ignore_errors=True)
        s.node, s.ing, s.adm, s.wp = (free_port() for _ in range(4))
        open(f"{WORK}/restate.toml", "w").write(f'disable-telemetry = true\nbind-address = "127.0.0.1:{s.node}"\n[ingress]\nbind-address = "127.0.0.1:{s.ing}"\n[admin]\nbind-address = "127.0.0.1:{s.adm}"\n')
        s.start_server(); s.start_worker()
        c = http.client.HTTPConnection("127.0.0.1", s.adm, timeout=30)
        c.request("POST", "/deployments", json.dumps({"uri": f"http://127.0.0.1:{s.wp}"}), {"content-type": "application/json"})
        r = c.getresponse(); b = r.read()
        if r.status >= 300: raise SystemExit(b)
    def start_server(s):
        exe = f"{WORK}/restate/node_modules/@restatedev/restate-server-linux-x64/bin/restate-server"
        s.server = spawn([exe, "-c", f"{WORK}/restate.toml", "--base-dir", s.data, "--listen-mode", "tcp", "--no-logo"], "restate-server.log", None, s.ing, env={"DO_NOT_TRACK": "1", "RUST_LOG": "warn"})
        while True:
            try:
                c = http.client.HTTPConnection("127.0.0.1", s.adm, timeout=5); c.request("GET", "/health"); ok = c.getresponse().status == 200; c.close()
                c = http.client.HTTPConnection("127.0.0.1", s.ing, timeout=5); c.request("GET", "/restate/health"); ok = ok and c.getresponse().status == 200; c.close()
                if ok: break
            except OSError: pass
            time.sleep(0.02)
        s.socks = None
    def start_worker(s):
        cp = open(f"{WORK}/restate/cp.txt").read().strip()
        s.worker = spawn([JAVA, "-Xmx1g", f"-Dstub.port={s.stub.port}", *s.opts, "-cp", f"{WORK}/classes/restate:{cp}", "RestateAgent", str(s.wp)], "restate-worker.log", "worker ready", s.wp)
    def fire(s, prefix, n, T, resume=False, first=0):
        if resume: return
        if not s.socks: s.socks = [socket.create_connection(("127.0.0.1", s.ing)) for _ in range(32)]
        per = [[] for _ in s.socks]; body = str(T)
        for i in range(first, first + n): per[i % 32].append(f"POST /Agent/{prefix}-{i}/run/send HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ncontent-length: {len(body)}\r\n\r\n{body}")
        pipelined(s.socks, per)
    def open_runs(s):
        c = http.client.HTTPConnection("127.0.0.1", s.adm, timeout=30)
        c.request("POST", "/query", json.dumps({"query": "select status, count(*) as n from sys_invocation group by status"}), {"content-type": "application/json", "accept": "application/json"})
        return c.getresponse().read().decode()

class LangGraph:
    name = "langgraph"; server = None; worker = None
    def __init__(s, stub, opts=()): s.stub = stub
    def start(s): s.data = f"{WORK}/data-langgraph"; shutil.rmtree(s.data, ignore_errors=True); os.makedirs(s.data); s.start_worker()
    def start_worker(s):
        shutil.copy(f"{HERE}/langgraph/worker.mjs", f"{WORK}/langgraph/worker.mjs")
        s.worker = spawn(["node", "worker.mjs"], "langgraph-worker.log", "worker ready", stdin=True, cwd=f"{WORK}/langgraph", env={"STUB_PORT": str(s.stub.port), "DB_FILE": f"{s.data}/cp.db", "LANGSMITH_TRACING": "false"})
    def fire(s, prefix, n, T, resume=False): s.worker.stdin.write(f"{'resume' if resume else 'fire'} {prefix} {n} {T}\n".encode()); s.worker.stdin.flush()

class KafkaPc:
    name = "kafka-pc"; server = worker = None
    def __init__(s, stub, opts=()): s.stub = stub; s.opts = list(opts)
    def java(s, *a): return [JAVA, "-cp", f"{WORK}/classes/kafka-pc:" + open(f"{WORK}/kafka-pc/cp.txt").read().strip(), *a]
    def start(s):
        s.data = f"{WORK}/data-kafka"; shutil.rmtree(s.data, ignore_errors=True); os.makedirs(s.data)
        s.port, ctl = free_port(), free_port(); s.props = f"{WORK}/kafka.properties"
        open(s.props, "w").write(f"process.roles=broker,controller\nnode.id=1\ncontroller.quorum.voters=1@127.0.0.1:{ctl}\nlisteners=PLAINTEXT://127.0.0.1:{s.port},CONTROLLER://127.0.0.1:{ctl}\nadvertised.listeners=PLAINTEXT://127.0.0.1:{s.port}\ncontroller.listener.names=CONTROLLER\nlistener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT\nlog.dirs={s.data}\noffsets.topic.replication.factor=1\ntransaction.state.log.replication.factor=1\ntransaction.state.log.min.isr=1\n")
        subprocess.run(s.java("kafka.tools.StorageTool", "format", "-t", "AAAAAAAAAAAAAAAAAAAAAQ", "-c", s.props), check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        s.start_server()
        j = s.java("Fire", f"127.0.0.1:{s.port}"); s.firer = spawn(j, "fire.log", "fire ready", stdin=True)
        s.start_worker()
    def start_server(s): s.server = spawn([s.java()[0], "-Xmx1g", *s.java("kafka.Kafka", s.props)[1:]], "kafka.log", None, s.port)
    def start_worker(s): s.worker = spawn([s.java()[0], "-Xmx1g", f"-Dstub.port={s.stub.port}", *s.opts, *s.java("PcWorker", f"127.0.0.1:{s.port}")[1:]], "pc-worker.log", "worker ready")
    def fire(s, prefix, n, T, resume=False):
        if not resume: s.firer.stdin.write(f"fire {prefix} {n} {T}\n".encode()); s.firer.stdin.flush()

class Dbos:
    name = "dbos"; server = worker = None
    def __init__(s, stub, opts=()): s.stub = stub; s.opts = list(opts)
    def ns(s): return ["unshare", "-U"] if os.getuid() == 0 else []  # Postgres refuses to run as root
    def start(s):
        s.data = f"{WORK}/data-dbos"; shutil.rmtree(s.data, ignore_errors=True); s.port = free_port()
        subprocess.run([*s.ns(), f"{WORK}/dbos/pg/bin/initdb", "-A", "trust", "-U", "postgres", "-D", s.data], check=True, stdout=subprocess.DEVNULL)
        s.start_server(); s.start_worker()
    def start_server(s):
        for _ in range(40):  # after kill -9 the orphaned backends need a moment to notice
            try: s.server = spawn([*s.ns(), f"{WORK}/dbos/pg/bin/postgres", "-D", s.data, "-p", str(s.port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="], "pg.log", None, s.port); break
            except SystemExit: children[:] = [c for c in children if c.poll() is None]; time.sleep(0.25)
    def start_worker(s):
        s.worker = spawn([JAVA, "-Xmx1g", f"-Dstub.port={s.stub.port}", *s.opts, "-cp", f"{WORK}/classes/dbos:" + open(f"{WORK}/dbos/cp.txt").read().strip(), "DbosAgent", f"jdbc:postgresql://127.0.0.1:{s.port}/postgres"], "dbos-worker.log", "worker ready", stdin=True)
    def fire(s, prefix, n, T, resume=False):
        if not resume: s.worker.stdin.write(f"fire {prefix} {n} {T}\n".encode()); s.worker.stdin.flush()

class Temporal:
    name = "temporal"; server = worker = None
    def __init__(s, stub, opts=()): s.stub = stub; s.opts = list(opts)
    def start(s):
        s.data = f"{WORK}/data-temporal"; shutil.rmtree(s.data, ignore_errors=True); os.makedirs(s.data); s.port, s.mport, s.hport = (free_port() for _ in range(3)); s.start_server(); s.start_worker()
    def start_server(s):
        s.server = spawn([os.environ["TEMPORAL"], "server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", str(s.port), "--http-port", str(s.hport), "--metrics-port", str(s.mport), "--db-filename", f"{s.data}/temporal.db", "--log-level", "error", *(x for k in os.environ.get("PRAGMAS", "journal_mode=wal,synchronous=normal").split(",") if k for x in ("--sqlite-pragma", k))], "temporal-server.log", None, s.port); time.sleep(3)
    def start_worker(s):
        s.worker = spawn([JAVA, "-Xmx1g", f"-Dstub.port={s.stub.port}", *s.opts, "-cp", f"{WORK}/classes/temporal:" + open(f"{WORK}/temporal/cp.txt").read().strip(), "TemporalAgent", f"127.0.0.1:{s.port}"], "temporal-worker.log", "worker ready", stdin=True)
    def fire(s, prefix, n, T, resume=False):
        if not resume: s.worker.stdin.write(f"fire {prefix} {n} {T}\n".encode()); s.worker.stdin.flush()

class Playloop:
    name = "playloop"; server = worker = None
    def __init__(s, stub, opts=()): s.stub = stub; s.opts = dict(o.split("=", 1) for o in opts)
    def start(s):
        s.data = f"{WORK}/data-playloop"; shutil.rmtree(s.data, ignore_errors=True); s.port = free_port(); s.game = f"{WORK}/playloop/bench"
        shutil.rmtree(s.game, ignore_errors=True); os.makedirs(s.game)
        open(f"{s.game}/world.yaml", "w").write(open(f"{HERE}/playloop/world.yaml").read().replace("STUB", f"http://127.0.0.1:{s.stub.port}"))
        open(f"{s.game}/triggers.jsonl", "w").close()
        mover = "- template: mover\n  enabled: true\n  instructions: {identity: You make moves.}\n  boundaries: {'*': {tools: ['*']}}\n  limits: {'*': {turns: 250, actions: 250}}\n"
        open(f"{s.game}/agents.yaml", "w").write(mover + "".join(f"- {{agent: bench/a{i}, actor: a{i}, like: mover}}\n" for i in range(int(os.environ.get("A", "1000")))))
        s.start_worker()
    def start_worker(s):
        env = {"PLAYLOOP_HTTP_PORT": str(s.port), "PLAYLOOP_HTTP_RATE": "100000", "PLAYLOOP_MODEL_NAME": "stub", "PLAYLOOP_MODEL_IN_FLIGHT": "1000", **s.opts}
        s.worker = spawn([os.environ["PLAYLOOP"], "up", s.game, "--data", s.data, "--model", f"http://127.0.0.1:{s.stub.port}/v1"], "playloop.log", "Playloop is up", s.port, env=env, timeout=300, cwd=WORK)
        s.token = next(l.split("=", 1)[1].strip() for l in open(f"{s.data}/access/operator.properties") if l.startswith("playloop.token")); s.socks = None
    def fire(s, prefix, n, T, resume=False, first=0):
        if resume: return
        if not s.socks: s.socks = [None] * 32; s.A = int(os.environ.get("A", "1000"))
        for i in {i % 32 for i in range(first, first + min(n, 32))}:  # the gateway ends a connection that lay idle for a minute
            if s.socks[i] is None or closed(s.socks[i]): s.socks[i] = socket.create_connection(("127.0.0.1", s.port))
        per = [[] for _ in s.socks]
        for i in range(first, first + n):
            body = json.dumps({"specversion": "1.0", "id": f"{prefix}-{i}", "source": "/bench", "type": "task.go", "data": {"agent": f"bench/a{i % s.A}", "text": f"job {prefix}-{i} of {T};"}})
            per[i % 32].append(f"POST /v1/events HTTP/1.1\r\nhost: 127.0.0.1:{s.port}\r\nauthorization: Bearer {s.token}\r\ncontent-type: application/cloudevents+json\r\ncontent-length: {len(body)}\r\n\r\n{body}")
        pipelined(s.socks, per)

def tree(pid):
    try: kids = open(f"/proc/{pid}/task/{pid}/children").read().split()
    except OSError: kids = []
    return [pid] + [x for k in kids for x in tree(int(k))]
def groups(sy): return [tree(p.pid) for p in (sy.server, sy.worker) if p]
def tcpu(pid):  # with the CPU of children already waited for
    try: w = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split(); return sum(map(int, w[11:15])) / os.sysconf("SC_CLK_TCK")
    except OSError: return 0
def cpu(sy): return sum(tcpu(x) for g in groups(sy) for x in g)
def field(pid, f, k):
    try: return sum(int(l.split()[1]) for l in open(f"/proc/{pid}/{f}") if l.startswith(k))
    except OSError: return 0
def wbytes(sy): return sum(field(x, "io", "write_bytes") for g in groups(sy) for x in g)
def hwm_reset(sy):
    for g in groups(sy):
        for x in g:
            try: open(f"/proc/{x}/clear_refs", "w").write("5")
            except OSError: pass
def hwm(sy): return [(field(g[0], "status", "VmHWM") if len(g) == 1 else sum(field(x, "smaps_rollup", "Pss:") for x in g)) // 1024 for g in groups(sy)]
def dsize(d):
    t = 0
    for r, _, fs in os.walk(d):
        for f in fs:
            try: t += os.path.getsize(os.path.join(r, f))
            except OSError: pass
    return t
def machine():  # (busy, steal) CPU-seconds of the whole machine
    w = [int(x) for x in open("/proc/stat").readline().split()[1:9]]; t = os.sysconf("SC_CLK_TCK")
    return (w[0] + w[1] + w[2] + w[5] + w[6]) / t, w[7] / t
def ours():  # CPU-seconds of every process of this bench
    return sum(tcpu(x) for p in children for x in tree(p.pid)) + time.process_time()
class Other:  # CPU used by anything that is not ours, in percent of the whole machine, and steal
    def __enter__(s): s.m, s.o, s.t = machine(), ours(), time.time(); return s
    def __exit__(s, *a): pass
    def pct(s): m = machine(); d = (time.time() - s.t) * os.cpu_count(); return [round(100 * (m[0] - s.m[0] - ours() + s.o) / d, 1), round(100 * (m[1] - s.m[1]) / d, 1)]
def q(v, p): v = sorted(v); return v[min(len(v) - 1, int(p * len(v)))]
def mr(v, d=2): return {"median": round(st.median(v), d), "range": [round(min(v), d), round(max(v), d)]}
def load(): return round(os.getloadavg()[0], 2)
n_prefix = 0
def pfx():
    global n_prefix; n_prefix += 1; return f"p{n_prefix}"

def run(sy, A, T, L, timeout=600):
    sy.stub.reset(L); hwm_reset(sy); ld = load(); c0, d0, w0, p = cpu(sy), dsize(sy.data), wbytes(sy), pfx(); oth = Other().__enter__()
    t0 = mono(); sy.fire(p, A, T); r = sy.stub.wait(done=A, timeout=timeout); op = oth.pct()
    if r is None: return {"error": f"not finished in {timeout}s", "stats": sy.stub.stats(), "load": ld}
    log = sy.stub.log(); s = (max(x[1] for x in log) - t0) / 1e9
    time.sleep(0.5); c1 = cpu(sy)
    return {"s": s, "runs_s": A / s, "turns_s": A * T / s, "ceil_pct": (100 * (T * L / 1000) / s) if L else None, "cpu_1000": (c1 - c0) / (A * T) * 1000, "rss": hwm(sy), "load": ld, "other_pct": op[0], "steal_pct": op[1],
            "file_per_turn": (dsize(sy.data) - d0) / (A * T), "write_per_turn": (wbytes(sy) - w0) / (A * T), "dup": [r["llmDup"], r["effDup"]]}

def serial(sy):
    sy.stub.reset(0); ld = load(); per_turn, per_run = [], []; oth = Other().__enter__()
    for i in range(100):
        p = pfx(); t0 = mono(); sy.fire(p, 1, 3); sy.stub.wait(done=i + 1); per_run.append((p, t0)); time.sleep(0.005)
    op = oth.pct(); by = {}
    for at, out, k, ag, t, d in sy.stub.log(): by.setdefault(ag, []).append((at, out, k, t))
    full = []; own = []
    for p, t0 in per_run:
        e = sorted(by[p + "-0"]); own += [(x[1] - x[0]) / 1e6 for x in e]
        L = [x for x in e if x[2] == "L"]; E = [x for x in e if x[2] == "E"]
        for k in range(2): per_turn.append((L[k + 1][0] - L[k][0] - (L[k][1] - L[k][0]) - (E[k][1] - E[k][0])) / 1e6)
        full.append((E[-1][1] - t0 - sum(x[1] - x[0] for x in e)) / 1e6 / 3)
    return {"turn_p50": q(per_turn, .5), "turn_p99": q(per_turn, .99), "run3_p50": q(full, .5), "run3_p99": q(full, .99), "stub_own_p50": q(own, .5), "load": ld, "other_pct": op[0], "steal_pct": op[1]}

def turns(sy):  # of the runs in the stub's log: the time between two LLM calls less what the stub took, in ms
    by = {}; out = []
    for at, end, k, ag, t, d in sy.stub.log(): by.setdefault(ag, []).append((at, end, k))
    for calls in by.values():
        L = sorted(x for x in calls if x[2] == "L"); E = sorted(x for x in calls if x[2] == "E")
        out += [(L[k + 1][0] - L[k][0] - (L[k][1] - L[k][0]) - (E[k][1] - E[k][0])) / 1e6 for k in range(len(L) - 1)]
    return out

def rate(sy, per_s, secs=30):  # runs of three turns at this many turns a second, spread over all agents
    sy.stub.reset(0); p = pfx(); oth = Other().__enter__(); c0 = cpu(sy); t0 = time.time(); sent = 0
    while time.time() - t0 < secs:
        due = int((time.time() - t0) * per_s / 3) - sent
        if due: sy.fire(p, due, 3, first=sent); sent += due
        time.sleep(0.02)
    r = sy.stub.wait(done=sent, timeout=120); op = oth.pct(); ms = turns(sy)
    return {"asked_turns_s": per_s, "runs": sent, "all": r is not None, "turn_p50": round(q(ms, .5), 1), "turn_p99": round(q(ms, .99), 1), "cpu_1000": round((cpu(sy) - c0) / sent / 3 * 1000, 2), "other_pct": op[0]}

def waiting(sy, A, L=30000):  # all agents wait in one call each; the CPU of ten seconds in its midst
    sy.stub.reset(L); hwm_reset(sy); p = pfx(); t0 = time.time(); sy.fire(p, A, 1)
    while sy.stub.stats()["llm"] < A and time.time() - t0 < L / 1000 - 12: time.sleep(0.1)
    asked = sy.stub.stats()["llm"]; began = time.time() - t0; time.sleep(1); oth = Other().__enter__(); c0, t1 = cpu(sy), time.time(); time.sleep(10); c1, t2 = cpu(sy), time.time(); op = oth.pct()
    r = sy.stub.wait(done=A, timeout=300)
    return {"agents": A, "asked": asked, "asked_after_s": round(began, 1), "cpu_pct_of_one_core": round(100 * (c1 - c0) / (t2 - t1), 1), "rss": hwm(sy), "all_answered": r is not None, "dup": [r["llmDup"], r["effDup"]] if r else None, "done_s": round(time.time() - t0, 1), "other_pct": op[0]}

def minutes(sy, secs):  # drain behind drain; turns a second of each ten seconds
    t0 = time.time(); done = {}; c = []
    while time.time() - t0 < secs:
        r = run(sy, 1000, 3, 0)
        if "error" in r: return r
        k = int((time.time() - t0) // 10); n, s, u = done.get(k, (0, 0, 0)); done[k] = (n + 3000, s + r["s"], u + r["cpu_1000"] * 3); c.append(r["rss"])
    return {"turns_s": [round(n / s) for n, s, u in done.values()], "cpu_1000": [round(u / n * 1000, 2) for n, s, u in done.values()], "rss": c[-1]}

def crash(sy, what, seed, n=int(os.environ.get("KILLS", "5")), A=200, T=3, L=50, timeout=200):
    rng = random.Random(seed); out = []
    for i in range(n):
        frac = rng.uniform(.1, .9); sy.stub.reset(L); p = pfx(); ld = load()
        sy.fire(p, A, T); sy.stub.wait(prefix=p, effects=max(1, int(frac * A * T)))
        tk = mono(); kill9(getattr(sy, what)); at = time.time()
        getattr(sy, "start_" + what)(); t_up = (mono() - tk) / 1e9
        sy.fire(p, A, T, resume=True)
        r = sy.stub.wait(prefix=p, done=A, timeout=timeout); all_s = (mono() - tk) / 1e9 if r else None
        time.sleep(2); every = sy.stub.log(); log = [x for x in every if x[3].startswith(p + "-")]
        # calls for runs of an earlier round that had already finished: replays of completed work
        old = [x for x in every if not x[3].startswith(p + "-")]
        after = [x for x in log if x[0] > tk + 150_000_000]; new = [x for x in after if not x[5]]
        out.append({"kill_at_effects": int(frac * A * T), "open_llm_calls_at_kill": sum(1 for x in log if x[2] == "L" and x[0] <= tk and (x[1] == 0 or x[1] > tk)),
            "llm_paid_twice": sum(x[5] for x in log if x[2] == "L"), "dup_effects": sum(x[5] for x in log if x[2] == "E"), "finished_runs_replayed": len({x[3] for x in old}), "replayed_effects": sum(1 for x in old if x[2] == "E"),
            "lost_runs": A - len({x[3] for x in log if x[2] == "E" and x[4] == T}), "proc_up_s": round(t_up, 2),
            "first_call_s": round((min(x[0] for x in after) - tk) / 1e9, 2) if after else None, "new_progress_s": round((min(x[0] for x in new) - tk) / 1e9, 2) if new else None,
            "all_done_s": round(all_s, 2) if all_s else None, "load": ld})
        print(sy.name, "crash", what, json.dumps(out[-1]), file=sys.stderr, flush=True); time.sleep(1)
    return out

rejected = 0
def quiet(f):  # a repetition during which other processes used > 5 % of the machine is thrown away, up to 4 times
    global rejected
    for k in range(5):
        r = f()
        if r.get("other_pct", 0) <= 5 or k == 4: return r
        rejected += 1; print("rejected: other processes used", r["other_pct"], "%", file=sys.stderr, flush=True); time.sleep(3)

def agg(rows, keys): return {k: mr([r[k] for r in rows], 3) for k in keys if all(r.get(k) is not None for r in rows)}

def main():
    kinds = {"restate": Restate, "langgraph": LangGraph, "kafka-pc": KafkaPc, "dbos": Dbos, "temporal": Temporal, "playloop": Playloop}
    which = sys.argv[1]; parts = (sys.argv[2] if len(sys.argv) > 2 else "serial,drain,disk,crash").split(","); opts = sys.argv[3:]
    A = int(os.environ.get("A", "1000")); stub = Stub(); sy = kinds[which](stub, opts); res = {"system": which, "opts": opts, "when": time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime()), "A": A}
    note = lambda *a: print(which, *a, file=sys.stderr, flush=True)
    try:
        t0 = time.time(); sy.start(); res["up_s"] = round(time.time() - t0, 1)
        if "start" in parts: res["start"] = minutes(sy, 60); note("start", json.dumps(res["start"]))
        if "waiting" not in parts:
            for _ in range(3): run(sy, 200, 3, 0)
        if {"serial", "drain", "rate"} & set(parts):
            for _ in range(int(os.environ.get("WARM", "1" if which in ("langgraph", "temporal") else "5"))): run(sy, 1000, 3, 0)
        time.sleep(3); c0, t0 = cpu(sy), time.time(); time.sleep(5); res["idle_cpu_pct_of_one_core"] = round(100 * (cpu(sy) - c0) / (time.time() - t0), 1)
        if "serial" in parts:
            rows = [quiet(lambda: serial(sy)) for _ in range(3)]; res["serial"] = agg(rows, ["turn_p50", "turn_p99", "run3_p50", "run3_p99", "stub_own_p50", "load", "other_pct", "steal_pct"]); note(json.dumps(res["serial"]))
        if "drain" in parts:
            res["drain"] = {}
            for L in map(int, os.environ.get("LATENCIES", "0,100,1000").split(",")):
                rows = []
                for _ in range(int(os.environ.get("REPS", "3"))): time.sleep(1); rows.append(quiet(lambda: run(sy, A, 3, L))); note("L", L, json.dumps(rows[-1]))
                res["drain"][L] = agg(rows, ["s", "runs_s", "turns_s", "ceil_pct", "cpu_1000", "load", "other_pct", "steal_pct"]); res["drain"][L]["peak_rss_mb"] = [max(c) for c in zip(*(r["rss"] for r in rows))]; res["drain"][L]["dup"] = [r["dup"] for r in rows]
        if "disk" in parts:
            res["disk"] = {}
            for n, T, reps in ((400, 3, 3), (40, 50, 3), (5, 200, 1)):
                rows = []
                for _ in range(reps):
                    d0, w0 = dsize(sy.data), wbytes(sy); r = run(sy, n, T, 0); time.sleep(4)
                    rows.append({"file_per_turn": (dsize(sy.data) - d0) / (n * T), "write_per_turn": (wbytes(sy) - w0) / (n * T)}); note("disk T", T, json.dumps(rows[-1]))
                res["disk"][T] = agg(rows, ["file_per_turn", "write_per_turn"])
        if "rate" in parts: res["rate"] = [quiet(lambda: rate(sy, int(r))) for r in os.environ["RATES"].split(",")]; note("rate", json.dumps(res["rate"]))
        if "waiting" in parts:
            for n in (200, A): run(sy, n, 1, 0)  # each has a connection of its own by now
            res["waiting"] = waiting(sy, A); note("waiting", json.dumps(res["waiting"]))
        if "minutes" in parts: res["minutes"] = minutes(sy, 60 * int(os.environ.get("MINUTES", "10"))); note("minutes", json.dumps(res["minutes"]))
        if "crash" in parts:
            res["crash_worker"] = crash(sy, "worker", 11)
            if sy.server: res["crash_server"] = crash(sy, "server", 12)
        if which == "restate": res["invocations"] = sy.open_runs()
    finally:
        for p in list(children)[::-1]: stop(p)
    res["rejected_reps"] = rejected; line = json.dumps(res); open(f"{WORK}/results.jsonl", "a").write(line + "\n"); print(line)
main()
