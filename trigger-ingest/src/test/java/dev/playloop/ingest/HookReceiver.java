package dev.playloop.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import dev.playloop.testkit.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Whom a webhook tells. Keeps what it answers with 2xx to.
final class HookReceiver implements AutoCloseable {
  private final HttpServer server;
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private final AtomicInteger tried = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private final AtomicInteger elsewhere = new AtomicInteger();
  private volatile int status = 200;

  record Got(String contentType, String timestamp, String signature, String body) {}

  HookReceiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/hook", this::take);
    server.createContext(
        "/elsewhere",
        exchange -> {
          elsewhere.incrementAndGet();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook");
  }

  /// Answers with this from now on.
  void answer(int next) {
    status = next;
  }

  private void take(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    int now = status;
    tried.incrementAndGet();
    if (now / 100 == 2) {
      got.add(
          new Got(
              exchange.getRequestHeaders().getFirst("Content-Type"),
              exchange.getRequestHeaders().getFirst("X-Playloop-Timestamp"),
              exchange.getRequestHeaders().getFirst("X-Playloop-Signature"),
              body));
    } else if (now == 422) {
      refused.incrementAndGet();
    }
    exchange.getResponseHeaders().set("Location", "/elsewhere");
    exchange.sendResponseHeaders(now, -1);
    exchange.close();
  }

  List<Got> got() {
    return got;
  }

  /// Of what was taken, as it came.
  List<String> ids() {
    return got.stream().map(one -> Json.tree(one.body()).path("id").asString()).toList();
  }

  void awaitIds(String... ids) {
    Await.until("all are told", () -> got.size() >= ids.length);
    assertThat(ids()).containsExactly(ids);
  }

  int tried() {
    return tried.get();
  }

  int refused() {
    return refused.get();
  }

  int elsewhere() {
    return elsewhere.get();
  }

  static String hmac(String secret, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
