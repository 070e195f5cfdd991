package dev.playloop.rehearsal;

import dev.playloop.http.EdgeAnswer;
import dev.playloop.http.EdgeCall;
import dev.playloop.http.EdgeLimits;
import dev.playloop.http.EdgeOptions;
import dev.playloop.http.EdgeRoutes;
import dev.playloop.http.HttpEdge;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The rehearsal model over HTTP, in the chat-completions format, on a free loopback port, one
/// virtual thread a call: so the real client path runs without a key. `latency` is how long the
/// model thinks.
public final class RehearsalServer implements AutoCloseable {
  /// Most calls at once; a client that makes more is told to wait.
  public static final int CALLS_MAX = 256;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// As large as a turn may be.
  private static final int BODY_MAX = 4 * 1024 * 1024;

  private final RehearsalModel model;
  private final Duration latency;
  private final HttpEdge edge;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final LongAdder calls = new LongAdder();

  private RehearsalServer(Rehearsal rehearsal, Duration latency, HttpEdge edge) {
    this.model = new RehearsalModel(rehearsal);
    this.latency = latency;
    this.edge = edge;
  }

  public static RehearsalServer start(Rehearsal rehearsal) {
    return start(rehearsal, Duration.ZERO);
  }

  public static RehearsalServer start(Rehearsal rehearsal, Duration latency) {
    return start(rehearsal, latency, null);
  }

  /// Hears only whoever sends `key` as a model's key; without one, whoever reaches it.
  public static RehearsalServer start(Rehearsal rehearsal, Duration latency, @Nullable String key) {
    EdgeOptions options =
        EdgeOptions.loopback("the rehearsal model", "the model's port", 0)
            .withToken(key)
            .withLimits(
                EdgeLimits.standard()
                    .withBodyBytes(BODY_MAX)
                    .withCalls(CALLS_MAX)
                    .withTimes(PATIENCE, PATIENCE, PATIENCE));
    HttpEdge edge = HttpEdge.bind(options);
    RehearsalServer server = new RehearsalServer(rehearsal, latency, edge);
    edge.serve(new EdgeRoutes().guarded("POST", "/v1/chat/completions", server::serve));
    return server;
  }

  /// The base URL for a candidate: `http://127.0.0.1:<port>/v1`.
  public URI baseUrl() {
    return URI.create(edge.address() + "/v1");
  }

  /// How many calls arrived.
  public long calls() {
    return calls.sum();
  }

  private EdgeAnswer serve(EdgeCall call) throws InterruptedException {
    calls.increment();
    byte[] body = call.body();
    String hash = Sha256.hex(body);
    if (!rested(latency)) {
      return new EdgeAnswer.Hangup();
    }
    JsonNode request;
    try {
      request = Json.LOG.readTree(body);
    } catch (JacksonException e) {
      return refused(
          new Rehearsed.Refuses(400, "invalid_request_error", "the body is no JSON", null));
    }
    return switch (model.answer(RehearsalWire.messages(request), hash)) {
      case Rehearsed.Says says ->
          json(RehearsalWire.reply(says, request.path("model").asString(""), hash, body.length));
      case Rehearsed.Refuses refuses -> refused(refuses);
      case Rehearsed.Breaks _ -> json("{\"id\":\"chatcmpl-1\",\"choices\":[{\"mess");
      case Rehearsed.Hangs(Duration length) ->
          rested(length)
              ? refused(new Rehearsed.Refuses(503, "overloaded_error", "rehearsed hang", null))
              : new EdgeAnswer.Hangup();
    };
  }

  /// False where the server closed meanwhile.
  private boolean rested(Duration length) throws InterruptedException {
    return length.isZero() || !closed.await(length.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static EdgeAnswer refused(Rehearsed.Refuses refuses) {
    Integer after = refuses.retryAfterSeconds();
    return new EdgeAnswer.Full(
        refuses.status(),
        "application/json",
        RehearsalWire.error(refuses).getBytes(StandardCharsets.UTF_8),
        after == null ? Map.of() : Map.of("Retry-After", after.toString()));
  }

  private static EdgeAnswer json(String json) {
    return EdgeAnswer.json(200, json.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    closed.countDown();
    edge.close();
  }
}
