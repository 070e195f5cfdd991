"""Twenty clients that are wrong in one way each: the sound one, with that one thing changed."""

import http.client
import sys
from urllib.parse import urlsplit

from playloop import Playloop, _Answer, ulid


class NewIdAtEachRetry(Playloop):
    def _answered(self, batch, answer):
        super()._answered(batch, answer)
        if self._attempt > 0:
            for event in batch:
                fresh = ulid()
                event.json = event.json.replace(b'"id":"%s"' % event.id.encode(),
                                                b'"id":"%s"' % fresh.encode())
                event.id = fresh


class NoId(Playloop):
    def _written(self, id, type, data, at):
        return super()._written(id, type, data, at).replace(b'"id":"%s",' % id.encode(), b"")


class OneIdForABatch(Playloop):
    def _body(self, batch):
        body = super()._body(batch)
        for event in batch:
            body = body.replace(b'"id":"%s"' % event.id.encode(),
                                b'"id":"%s"' % batch[0].id.encode())
        return body


class UnboundedQueue(Playloop):
    def _enqueue(self, id, written, key, cut):
        self._max_events = self._max_bytes = sys.maxsize
        return super()._enqueue(id, written, key, cut)


class BlockingSend(Playloop):
    def _offer(self, type, data, id, at, key, cut):
        return super()._offer(type, data, id, at, key, cut) and self.flush()


class RetryAfterIgnored(Playloop):
    def _delay(self, answer):
        return super()._delay(None)


class NoBackoff(Playloop):
    def _delay(self, answer):
        return 0


class DropsOn5xx(Playloop):
    def _answered(self, batch, answer):
        if answer is not None and answer.status >= 500:
            self._done(batch)
            self._counts["dropped"] += len(batch)
            self._clock.wake()
        else:
            super()._answered(batch, answer)


class RetriesA400ForEver(Playloop):
    def _answered(self, batch, answer):
        if answer is not None and answer.status == 400:
            answer = _Answer(503, None, b"")
        super()._answered(batch, answer)


class GoesOnAfter401(Playloop):
    def _stop(self, answer):
        batch = self._batches[0]
        self._done(batch)
        self._counts["dropped"] += len(batch)


class LosesTheLastBatchAtClose(Playloop):
    def close(self, timeout_ms=10_000):
        with self._clock.lock:
            self._closing = self._closed = True
            self._leave()
            self._clock.wake()
            return True


class ReordersAfterARetry(Playloop):
    def _enqueue(self, id, written, key, cut):
        taken = super()._enqueue(id, written, key, cut)
        if self._attempt > 0:
            self._batches.appendleft(self._take())
        return taken


class CountsDroppedAsSent(Playloop):
    def _drop(self, count):
        super()._drop(count)
        self._counts["dropped"] -= count
        self._counts["accepted"] += count


class CoalescesOverTwoEntities(Playloop):
    def _change(self, world, scene, change, version, id, at, key):
        return super()._change(world, scene, change, version, id, at, key and (world, scene))


class SplitsInsideACharacter(Playloop):
    def trigger(self, agent, kind, text=None, **more):
        if text is not None:
            text = text.encode("utf-8", "surrogatepass")[:16_001].decode("utf-8", "replace")
        return super().trigger(agent, kind, text, **more)


class BatchAboveTheLimit(Playloop):
    def _take(self):
        self._batch_events = 1_000
        return super()._take()


class FollowsARedirectWithItsToken(Playloop):
    def _post(self, body):
        connection = self._connect()
        headers = {"Content-Type": "application/cloudevents-batch+json",
                   "Authorization": "Bearer " + str(self._token)}
        connection.request("POST", self._path, body, headers)
        response = connection.getresponse()
        if response.status in (301, 302, 307, 308):
            there = urlsplit(response.getheader("Location"))
            connection = http.client.HTTPConnection(there.hostname, there.port, timeout=5)
            connection.request("POST", there.path, body, headers)
            response = connection.getresponse()
        return _Answer(response.status, response.getheader("Retry-After"), response.read())


class LogsItsToken(Playloop):
    def _connect(self):
        sys.stderr.write("connecting to %s with %s\n" % (self._host, self._token))
        sys.stderr.flush()
        return super()._connect()


class FlushThatNeverReturns(Playloop):
    def _flush(self, deadline):
        while self._waiting > 0:
            self._clock.wait(None)
        return True


class OneConnectionAnEvent(Playloop):
    def _take(self):
        self._batch_events = 1
        return super()._take()

    def _post(self, body):
        answer = super()._post(body)
        self._disconnect()
        return answer
