package dev.playloop.launcher.declared;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.playloop.schemas.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A game of somebody's: it keeps what it has done by the action's id, and does each once. Answers
/// on threads of its own.
final class TavernGame implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, JsonNode> done = new ConcurrentHashMap<>();
  private final List<String> deeds = new CopyOnWriteArrayList<>();

  private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

  private final AtomicLong told = new AtomicLong(-1);

  private TavernGame(HttpServer server) {
    this.server = server;
  }

  static TavernGame open() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      TavernGame game = new TavernGame(server);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/playloop/actions", game::answer);
      server.start();
      return game;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/playloop");
  }

  /// Before it answers the next action, it does this.
  void meanwhile(Runnable deed) {
    meanwhile.set(deed);
  }

  /// From now on it answers that the world event of this version tells what it did.
  void telling(long version) {
    told.set(version);
  }

  /// What it has done: actor, tool and arguments.
  List<String> deeds() {
    return List.copyOf(deeds);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode said =
          exchange.getRequestMethod().equals("POST")
              ? acted(
                  Json.tree(
                      new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)))
              : asked(exchange.getRequestURI());
      byte[] body = Json.bytes(said);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private JsonNode acted(JsonNode action) {
    return done.computeIfAbsent(
        action.path("action").asString(),
        id -> {
          meanwhile.getAndSet(() -> {}).run();
          deeds.add(
              "%s %s %s"
                  .formatted(
                      action.path("actor").asString(),
                      action.path("tool").asString(),
                      action.path("args")));
          ObjectNode result = Json.NODES.objectNode().put("action", id).put("status", "done");
          result.putObject("output").put("served", deeds.size());
          if (told.get() >= 0) {
            result.put("version", told.get());
          }
          return result;
        });
  }

  private JsonNode asked(URI uri) {
    String path = uri.getPath();
    String id = path.substring(path.lastIndexOf('/') + 1);
    return done.getOrDefault(
        id, Json.NODES.objectNode().put("action", id).put("status", "not_done"));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
