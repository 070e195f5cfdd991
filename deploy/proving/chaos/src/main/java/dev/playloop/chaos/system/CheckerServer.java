package dev.playloop.chaos.system;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.chaos.check.EffectLog;
import dev.playloop.schemas.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/// The model and the vault, in the checker's own process, so that no fault reaches what they count.
/// How long each call takes follows from the seed and the call. One virtual thread a request.
public final class CheckerServer implements AutoCloseable {
  private static final int MODEL_MS = 250;
  private static final int VAULT_MS = 80;

  static {
    // Read once by the JDK's server: without it each reply waits for the client's acknowledgement.
    System.getProperties().putIfAbsent("sun.net.httpserver.nodelay", "true");
    System.getProperties().putIfAbsent("sun.net.httpserver.maxIdleConnections", "1000");
  }

  private final long seed;
  private final CallLog calls = new CallLog();
  private final EffectLog effects = new EffectLog();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private CheckerServer(long seed, HttpServer server) {
    this.seed = seed;
    this.server = server;
  }

  static CheckerServer start(long seed) {
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
      CheckerServer server = new CheckerServer(seed, http);
      http.createContext("/v1/chat/completions", server::model);
      http.createContext("/vault", server::vault);
      http.setExecutor(server.threads);
      http.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException("the checker can't listen on loopback", e);
    }
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public CallLog calls() {
    return calls;
  }

  public EffectLog effects() {
    return effects;
  }

  private void model(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String hash = Sha256.hex(body);
      CallLog.Call call = calls.add(hash, Instant.now());
      rest(hash + calls.of(hash).size(), MODEL_MS);
      send(exchange, 200, ModelScript.answer(body));
      call.markAnswered();
    }
  }

  /// A deposit happens somewhere between its request and its answer.
  private void vault(HttpExchange exchange) throws IOException {
    try (exchange) {
      Instant at = Instant.now();
      Map<String, String> query = query(exchange.getRequestURI());
      String action = query.getOrDefault("action", "");
      if (exchange.getRequestMethod().equals("POST")) {
        rest(action, VAULT_MS);
        Instant notAfter =
            Instant.ofEpochMilli(Long.parseLong(query.getOrDefault("notAfter", "0")));
        effects.add(new EffectLog.Effect(action, at, notAfter));
        rest(action + "answer", VAULT_MS);
      }
      String count = String.valueOf(effects.count(action));
      send(exchange, 200, count.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void rest(String what, int millis) {
    int spread = Math.floorMod((what + seed).hashCode(), millis * 8 / 10);
    LockSupport.parkNanos((millis / 5 + spread) * 1_000_000L);
  }

  private static Map<String, String> query(URI uri) {
    Map<String, String> query = new HashMap<>();
    for (String pair : uri.getRawQuery().split("&", -1)) {
      int equals = pair.indexOf('=');
      query.put(
          pair.substring(0, equals),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return query;
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
