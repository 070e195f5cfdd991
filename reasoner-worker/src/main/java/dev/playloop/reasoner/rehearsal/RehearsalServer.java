package dev.playloop.reasoner.rehearsal;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.Sha256;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The rehearsal model over HTTP, in the chat-completions format, on a free loopback port, one
/// virtual thread a call: so the real client path runs without a key. `latency` is how long the
/// model thinks.
public final class RehearsalServer implements AutoCloseable {
  private static final int BACKLOG = 4_096;

  static {
    // Read once by the JDK's server: without them each reply waits 40 ms for the client's
    // acknowledgement, and more than 200 idle connections are cut.
    System.getProperties().putIfAbsent("sun.net.httpserver.nodelay", "true");
    System.getProperties().putIfAbsent("sun.net.httpserver.maxIdleConnections", "4000");
  }

  private final RehearsalModel model;
  private final Duration latency;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final LongAdder calls = new LongAdder();

  private RehearsalServer(Rehearsal rehearsal, Duration latency, HttpServer server) {
    this.model = new RehearsalModel(rehearsal);
    this.latency = latency;
    this.server = server;
  }

  public static RehearsalServer start(Rehearsal rehearsal) {
    return start(rehearsal, Duration.ZERO);
  }

  public static RehearsalServer start(Rehearsal rehearsal, Duration latency) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
      RehearsalServer server = new RehearsalServer(rehearsal, latency, http);
      http.createContext("/v1/chat/completions", server::serve);
      http.setExecutor(server.threads);
      http.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("the rehearsal model can't listen on loopback", e);
    }
  }

  /// The base URL for a candidate: `http://127.0.0.1:<port>/v1`.
  public URI baseUrl() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1");
  }

  /// How many calls arrived.
  public long calls() {
    return calls.sum();
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      calls.increment();
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (!exchange.getRequestMethod().equals("POST")) {
        send(
            exchange,
            405,
            "{\"error\":{\"message\":\"use POST\",\"type\":\"invalid_request_error\"}}");
        return;
      }
      String hash = Sha256.hex(body);
      pause(latency);
      JsonNode request;
      try {
        request = Json.LOG.readTree(body);
      } catch (JacksonException e) {
        refuse(
            exchange,
            new Rehearsed.Refuses(400, "invalid_request_error", "the body is no JSON", null));
        return;
      }
      switch (model.answer(RehearsalWire.messages(request), hash)) {
        case Rehearsed.Says says ->
            send(
                exchange,
                200,
                RehearsalWire.reply(says, request.path("model").asString(""), hash, body.length));
        case Rehearsed.Refuses refuses -> refuse(exchange, refuses);
        case Rehearsed.Breaks _ ->
            send(exchange, 200, "{\"id\":\"chatcmpl-1\",\"choices\":[{\"mess");
        case Rehearsed.Hangs(Duration length) -> {
          pause(length);
          refuse(exchange, new Rehearsed.Refuses(503, "overloaded_error", "rehearsed hang", null));
        }
      }
    }
  }

  /// Waits, but no longer than until the server closes.
  private void pause(Duration length) throws IOException {
    if (length.isZero()) {
      return;
    }
    try {
      if (closed.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new IOException("the rehearsal model is closing");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void refuse(HttpExchange exchange, Rehearsed.Refuses refuses) throws IOException {
    if (refuses.retryAfterSeconds() != null) {
      exchange.getResponseHeaders().set("Retry-After", refuses.retryAfterSeconds().toString());
    }
    send(exchange, refuses.status(), RehearsalWire.error(refuses));
  }

  private static void send(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
