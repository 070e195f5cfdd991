package dev.playloop.chaos.declared;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/// The games of many worlds at one port, each below its world's name: all answer at once, but for
/// one that never answers, and one that answers once for every so many answers of the others. All
/// but the frozen one can be asked what became of an action: a server may close an idle connection
/// just when a call is written to it. One virtual thread a request.
final class ManyGames implements AutoCloseable {
  static final String FROZEN = "frozen";
  static final String SLOW = "slow";
  private static final int SLOWER = 10;

  private final AtomicInteger held = new AtomicInteger();
  private final AtomicInteger answered = new AtomicInteger();
  private final Set<String> done = ConcurrentHashMap.newKeySet();
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
      String path = exchange.getRequestURI().getPath();
      String world = path.split("/", -1)[1];
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("GET")) {
        String asked = path.substring(path.indexOf("/actions/") + "/actions/".length());
        answer(exchange, asked, done.contains(asked) ? "done" : "not_done");
        return;
      }
      String action =
          Json.tree(new String(body, StandardCharsets.UTF_8)).path("action").stringValue();
      if (world.equals(FROZEN)) {
        held.incrementAndGet();
        never.acquire();
      }
      done.add(action);
      if (world.equals(SLOW)) {
        slow.acquire();
      } else if (answered.incrementAndGet() % SLOWER == 0) {
        slow.release();
      }
      answer(exchange, action, "done");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // ends without an answer
    }
  }

  private static void answer(HttpExchange exchange, String action, String status)
      throws IOException {
    byte[] bytes = Json.bytes(Json.NODES.objectNode().put("action", action).put("status", status));
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /// What is open ends without an answer, and nobody listens any more.
  void end() {
    server.stop(0);
    threads.shutdownNow();
  }

  @Override
  public void close() {
    end();
  }
}
