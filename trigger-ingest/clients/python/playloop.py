"""Tells Playloop's gateway what happens in a game. SPEC.md beside this folder says how it behaves.

One file, the standard library only, Python 3.9 or newer. All methods may be called by any thread;
none but flush() and close() ever waits.
"""

import http.client
import json
import os
import re
import ssl
import threading
import time
from collections import OrderedDict, deque
from datetime import datetime, timezone
from urllib.parse import urlsplit

WORLD_EVENT = "dev.playloop.world-event"
BATCH_TYPE = "application/cloudevents-batch+json"
MAX_EVENT_BYTES = 65_536
MAX_TEXT = 16_000
MAX_ANSWER_BYTES = 262_144
MAX_RETRY_AFTER_S = 3_600
MAX_UNTOLD = 100
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_NAMED = re.compile(r"\[([0-9]{1,9})\]\.(.*)", re.DOTALL)
_SECONDS = re.compile(r"[0-9]{1,9}")
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class Clock:
    """Time, and waiting for it. Tests put another one in its place."""

    def __init__(self):
        self.lock = threading.Lock()
        self._changed = threading.Condition(self.lock)

    def now(self):
        """Milliseconds that only grow."""
        return time.monotonic() * 1000

    def wall(self):
        """Milliseconds since 1970."""
        return int(time.time() * 1000)

    def wait(self, until):
        """Until then, or until somebody wakes; None: until somebody wakes. With the lock held."""
        self._changed.wait(None if until is None else max(0.0, (until - self.now()) / 1000))

    def wake(self):
        """With the lock held."""
        self._changed.notify_all()


def ulid():
    """An id that nobody else makes: 48 bits of time and 80 of chance."""
    value = (int(time.time() * 1000) << 80) | int.from_bytes(os.urandom(10), "big")
    return "".join(_ALPHABET[(value >> shift) & 31] for shift in range(125, -1, -5))


class Problem:
    """What a game's developer should hear of. `kind` is refused (one event is wrong), dropped
    (`count` events had no room) or stopped (nothing is sent any more)."""

    def __init__(self, kind, **known):
        self.kind = kind
        self.id = known.get("id")
        self.status = known.get("status")
        self.field = known.get("field")
        self.expected = known.get("expected")
        self.got = known.get("got")
        self.count = known.get("count")
        self.detail = known.get("detail")

    def __repr__(self):
        said = {name: value for name, value in vars(self).items() if value is not None}
        return "Problem(" + ", ".join("%s=%r" % pair for pair in said.items()) + ")"


class _Refusal(Exception):
    def __init__(self, field, expected, got):
        super().__init__(field)
        self.field, self.expected, self.got = field, expected, got


class _Event:
    __slots__ = ("number", "id", "json", "key")

    def __init__(self, number, id, json, key):
        self.number, self.id, self.json, self.key = number, id, json, key


class _Answer:
    def __init__(self, status, retry_after, body):
        self.status, self.retry_after, self.body = status, retry_after, body


