package dev.playloop.worlds.chain.node;

import com.sun.net.httpserver.HttpExchange;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A proxy on loopback between a client and a node of JSON-RPC, which does it harm: to the next
/// request of a method, to every one, or to some by a seed. Thread-safe.
public final class FaultProxy implements AutoCloseable {
  private static final int PERCENT = 100;
  private static final String HTML = "<html><body><h1>502 Bad Gateway</h1></body></html>";

  private final URI node;
  private final LoopbackServer server;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final CountDownLatch closed = new CountDownLatch(1);

  private final Map<String, Queue<WireFault>> next = new HashMap<>();
  private final Map<String, WireFault> always = new HashMap<>();
  private final List<String> delivered = new ArrayList<>();
  private volatile Gate gate = new Gate() {};
  private @Nullable Random random;
  private int percent;
  private Duration slowness = Duration.ofSeconds(1);

  /// Is told of each request that gets to the node, on the thread that brings it: what it does
  /// there happens between two steps of whoever asks.
  public interface Gate {
    /// The node has not got it yet, and never does where this throws an [IOException].
    default void arrives(String method) throws IOException, InterruptedException {}

    /// The node has answered, and nobody has heard it yet.
    default void answered(String method) throws IOException, InterruptedException {}
  }

  private FaultProxy(URI node) {
    this.node = node;
    this.server = LoopbackServer.start(this::handle);
  }

  /// Passes everything on until it is told otherwise.
  public static FaultProxy before(URI node) {
    return new FaultProxy(node);
  }

  /// What the client should take for the node.
  public URI uri() {
    return server.at(node.getPath());
  }

  /// Does these in turn to the next requests of the method, and then no more.
  public synchronized FaultProxy next(String method, WireFault... faults) {
    next.computeIfAbsent(method, _ -> new ArrayDeque<>()).addAll(List.of(faults));
    return this;
  }

  /// Does this to every request of the method; null: no more.
  public synchronized FaultProxy always(String method, @Nullable WireFault fault) {
    if (fault == null) {
      always.remove(method);
    } else {
      always.put(method, fault);
    }
    return this;
  }

  /// Does any of them to so many requests in a hundred, of any method, by the seed.
  public synchronized FaultProxy seeded(long seed, int inHundred) {
    random = new Random(seed);
    percent = inHundred;
    return this;
  }

  /// No more faults.
  public synchronized FaultProxy heal() {
    next.clear();
    always.clear();
    random = null;
    return this;
  }

  public synchronized FaultProxy slowBy(Duration late) {
    slowness = late;
    return this;
  }

  /// Has this told of everything from now on.
  public FaultProxy through(Gate next) {
    gate = next;
    return this;
  }

  /// How many requests of the method the node got.
  public synchronized int delivered(String method) {
    return (int) delivered.stream().filter(method::equals).count();
  }

  private synchronized @Nullable WireFault draw(String method) {
    Queue<WireFault> scripted = next.get(method);
    WireFault fault = scripted == null ? null : scripted.poll();
    if (fault == null) {
      fault = always.get(method);
    }
    if (fault == null && random != null && random.nextInt(PERCENT) < percent) {
      WireFault[] all = WireFault.values();
      fault = all[random.nextInt(all.length)];
    }
    return fault;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] request = exchange.getRequestBody().readAllBytes();
      String method =
          Json.tree(new String(request, StandardCharsets.UTF_8)).path("method").asString("");
      answer(exchange, method, request, draw(method));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it is being closed
    }
  }

  private void answer(
      HttpExchange exchange, String method, byte[] request, @Nullable WireFault fault)
      throws IOException, InterruptedException {
    if (fault == null) {
      reply(exchange, deliver(method, request));
      return;
    }
    switch (fault) {
      case LOSE_REPLY -> deliver(method, request);
      case CUT_REPLY -> cut(exchange, deliver(method, request));
      case SLOW_REPLY -> {
        HttpResponse<byte[]> reply = deliver(method, request);
        if (!closed.await(slowness().toMillis(), TimeUnit.MILLISECONDS)) {
          reply(exchange, reply);
        }
      }
      case TWICE -> {
        deliver(method, request);
        reply(exchange, deliver(method, request));
      }
      case HTML -> reply(exchange, 200, "text/html", HTML.getBytes(StandardCharsets.UTF_8));
      case TOO_MANY_REQUESTS ->
          reply(exchange, 429, "text/plain", "slow down".getBytes(StandardCharsets.UTF_8));
      case SERVER_ERROR ->
          reply(exchange, 500, "text/plain", "oops".getBytes(StandardCharsets.UTF_8));
      case CLOSE -> {}
    }
  }

  private synchronized Duration slowness() {
    return slowness;
  }

  private HttpResponse<byte[]> deliver(String method, byte[] request)
      throws IOException, InterruptedException {
    synchronized (this) {
      delivered.add(method);
    }
    Gate told = gate;
    told.arrives(method);
    HttpResponse<byte[]> reply =
        http.send(
            HttpRequest.newBuilder(node)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(request))
                .build(),
            HttpResponse.BodyHandlers.ofByteArray());
    told.answered(method);
    return reply;
  }

  private static void reply(HttpExchange exchange, HttpResponse<byte[]> reply) throws IOException {
    reply(exchange, reply.statusCode(), "application/json", reply.body());
  }

  private static void reply(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  /// Promises all of it and sends half.
  private static void cut(HttpExchange exchange, HttpResponse<byte[]> reply) throws IOException {
    byte[] body = reply.body();
    exchange.sendResponseHeaders(reply.statusCode(), body.length + 1L);
    OutputStream out = exchange.getResponseBody();
    out.write(body, 0, body.length / 2);
    out.flush();
  }

  @Override
  public void close() {
    closed.countDown();
    server.close();
    http.shutdownNow();
  }
}
