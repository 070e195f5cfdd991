package dev.playloop.worlds.declared.game;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// A server that answers each POST and each GET with the bytes that it was given last, and after
/// the first answer with those for then. Thread-safe.
final class CannedGame implements AutoCloseable {
  /// A status for which the connection is closed instead.
  static final int HANGS_UP = 0;

  /// A status for which nothing comes, for as long as the game is open.
  static final int KEEPS_SILENT = -1;

  @SuppressWarnings("ArrayRecordComponent") // compared nowhere
  private record Canned(int status, byte[] body) {}

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicInteger posts = new AtomicInteger();
  private final AtomicInteger gets = new AtomicInteger();
  private final HttpServer server;
  private final Queue<Canned> laterPosts = new ConcurrentLinkedQueue<>();
  private final Queue<Canned> laterGets = new ConcurrentLinkedQueue<>();
  private volatile Canned post = new Canned(500, new byte[0]);
  private volatile Canned get = new Canned(500, new byte[0]);

  CannedGame() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  String base() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  CannedGame onPost(int status, String body) {
    return onPost(status, body.getBytes(StandardCharsets.UTF_8));
  }

  CannedGame onPost(int status, byte[] body) {
    post = new Canned(status, body);
    return this;
  }

  CannedGame onGet(int status, String body) {
    get = new Canned(status, body.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  CannedGame thenPost(int status, String body) {
    laterPosts.add(new Canned(status, body.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  CannedGame thenGet(int status, String body) {
    laterGets.add(new Canned(status, body.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  int posts() {
    return posts.get();
  }

  int gets() {
    return gets.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      boolean posted = exchange.getRequestMethod().equals("POST");
      (posted ? posts : gets).incrementAndGet();
      Canned now = posted ? post : get;
      Canned then = (posted ? laterPosts : laterGets).poll();
      if (then != null && posted) {
        post = then;
      } else if (then != null) {
        get = then;
      }
      if (now.status() == KEEPS_SILENT) {
        closed.await();
      } else if (now.status() != HANGS_UP) {
        exchange.getResponseHeaders().set("Location", base() + "/elsewhere");
        exchange.sendResponseHeaders(now.status(), now.body().length == 0 ? -1 : now.body().length);
        exchange.getResponseBody().write(now.body());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