class Playloop:
    """A queue in memory and one thread that empties it."""

    def __init__(self, url, token, source, *, max_events=10_000, max_bytes=8_388_608,
                 batch_events=100, batch_bytes=1_000_000, linger_ms=50, request_timeout_ms=10_000,
                 backoff_ms=250, backoff_max_ms=30_000, on_problem=None,
                 _clock=None, _ids=ulid, _chance=None):
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
            raise ValueError("url: expected http://host:port or https://host:port")
        if parts.username is not None:
            raise ValueError("url: expected no user or password in it; the token says who calls")
        if token is not None and not re.fullmatch(r"[\x21-\x7e]+", token):
            raise ValueError("token: expected visible ASCII characters, as the gateway gave it")
        if not source or len(source) > 512:
            raise ValueError("source: expected a URI reference of 1 to 512 characters, as /my-game")
        if not 1 <= batch_events <= 100 or not 2 <= batch_bytes <= 1_048_576:
            raise ValueError("batch_events: expected 1 to 100, and batch_bytes at most 1048576")
        if max_events < 1 or max_bytes < 1 or linger_ms < 0 or backoff_ms < 1:
            raise ValueError("max_events, max_bytes and backoff_ms: expected positive numbers")
        self._scheme, self._host, self._port = parts.scheme, parts.hostname, parts.port
        self._path = parts.path.rstrip("/") + "/v1/events"
        self._token, self._source = token, source
        self._max_events, self._max_bytes = max_events, max_bytes
        self._batch_events, self._batch_bytes = batch_events, batch_bytes
        self._linger_ms, self._timeout_ms = linger_ms, request_timeout_ms
        self._backoff_ms, self._backoff_max_ms = backoff_ms, backoff_max_ms
        self._on_problem = on_problem
        self._clock, self._ids = _clock or Clock(), _ids
        self._chance = _chance or (lambda: int.from_bytes(os.urandom(4), "big") / 2**32)
        self._head = '{"specversion":"1.0","id":%s,"source":' + _encode(source).replace("%", "%%") \
            + ',"type":%s,"time":%s,"data":%s}'
        self._queue = OrderedDict()  # events by their numbers, oldest first
        self._moved = OrderedDict()  # of each entity the number of the `moved` that waits, likewise
        self._batches = deque()  # lists of events: what was taken from the queue, in its order
        self._waiting_bytes = 0
        self._waiting = 0
        self._sent = self._sent_bytes = 0  # of those that wait, the ones in batches
        self._number = 0
        self._version = 0
        self._since = 0.0
        self._attempt = 0
        self._not_before = 0.0
        self._hurry = 0  # up to this number nobody waits for others
        self._closing = self._closed = self._stopped = self._left = False
        self._untold = deque()
        self._untold_drops = 0
        self._told_drops = False
        self._counts = dict.fromkeys(
            ("taken", "accepted", "coalesced", "dropped", "refused", "cut", "retries"), 0)
        self._connection = None
        self._thread = threading.Thread(target=self._run, name="playloop", daemon=True)
        self._thread.start()

    # What happens in the game. Each returns whether the event was taken in.

    def trigger(self, agent, kind, text=None, *, subject=None, data=None, reply_to=None,
                priority=None, hops=None, world_version=None, id=None, at=None):
        """Something that an agent should react to. `subject` is a pair of type and id."""
        cut = False
        if isinstance(text, str) and len(text) > MAX_TEXT:
            text, cut = text[:MAX_TEXT], True
        body = {"agent": agent}
        if isinstance(subject, (tuple, list)) and len(subject) == 2:
            body["subject"] = {"type": subject[0], "id": subject[1]}
        elif subject is not None:
            body["subject"] = subject  # of which the gateway says what is wrong
        for name, value in (("text", text), ("data", data), ("replyTo", reply_to),
                            ("priority", priority), ("hops", hops),
                            ("worldVersion", world_version)):
            if value is not None:
                body[name] = value
        return self._offer(kind, body, id, at, None, cut)

    def put(self, world, scene, entity, kind, state, *, version=None, id=None, at=None):
        """An entity is now so."""
        change = {"type": "put", "entity": entity, "kind": kind, "state": state}
        return self._change(world, scene, change, version, id, at, None)

    def moved(self, world, scene, entity, x, y, *, version=None, id=None, at=None):
        """An entity is now there. Of those that wait only the newest of an entity is sent."""
        change = {"type": "moved", "entity": entity, "x": x, "y": y}
        whose = (world, scene, entity)
        key = whose if all(isinstance(name, str) for name in whose) else None
        return self._change(world, scene, change, version, id, at, key)

    def removed(self, world, scene, entity, *, version=None, id=None, at=None):
        """An entity is gone."""
        change = {"type": "removed", "entity": entity}
        return self._change(world, scene, change, version, id, at, None)

    def actor_moved(self, world, scene, actor, to, *, version=None, id=None, at=None):
        """An actor is in the scene `to` from now on."""
        change = {"type": "actor-moved", "actor": actor, "to": to}
        return self._change(world, scene, change, version, id, at, None)

    def happening(self, world, scene, kind, text, data=None, *, version=None, id=None, at=None):
        """Something happened in a scene that leaves no state."""
        change = {"type": "happening", "kind": kind, "text": text}
        if data is not None:
            change["data"] = data
        return self._change(world, scene, change, version, id, at, None)

    def send(self, type, data, *, id=None, at=None):
        """Any event, as the gateway takes it."""
        return self._offer(type, data, id, at, None, False)

    def _change(self, world, scene, change, version, id, at, key):
        if version is None:
            with self._clock.lock:
                self._version = version = max(self._version + 1, self._clock.wall())
        data = {"world": world, "scene": scene, "version": version, "change": change}
        return self._offer(WORLD_EVENT, data, id, at, key, False)

    def _offer(self, type, data, id, at, key, cut):
        id = self._ids() if id is None else id
        try:
            written = self._written(id, type, data, at)
        except _Refusal as e:
            with self._clock.lock:
                self._counts["taken"] += 1
                self._counts["refused"] += 1
                self._tell(Problem("refused", id=id if isinstance(id, str) else None,
                                   field=e.field, expected=e.expected, got=e.got))
                self._clock.wake()
            return False
        with self._clock.lock:
            return self._enqueue(id, written, key, cut)

    def _written(self, id, type, data, at):
        for name, value in (("id", id), ("type", type)):
            if not isinstance(value, str) or not value:
                raise _Refusal(name, "a text", "nothing" if value is None else "something else")
        try:
            body = _encode(data)
        except (TypeError, ValueError, RecursionError):
            raise _Refusal("data", "JSON, nested at most 100 deep", "something else") from None
        when = self._clock.wall() if at is None else at
        if not isinstance(when, str):
            try:
                when = _time(when)
            except (TypeError, ValueError, OverflowError, AttributeError, OSError):
                raise _Refusal("time", "a datetime, milliseconds or RFC 3339", "something else") \
                    from None
        written = _bytes(self._head % (_encode(id), _encode(type), _encode(when), body))
        most = min(MAX_EVENT_BYTES, self._batch_bytes - 2)
        if len(written) > most:
            raise _Refusal("data", "at most %d bytes" % most, "%d bytes" % len(written))
        return written

    def _enqueue(self, id, written, key, cut):
        counts = self._counts
        counts["taken"] += 1
        if self._closing or self._stopped:
            counts["dropped"] += 1
            return False
        if not self._queue:
            self._since = self._clock.now()
        if (self._sent >= self._max_events
                or self._sent_bytes + len(written) > self._max_bytes):
            self._drop(1)  # what is on its way leaves no room, and nobody goes for nothing
            return False
        old = None if key is None else self._moved.pop(key, None)
        if old is not None:
            self._forget(self._queue.pop(old))
            counts["coalesced"] += 1
        while (self._waiting >= self._max_events
               or self._waiting_bytes + len(written) > self._max_bytes):
            self._drop_oldest()
        self._number += 1
        self._queue[self._number] = _Event(self._number, id, written, key)
        if key is not None:
            self._moved[key] = self._number
        self._waiting += 1
        self._waiting_bytes += len(written)
        counts["cut"] += cut
        if len(self._queue) == 1 or self._is_full():
            self._clock.wake()
        return True

    def _drop_oldest(self):
        """The oldest `moved` first, for a newer one is bound to come; then the oldest of all."""
        if self._moved:
            event = self._queue.pop(self._moved.popitem(last=False)[1])
        else:
            event = self._queue.popitem(last=False)[1]
        self._forget(event)
        self._drop(1)

    def _forget(self, event):
        self._waiting -= 1
        self._waiting_bytes -= len(event.json)

    def _drop(self, count):
        self._counts["dropped"] += count
        self._untold_drops += count
        self._clock.wake()

    def _is_full(self):
        return (len(self._queue) >= self._batch_events
                or self._waiting_bytes >= self._batch_bytes)

    # What waits, and its end.

    def stats(self):
        """How many events were taken, and what became of them."""
        with self._clock.lock:
            return dict(self._counts, waiting=self._waiting)

    def flush(self, timeout_ms=10_000):
        """Waits until all that was taken so far has been answered; False where it has not."""
        with self._clock.lock:
            return self._flush(self._clock.now() + timeout_ms)

    def _flush(self, deadline):
        last = self._hurry = self._number
        self._clock.wake()
        while self._oldest() <= last and not self._stopped and not self._closed:
            if self._clock.now() >= deadline:
                return False
            self._clock.wait(deadline)
        return not self._stopped and not self._left and self._oldest() > last

    def _oldest(self):
        if self._batches:
            return self._batches[0][0].number
        return next(iter(self._queue)) if self._queue else self._number + 1

    def close(self, timeout_ms=10_000):
        """Takes no more, sends what waits, and ends. What is left by then counts as dropped."""
        with self._clock.lock:
            self._closing = True
            done = self._flush(self._clock.now() + timeout_ms)
            self._leave()
            self._closed = True
            self._clock.wake()
            return done

    def _leave(self):
        self._left = self._left or self._waiting > 0
        self._counts["dropped"] += self._waiting
        self._queue.clear()
        self._moved.clear()
        self._batches.clear()
        self._waiting = self._waiting_bytes = self._sent = self._sent_bytes = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return "Playloop(%s://%s%s, token=***)" % (self._scheme, self._host, self._path)

    # The thread.

    def _run(self):
        while True:
            with self._clock.lock:
                batch = self._next()
                told = self._news()
            for problem in told:
                self._call_back(problem)
            if batch is not None:
                answer = self._post(self._body(batch))
                with self._clock.lock:
                    if not self._closed:
                        self._answered(batch, answer)
            elif self._closed and not told:
                self._disconnect()
                return

    def _next(self):
        """The batch to send now, or None where there is something to tell, or an end."""
        while True:
            if self._untold or (self._untold_drops and not self._told_drops) or self._closed:
                return None
            if self._batches:
                due = self._not_before
                if self._clock.now() >= due:
                    return self._batches[0]
            elif self._queue:
                due = self._since + self._linger_ms
                if self._oldest() <= self._hurry or self._is_full() or self._clock.now() >= due:
                    self._batches.append(self._take())
                    continue
            else:
                due = None
            self._clock.wait(due)

    def _take(self):
        batch, size = [], 2
        while self._queue and len(batch) < self._batch_events:
            number, event = next(iter(self._queue.items()))
            size += len(event.json) + (1 if batch else 0)
            if size > self._batch_bytes:
                break
            del self._queue[number]
            if event.key is not None and self._moved.get(event.key) == number:
                del self._moved[event.key]
            batch.append(event)
        self._out(batch, 1)
        return batch

    def _out(self, batch, sign):
        self._sent += sign * len(batch)
        self._sent_bytes += sign * sum(len(event.json) for event in batch)

    def _body(self, batch):
        return b"[" + b",".join(event.json for event in batch) + b"]"

    def _answered(self, batch, answer):
        if answer is not None and answer.status == 202:
            self._done(batch)
            self._counts["accepted"] += len(batch)
            self._told_drops = False
        elif answer is None or answer.status in (408, 429) or 500 <= answer.status <= 599:
            self._attempt += 1
            self._counts["retries"] += 1
            self._not_before = self._clock.now() + self._delay(answer)
        elif answer.status in (400, 413, 422):
            self._refused(batch, answer)
        else:
            self._stop(answer)
        self._clock.wake()

    def _delay(self, answer):
        delay = min(self._backoff_max_ms, self._backoff_ms * 2 ** min(self._attempt - 1, 20))
        delay *= 0.5 + self._chance() / 2
        asked = answer.retry_after if answer is not None else None
        if asked is not None and _SECONDS.fullmatch(asked):
            delay = max(delay, 1000 * min(MAX_RETRY_AFTER_S, int(asked)))
        return delay

    def _done(self, batch):
        self._batches.popleft()
        self._out(batch, -1)
        for event in batch:
            self._forget(event)
        self._attempt = 0
        self._not_before = 0.0

    def _refused(self, batch, answer):
        """Those that the answer names are left out. Where it names none they are sent in halves,
        until it is plain which one is meant."""
        errors = self._errors(answer)
        named = {}
        for error in errors:
            match = _NAMED.fullmatch(error["field"])
            if match and int(match.group(1)) < len(batch):
                named.setdefault(int(match.group(1)), dict(error, field=match.group(2)))
        if not named and len(batch) == 1:
            named[0] = errors[0] if errors else {}
        self._done([event for i, event in enumerate(batch) if i in named])
        self._counts["refused"] += len(named)
        rest = [event for i, event in enumerate(batch) if i not in named]
        for i in sorted(named):
            self._tell(Problem("refused", id=batch[i].id, status=answer.status,
                               detail=self._detail(answer), **named[i]))
        half = len(rest) if named else (len(rest) + 1) // 2
        for part in (rest[half:], rest[:half]):
            if part:
                self._batches.appendleft(part)

    def _stop(self, answer):
        self._stopped = True
        self._leave()
        self._tell(Problem("stopped", status=answer.status, detail=self._detail(answer)))

    def _tell(self, problem):
        if len(self._untold) < MAX_UNTOLD:
            self._untold.append(problem)

    def _news(self):
        told = list(self._untold)
        self._untold.clear()
        if self._untold_drops and (not self._told_drops or self._closed):
            told.append(Problem("dropped", count=self._untold_drops))
            self._untold_drops = 0
            self._told_drops = True
        return told

    def _call_back(self, problem):
        if self._on_problem is None:
            return
        try:
            self._on_problem(problem)
        except Exception:  # the game's own fault, and no reason to lose its events
            pass

    def _errors(self, answer):
        said = _json(answer.body)
        errors = said.get("errors") if isinstance(said, dict) else None
        return [
            {name: self._clean(error.get(name)) for name in ("field", "expected", "got")}
            for error in (errors if isinstance(errors, list) else []) if isinstance(error, dict)]

    def _detail(self, answer):
        said = _json(answer.body)
        detail = self._clean(said.get("detail")) if isinstance(said, dict) else ""
        return detail or "HTTP %d" % answer.status

    def _clean(self, text):
        if not isinstance(text, str):
            return ""
        text = _bytes(text).decode()
        return (text.replace(self._token, "***") if self._token else text)[:500]

    # HTTP.

    def _post(self, body):
        """What the gateway answers; None where it gives no whole answer."""
        try:
            if self._connection is None:
                self._connection = self._connect()
            headers = {"Content-Type": BATCH_TYPE}
            if self._token is not None:
                headers["Authorization"] = "Bearer " + self._token
            self._connection.request("POST", self._path, body, headers)
            response = self._connection.getresponse()
            said = response.read(MAX_ANSWER_BYTES)
            if len(said) == MAX_ANSWER_BYTES:
                said = b""
                self._disconnect()
            elif response.length:
                raise http.client.IncompleteRead(said)
            return _Answer(response.status, response.getheader("Retry-After"), said)
        except (OSError, http.client.HTTPException, ValueError):
            self._disconnect()
            return None

    def _connect(self):
        seconds = self._timeout_ms / 1000
        if self._scheme == "https":
            return http.client.HTTPSConnection(
                self._host, self._port, timeout=seconds, context=ssl.create_default_context())
        return http.client.HTTPConnection(self._host, self._port, timeout=seconds)

    def _disconnect(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _bytes(text):
    """UTF-8; half a surrogate pair, which has none, becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def _time(when):
    if not isinstance(when, datetime):
        when = datetime.fromtimestamp(when // 1000, timezone.utc).replace(
            microsecond=int(when % 1000) * 1000)
    return when.astimezone(timezone.utc).isoformat(timespec="milliseconds")[:23] + "Z"


def _json(body):
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
