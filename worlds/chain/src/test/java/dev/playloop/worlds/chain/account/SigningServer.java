package dev.playloop.worlds.chain.account;

import com.sun.net.httpserver.HttpExchange;
import dev.playloop.schemas.json.Json;
import dev.playloop.worlds.chain.Felt;
import dev.playloop.worlds.chain.Signature;
import dev.playloop.worlds.chain.crypto.KeySigner;
import dev.playloop.worlds.chain.node.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A remote signer on loopback that does what it is told to. Thread-safe.
public final class SigningServer implements AutoCloseable {
  /// How it answers.
  public enum Mood {
    SIGNS,
    SIGNS_ANOTHER_HASH,
    ANSWERS_500,
    ANSWERS_HTML,
    ANSWERS_NO_FELT,
    ANSWERS_TOO_MUCH,
    REDIRECTS,
    HANGS_UP,
    SAYS_NOTHING
  }

  private final KeySigner signer;
  private final String token;
  private final LoopbackServer server;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger asked = new AtomicInteger();
  private volatile Mood mood = Mood.SIGNS;

  public SigningServer(KeySigner signer, String token) {
    this.signer = signer;
    this.token = token;
    server = LoopbackServer.start(this::handle);
  }

  public URI uri() {
    return server.at("/sign");
  }

  public SigningServer is(Mood now) {
    mood = now;
    return this;
  }

  public int asked() {
    return asked.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      asked.incrementAndGet();
      String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String brought = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
      if (!brought.equals("Bearer " + token)) {
        reply(exchange, 401, "{}");
        return;
      }
      Felt hash = Felt.hex(Json.tree(text).path("hash").asString(""));
      switch (mood) {
        case SIGNS -> reply(exchange, 200, json(signer.sign(hash)));
        case SIGNS_ANOTHER_HASH -> reply(exchange, 200, json(signer.sign(Felt.of(4_711))));
        case ANSWERS_500 -> reply(exchange, 500, json(signer.sign(hash)));
        case ANSWERS_HTML -> reply(exchange, 200, "<html>");
        case ANSWERS_NO_FELT -> reply(exchange, 200, "{\"r\": 7, \"s\": \"0x\"}");
        case ANSWERS_TOO_MUCH -> reply(exchange, 200, json(signer.sign(hash)) + " ".repeat(10_000));
        case REDIRECTS -> {
          exchange.getResponseHeaders().set("Location", uri().toString());
          reply(exchange, 307, "");
        }
        case HANGS_UP -> {}
        case SAYS_NOTHING -> closed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it is being closed
    }
  }

  private static String json(Signature signature) {
    return Json.NODES
        .objectNode()
        .put("r", signature.r().hex())
        .put("s", signature.s().hex())
        .toString();
  }

  private static void reply(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    closed.countDown();
    server.close();
  }
}
