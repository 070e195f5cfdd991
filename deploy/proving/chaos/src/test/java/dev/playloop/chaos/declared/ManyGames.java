package dev.playloop.chaos.declared;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.node.ObjectNode;

/// The games of many worlds at one port, each below its world's name: all answer at once, but for
/// one that never answers, and one that answers once for every so many answers of the others. One
/// virtual thread a request.
final class ManyGames implements AutoCloseable {
  static final String FROZEN = "frozen";
  static final String SLOW = "slow";
  private static final int SLOWER = 10;

  private final AtomicInteger held = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final Semaphore slow = new Semaphore(0);
  private final Semaphore never = new Semaphore(0);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer server;

  private ManyGames(HttpServer server) {
    this.server = server;
  }

  static ManyGames open() throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
    ManyGames games = new ManyGames(http);
    http.createContext("/", games::handle);
    http.setExecutor(games.threads);
    http.start();
    return games;
  }

  String url(String world) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + world;
  }

  /// Calls that the frozen game has not answered.
  int held() {
    return held.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String world = exchange.getRequestURI().getPath().split("/", -1)[1];
      String action =
          Json.tree(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))
              .path("action")
              .stringValue();
      switch (world) {
        case FROZEN -> {
          held.incrementAndGet();
          never.acquire();
        }
        case SLOW -> slow.acquire();
        default -> {
          if (answered.incrementAndGet() % SLOWER == 0) {
            slow.release();
          }
        }
      }
      ObjectNode done = Json.NODES.objectNode().put("action", action).put("status", "done");
      byte[] bytes = Json.bytes(done);
      exchange.sendResponseHeaders(200, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // ends without an answer
    }
  }

  /// What is open ends without an answer, and nobody listens any more.
  void end() {
    threads.shutdownNow();
    server.stop(0);
  }

  @Override
  public void close() {
    end();
  }
}
